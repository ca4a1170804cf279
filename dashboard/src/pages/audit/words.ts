import type { AuditEntry } from '../../../../src/contract/console/audit.ts'

/**
 * What the audit log calls an action, in words. What stands in braces is filled in from the entry, and left out where
 * it has none.
 */
const words: Readonly<Record<string, string>> = {
  'account.change': 'Changed the account',
  'account.create': 'Created the account {name}',
  'account.limits': 'Set the limits of the account',
  'account.parent': 'Set the parent of the account',
  'account.rename': 'Renamed the account to {name}',
  'account.suspension': 'Suspended or resumed the account',
  'account.two-factor': 'Changed whether a second factor is required',
  'account.sending_window': 'Set the sending hours',
  'airtime.end': 'Ended the airtime transfer {transfer} by hand as {as}',
  'airtime.provider_remove': 'Removed the airtime provider {provider}',
  'airtime.provider_set': 'Set up the airtime provider {provider}',
  'airtime.read': 'Read airtime transfers',
  'airtime.transfer': 'Sent airtime',
  'audit.export': 'Exported the audit log',
  'backup.take': 'Took a backup',
  'balance.postpaid': 'Set the postpaid limit for {product}',
  'balance.reminders': 'Set the credit reminders for {product}',
  'book.change': 'Changed the address book {name}',
  'book.create': 'Made the address book {name}',
  'book.remove': 'Removed the address book no. {book}',
  'carrier.pause': 'Paused the carrier {carrier}',
  'carrier.remove': 'Removed the carrier {carrier}',
  'carrier.resume': 'Resumed the carrier {carrier}',
  'carrier.set': 'Set up the carrier {carrier}',
  'chat.read': 'Read chat conversations',
  'chat.reply': 'Answered in chat conversation {conversation}',
  'checkout.read': 'Read checkout sessions',
  'contact.change': 'Changed the contact {phone}',
  'contact.create': 'Added the contact {phone}',
  'contact.remove': 'Removed the contact no. {contact}',
  'contacts.export': 'Exported the contacts of {name}',
  'contacts.import': 'Imported contacts from {file}',
  'contacts.import-cancel': 'Stopped import no. {import}',
  'contacts.import-report': 'Exported the report of import no. {import}',
  'contacts.read': 'Read contacts',
  'credential.change': 'Changed key or token no. {credential}',
  'credential.revoke': 'Revoked key or token no. {credential}',
  'credential.rotate': 'Replaced key or token no. {credential}',
  'credit.change': 'Changed the {product} credit by {amount}',
  'credit.transfer': 'Moved {product} credit of {amount}',
  'inbound.keyword_remove': 'Removed the keyword {keyword} on {number}',
  'inbound.keyword_set': 'Gave the keyword {keyword} on {number} to an account',
  'inbound.number_remove': 'Removed the number {number}',
  'inbound.number_set': 'Set up the number {number}',
  'inbound.simulate': 'Simulated a message from {from} to {to}',
  'inbound.words': 'Changed the STOP, START and HELP words',
  'inbox.read': 'Read incoming messages',
  'invitation.accept': '{email} accepted an invitation as {role}',
  'invitation.remove': 'Withdrew an invitation',
  'key.create': 'Created the API key {name}',
  'member.change': 'Changed a member’s role to {role}',
  'member.invite': 'Invited {email} as {role}',
  'member.remove': 'Removed a member',
  'members.read': 'Read the list of members',
  'messages.export': 'Exported messages',
  'messages.read': 'Read messages',
  'oidc.link': 'Began to connect a sign-in provider',
  'optout.add': 'Opted out {phone}',
  'optout.remove': 'Took {phone} off the opt-outs',
  'optouts.read': 'Read opt-outs',
  'otp.allow': 'Set where PINs may be sent',
  'otp.app_add': 'Made PIN application no. {app}',
  'otp.app_change': 'Changed PIN application no. {app}',
  'otp.block_lift': 'Lifted a block of PINs',
  'passkey.add': 'Added a passkey',
  'passkey.remove': 'Removed a passkey',
  'passkey.rename': 'Renamed a passkey',
  'password.ask-reset': 'Asked for a new password for {email}',
  'password.change': 'Changed their password',
  'password.offer-reset': 'Made a link to choose a new password',
  'password.reset': 'Chose a new password',
  'phone.write': 'Wrote a message on the virtual phone {phone}',
  'phones.read': 'Read virtual phones',
  'pins.read': 'Read PIN requests',
  'price.remove': 'Removed a price',
  'price.set': 'Set a price',
  'prices.load': 'Loaded a price list',
  'receipts.read': 'Read unknown delivery receipts',
  'route.add': 'Added a route to {carrier}',
  'route.change': 'Changed a route',
  'route.remove': 'Removed a route to {carrier}',
  'secret.rotate': 'Rotated the root secret',
  'sender.approve': 'Approved the sender name {sender}',
  'sender.deactivate': 'Switched off the sender name {sender}',
  'sender.reject': 'Rejected the sender name {sender}',
  'sender.request': 'Asked for the sender name {sender}',
  'session.begin': 'Signed in as {email}',
  'session.end': 'Signed out',
  'session.begin-oidc': 'Signed in through a provider',
  'session.begin-passkey': 'Signed in with a passkey',
  'session.prove': 'Confirmed that it is they',
  'session.revoke': 'Ended another session of theirs',
  'session.revoke-others': 'Ended all other sessions of theirs',
  'simulator.chaos': 'Changed what goes wrong in the simulated network',
  'simulator.clock': 'Moved the clock forward',
  'sms.cancel': 'Cancelled request {request}',
  'sms.move': 'Moved request {request} to {schedule_time}',
  'sms.send': 'Sent {messages} messages',
  'sms.send_to_book': 'Sent {messages} messages to address book no. {book}',
  'statement.export': 'Exported the statement',
  'template.change': 'Changed the template {title}',
  'template.create': 'Wrote the template {title}',
  'template.remove': 'Removed template no. {template}',
  'token.create': 'Created the access token {name}',
  'two-factor.backup-codes': 'Made new backup codes',
  'two-factor.disable': 'Turned off their second factor',
  'two-factor.enable': 'Began to set up a second factor',
  'two-factor.remove': 'Removed somebody’s second factor',
  'two-factor.verify': 'Gave a code of the second factor',
  'two-factor.verify-backup-code': 'Gave a backup code',
  'user.operator': 'Changed who is an operator',
  'user.update': 'Changed their name',
  'users.read': 'Read the list of users',
  'webhook.add': 'Added a webhook for {event}',
  'webhook.change': 'Changed webhook no. {endpoint}',
  'webhook.remove': 'Removed webhook no. {endpoint}',
  'webhook.repeat': 'Repeated the calls of webhook no. {endpoint}',
  'webhook.rotate': 'Replaced the secret of webhook no. {endpoint}',
  'webhook.test': 'Tested webhook no. {endpoint}',
  'webhooks.read': 'Read webhook events',
}

/** Every action with its words, for a choice among them. */
export const actions = Object.entries(words)
  .map(([value, text]) => ({
    value,
    // Without the names of an entry, and the words that lead to them.
    label: text
      .replaceAll(/( (?:no\.|as|by|for|from|of|to|on))* \{\w+\}/g, '')
      .replace(/^\{email\} accepted/, 'Accepted'),
  }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** A name of the program as people write it: `overlapHours` is “overlap hours”. */
const spaced = (name: string) =>
  name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  // The database keeps them in another order.
  if ('from' in value && 'to' in value) return `${show(value.from)} to ${show(value.to)}`
  return Object.entries(value)
    .filter(([, one]) => isThere(one))
    .map(([name, one]) => `${spaced(name)} ${show(one)}`)
    .join(', ')
}

const isThere = (value: unknown) => value !== null && value !== undefined && value !== ''

/** What was done in a sentence, and what else is known about it. */
export function describe({ action, params, detail }: Pick<AuditEntry, 'action' | 'params' | 'detail'>): {
  readonly what: string
  readonly more: readonly string[]
} {
  const { account: _, ...about }: Record<string, unknown> = { ...params, ...detail }
  const used = new Set<string>()
  const what = (words[action] ?? spaced(action.replace('.', ': ')))
    // What is missing goes with the words that lead to it: “no. {x}”, “as {x}”.
    .replaceAll(/( (?:no\.|as|by|for|from|to|on))? \{(\w+)\}/g, (_all, lead = '', name: string) => {
      if (!isThere(about[name])) return ''
      used.add(name)
      return `${lead} ${show(about[name])}`
    })
  // Who has an e-mail needs no other name.
  if (used.has('email')) used.add('user')
  const rest = Object.entries(about).filter(([name, value]) => !used.has(name) && isThere(value))
  return {
    what,
    more: rest.map(([name, value]) => (name === 'id' ? `no. ${show(value)}` : `${spaced(name)}: ${show(value)}`)),
  }
}

export function resultOf({ status }: AuditEntry): string {
  if (status === null) return 'unknown'
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}

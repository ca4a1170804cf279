import type { Smsc } from './list-smscs.ts'
import type { Group } from './read-config.ts'
import { accountRoutes } from './routes.ts'
import {
  accountVariable,
  comment,
  create,
  isPrivateUrl,
  listOf,
  ngoma,
  noteOthers,
  notesOf,
  type Section,
  titleOf,
} from './script.ts'

const used = [
  'username',
  'password',
  'name',
  'user-allow-ip',
  'forced-smsc',
  'default-smsc',
  'faked-sender',
  'default-sender',
  'max-messages',
  'concatenation',
]

const limits = [
  'allowed-prefix',
  'allowed-prefix-regex',
  'denied-prefix',
  'denied-prefix-regex',
  'white-list',
  'white-list-regex',
]

const notes = notesOf({
  'addresses that are not allowed are refused': 'user-deny-ip',
  'send dlr-url and dlr-mask with each request, or add a webhook endpoint for delivery-report': 'dlr-url',
  'requests without a text are refused': 'omit-empty',
  'import the numbers with ngoma optout import': 'black-list',
  'add it to the text': 'header footer',
  'not needed, phones join the parts of long messages': 'split-chars split-suffix',
  'no equivalent, the account may send to every number of the routes of all accounts': limits.join(' '),
})

const systemIdLengthMax = 15

/** Always the same for a user, so that a second run of the script finds the credential. */
const systemIdOf = (user: string) => user.replace(/[^\w.-]+/g, '-').slice(0, systemIdLengthMax) || 'user'

const senderLengthMax = 11

export interface UserOptions {
  /** The file, as the printed commands name it. */
  readonly file: string
  /** The account of all users; null to create one for each. */
  readonly accountId: string | null
}

export const userNameOf = ({ settings }: Group) => settings.get('username') ?? settings.get('name') ?? ''

/** The smsc of all messages of a user that name no other. */
const smscOf = ({ settings }: Group) => settings.get('forced-smsc') ?? settings.get('default-smsc')

const limitIn = ({ settings }: Group) => {
  const limit = limits.find((name) => settings.has(name))
  return limit === undefined ? null : `${limit} of the user: its routes cannot be limited to these numbers`
}

/** Why the routes of an account with all these users would carry messages that Kannel would send elsewhere, or refuse. */
export function limitOfShared(users: readonly Group[]): string | null {
  const [first, ...others] = users
  const isForced = ({ settings }: Group) => settings.has('forced-smsc')
  if (first === undefined || others.length === 0) return null
  if (others.some((one) => smscOf(one) !== smscOf(first) || isForced(one) !== isForced(first)))
    return 'several users share this account, and not all have this smsc'
  return users.map(limitIn).find((limit) => limit !== null) ?? null
}

/** Each user gets an account, unless all share one. Then `sharedLimit` is why that account gets no routes. */
export function userSection(
  group: Group,
  smscs: readonly Smsc[],
  { file, accountId }: UserOptions,
  sharedLimit: string | null,
): Section {
  const { settings } = group
  const user = userNameOf(group)
  const account = accountId ?? accountVariable
  const at = ['--account', account]
  const accountLines =
    accountId === null
      ? [
          `account=$(${create('account', 'create', '--name', settings.get('name') ?? user, '--json')} | sed 's/^{"id":\\([0-9]*\\).*/\\1/')`,
          // The shell ignores that the first command of a pipe failed.
          `[ -n "${accountVariable}" ]`,
          comment('A new account has no credit. Add some, or allow it to owe (credit set-postpaid), before it sends:'),
          comment(ngoma('credit', 'add', ...at, '--amount', 'AMOUNT')),
        ]
      : []
  return {
    title: titleOf(group, user),
    lines: [
      ...accountLines,
      ...credentialLines(user, settings, file, at),
      ...senderLines(settings, at),
      ...routeLines(group, smscs, sharedLimit, at),
      ...noteOthers(group, used, notes),
    ],
  }
}

/** Without spaces at its ends, which a password file does not keep. */
const keptPassword = /^[!-~][ -~]{4,62}[!-~]$/
/** SMPP 3.4 allows no more. */
const smppPasswordLength = 8

function credentialLines(user: string, settings: Group['settings'], file: string, at: readonly string[]): string[] {
  const password = settings.get('password') ?? ''
  const isKept = keptPassword.test(password)
  const addresses = listOf(settings.get('user-allow-ip')).map(networkOf)
  const isPrivate = isPrivateUrl(settings.get('dlr-url') ?? '')
  const known = [
    ...addresses.flatMap(({ network }) => (network === null ? [] : ['--address', network])),
    ...(isPrivate ? ['--private-urls'] : []),
  ]
  const name = systemIdOf(user)
  return [
    comment(
      isPrivate
        ? passwordNote(password, isKept)
        : `${passwordNote(password, isKept)} Add --private-urls if its dlr-url are plain http, or on private hosts.`,
    ),
    ...(name !== user
      ? [
          comment(
            `username = ${user}: a system ID has up to 15 letters, digits, dots, hyphens and underscores, so the user name changes to ${name}`,
          ),
        ]
      : []),
    isKept
      ? `${ngoma('kannel', 'password', file, '--user', user)} | ${create('smpp-credential', 'create', ...at, '--system-id', name, ...known, '--password-file', '-')}`
      : create('smpp-credential', 'create', ...at, '--system-id', name, ...known),
    ...addresses.flatMap(({ written, network }) =>
      network === null ? [comment(`user-allow-ip ${written}: write it as a network such as 10.0.0.0/8`)] : [],
    ),
  ]
}

function passwordNote(password: string, isKept: boolean): string {
  if (!isKept)
    return 'The password has fewer than 6 characters, more than 64, or others than ASCII: a new one is issued and shown once. Give it to the customer.'
  return password.length > smppPasswordLength
    ? `The customer keeps the password for /cgi-bin/sendsms; programs that bind over SMPP may send only ${smppPasswordLength} characters of it.`
    : 'The customer keeps the password.'
}

/** Kannel writes 10.1.*.* for 10.1.0.0/16. */
function networkOf(written: string): { readonly written: string; readonly network: string | null } {
  const parts = written.split('.')
  const fixed = parts.indexOf('*')
  const numbers = fixed === -1 ? parts : parts.slice(0, fixed)
  const rest = fixed === -1 ? [] : parts.slice(fixed)
  const isNetwork =
    parts.length === 4 &&
    numbers.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255) &&
    rest.every((part) => part === '*')
  if (!isNetwork) return { written, network: null }
  const base = [...numbers, ...rest.map(() => '0')].join('.')
  return { written, network: fixed === -1 ? base : `${base}/${8 * numbers.length}` }
}

/** Kannel accepts any sender; here each one must be active. */
function senderLines(settings: Group['settings'], at: readonly string[]): string[] {
  const named = ['faked-sender', 'default-sender'].flatMap((name) => settings.get(name) ?? [])
  const senders = [...new Set(named)].filter(
    (sender) => /^\+?\d{1,20}$/.test(sender) || sender.length <= senderLengthMax,
  )
  return [
    comment(
      senders.length === 0
        ? 'Approve the sender IDs of the customer: npx ngoma sender request --sender NAME, then sender approve NAME.'
        : 'Requests must have a from: it is not filled in.',
    ),
    ...senders.flatMap((sender) => [
      create('sender', 'request', '--sender', sender, ...at),
      ngoma('sender', 'approve', sender, ...at),
    ]),
  ]
}

function routeLines(group: Group, smscs: readonly Smsc[], sharedLimit: string | null, at: readonly string[]): string[] {
  const smscId = smscOf(group)
  if (smscId === undefined) return []
  const limit = limitIn(group) ?? sharedLimit
  const isForced = group.settings.has('forced-smsc')
  return accountRoutes(smscs, { smscId, isForced, limit: limit ?? undefined, at })
}

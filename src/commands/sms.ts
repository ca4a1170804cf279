import type { Sent } from '../contract/account/messages.ts'
import type { Quote, SendBody } from '../contract/account/send.ts'
import { countOf } from '../values/count.ts'
import { showAmount } from '../values/money.ts'
import { findBookId, findSegment } from './books.ts'
import { readSwitch, readWindow } from './campaign-options.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import {
  badUsage,
  type Command,
  exitCodes,
  given,
  type Input,
  type Option,
  table,
  timeForms,
  timeIn,
} from './command.ts'
import { phoneCell, phoneForms } from './describe.ts'
import { accountIn, accountOption } from './lists.ts'

/** The result of a send: its figures, and each recipient of a small one. */
export function describeSent(sent: Sent, isServed: boolean): string {
  const { requestIds, valid, invalid, duplicates, recipients, price, currency, stopped } = sent
  const named = requestIds.length === 1 ? `Request ${requestIds[0]}` : `Requests ${requestIds.join(', ')}`
  const counts = `${valid} valid, ${invalid} invalid, ${countOf(duplicates, 'duplicate')}, ${describeExcluded(sent)}`
  const rows = (recipients ?? []).map((one) => [
    one.messageId,
    phoneCell(one.number),
    one.stage ?? one.outcome,
    one.parts,
    one.price === null ? null : showAmount(one.price),
    one.text ?? one.explanation,
  ])
  const lines = [
    `${named}: ${counts}. Price: ${showAmount(price)} ${currency}.`,
    ...(rows.length === 0 ? [] : ['', table(['MESSAGE', 'NUMBER', 'STATUS', 'PARTS', 'PRICE', 'TEXT'], rows)]),
    ...(stopped === null ? [] : ['', `The send stopped early: ${stopped.detail} (${stopped.hint}).`]),
    ...(valid > 0 && !isServed
      ? ['', 'No server is running here: messages are sent when a server or a worker runs on this database.']
      : []),
  ]
  return lines.join('\n')
}

export const exitCodeOf = ({ valid, stopped }: Sent) =>
  valid > 0 && stopped === null ? exitCodes.done : exitCodes.refused

const unlessEmpty = <T>(list: readonly T[]) => (list.length === 0 ? undefined : [...list])

type Lists = 'bookIds' | 'segmentIds'

/** A body without the address books and segments, which must be looked up by name. */
function readBody(input: Input): Omit<SendBody, Lists> {
  const [text, template, validity] = [input.text('text'), input.text('template'), input.text('validity')]
  const [to, contacts, tags] = [input.texts('to'), input.texts('contact'), input.texts('tag')]
  if (text === undefined && template === undefined) throw badUsage('--text or --template is required')
  if (text !== undefined && template !== undefined) throw badUsage('use either --text or --template, not both')
  if ([to, contacts, input.texts('book'), input.texts('segment')].every((list) => list.length === 0))
    throw badUsage('--to, --contact, --book or --segment is required')
  const smartEncoding = readSwitch(input, 'smart')
  const variables = Object.fromEntries(input.texts('var').map(readVariable))
  return {
    from: input.text('from') ?? 'INFO',
    ...given({
      text,
      templateId: template === undefined ? undefined : readId('template', template),
      to: unlessEmpty(to),
      contactIds: unlessEmpty(contacts.map((id) => readId('contact', id))),
      variables: Object.keys(variables).length === 0 ? undefined : variables,
      smartEncoding,
      flash: input.is('flash') || undefined,
      notBefore: timeIn(input, 'not-before'),
      sendWindow: readWindow(input.text('window')),
      validity: validity === undefined ? undefined : readId('validity', validity),
      receipt: input.is('no-receipt') ? false : undefined,
      callbackUrl: input.text('callback-url'),
      tags: unlessEmpty(tags),
      reference: input.text('reference'),
      campaign: input.text('campaign'),
    }),
  }
}

function readId(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badUsage(`--${option} must be a number`)
  return Number(text)
}

function readVariable(text: string): [string, string] {
  const [, name, value] = /^([A-Za-z][A-Za-z0-9_]{0,31})=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw badUsage('--var must be a name and a value, such as code=A17')
  return [name, value]
}

async function withLists(console: ConsoleClient, input: Input): Promise<SendBody> {
  const path = accountIn(input)
  const body = readBody(input)
  const bookIds: number[] = []
  for (const book of input.texts('book')) bookIds.push(await findBookId(console, path, book))
  const segmentIds: number[] = []
  for (const segment of input.texts('segment')) segmentIds.push((await findSegment(console, path, segment)).id)
  return { ...body, ...given({ bookIds: unlessEmpty(bookIds), segmentIds: unlessEmpty(segmentIds) }) }
}

const sendOptions: Readonly<Record<string, Option>> = {
  ...accountOption,
  from: { value: 'SENDER', about: 'An active sender ID of the account. Default: INFO.' },
  to: {
    value: 'NUMBER',
    multiple: true,
    about: `Phone number of a recipient, ${phoneForms}.`,
  },
  contact: { value: 'ID', multiple: true, about: 'ID of a contact.' },
  book: { value: 'BOOK', multiple: true, about: 'All contacts of this address book, by name or ID.' },
  segment: { value: 'SEGMENT', multiple: true, about: 'All contacts of this segment, by name or ID.' },
  text: { value: 'TEXT', about: 'Text of the message.' },
  template: { value: 'ID', about: 'ID of a template, instead of --text.' },
  var: { value: 'NAME=VALUE', multiple: true, about: 'Value of a placeholder for all recipients.' },
  smart: { about: 'Replace typographic characters if the text then fits GSM 03.38.' },
  'no-smart': { about: 'Keep typographic characters, whatever the setting of the account.' },
  'not-before': { value: 'TIME', about: `When to send, ${timeForms}. Default: now.` },
  window: { value: 'TIMES', about: 'Send only in these hours of the recipient, such as 08:00-20:00.' },
  validity: { value: 'SECONDS', about: 'Give up after this time, from 60 to 604800.' },
  tag: { value: 'TAG', multiple: true, about: 'A word by which the messages are found. At most 10.' },
  reference: { value: 'TEXT', about: 'Your own ID of the request.' },
  campaign: { value: 'NAME', about: 'Name of the campaign.' },
  'callback-url': { value: 'URL', about: 'Also send the delivery reports of these messages to this URL.' },
  flash: { about: 'Show the message at once, without storing it on the phone.' },
  'no-receipt': { about: 'Request no delivery receipts.' },
}

/** Names the rules that exclude recipients, apart from opt-outs, only when they exclude some. */
function describeExcluded({ optedOut, doNotDisturb, noConsent }: Quote['recipients']): string {
  const others = [
    ...(doNotDisturb > 0 ? [`${doNotDisturb} on the do-not-disturb list`] : []),
    ...(noConsent > 0 ? [`${noConsent} without a consent`] : []),
  ]
  return [`${optedOut - doNotDisturb - noConsent} opted out`, ...others].join(', ')
}

function describeQuote(quote: Quote): string {
  const { parts, encoding, partsTotal, recipients, price, currency, byCountry, available, enough } = quote
  const { valid, invalid, duplicates } = recipients
  const rows = byCountry.map((one) => [one.country, one.callingCode, one.recipients, one.parts, showAmount(one.price)])
  const samples = quote.samples.map((one) => [phoneCell(one.phone), one.parts, showAmount(one.price), one.text])
  return [
    ...(samples.length === 0 ? [] : [table(['NUMBER', 'PARTS', 'PRICE', 'TEXT'], samples), '']),
    ...(rows.length === 0 ? [] : [table(['COUNTRY', 'CODE', 'RECIPIENTS', 'PARTS', 'PRICE'], rows), '']),
    `${valid} valid, ${invalid} invalid, ${countOf(duplicates, 'duplicate')}, ${describeExcluded(recipients)}.`,
    `At most ${countOf(parts, 'part')} of ${encoding === 'gsm' ? 'GSM 03.38' : 'UCS-2'} per message, ${partsTotal} in total.`,
    ...describeSaving(quote),
    ...quote.missing.map((one) => `Without a value for {${one.placeholder}}: ${countOf(one.messages, 'message')}.`),
    `Estimated cost: ${showAmount(price)} ${currency}. Available: ${showAmount(available)} ${currency}${enough ? '' : ', which is not enough'}.`,
  ].join('\n')
}

function describeSaving({ smartEncoding: { used, with: smart, without, replaced }, currency }: Quote): string[] {
  if (smart.partsTotal === without.partsTotal) return []
  const characters = replaced.map(({ from, to }) => `${from} by ${JSON.stringify(to)}`).join(', ')
  const saved = countOf(without.partsTotal - smart.partsTotal, 'part')
  const prices = `${showAmount(smart.price)} instead of ${showAmount(without.price)} ${currency}`
  return [`Smart encoding ${used ? 'saves' : 'would save'} ${saved} (${prices}). It replaces ${characters}.`]
}

export const send: Command = {
  name: 'send',
  about: 'Send an SMS to phone numbers, contacts, address books or segments.',
  options: sendOptions,
  notes:
    'Placeholders such as {first_name} are filled in for each recipient: from --var, or from the contact, for --contact, --book and --segment. Numbers in local form are of the country of the account. A number that appears twice gets one message.',
  examples: [
    'send --to "0712 345 678" --text "Hello"',
    "send --account 2 --from DUKA --book Customers --text 'Hello {first_name}'",
    "send --book Customers --text 'Your voucher: {voucher}' --tag june --not-before '2030-06-01 08:00'",
  ],
  async run(input) {
    readBody(input)
    const { sent, isServed } = await withConsole(async (console) => ({
      sent: await console.call('POST /v2/messages', {
        path: accountIn(input),
        body: await withLists(console, input),
      }),
      isServed: console.isServed,
    }))
    input.print(sent, describeSent(sent, isServed))
    return exitCodeOf(sent)
  },
}

export const quote: Command = {
  name: 'quote',
  about: 'Estimate the cost of a send. Nothing is sent.',
  options: sendOptions,
  notes: 'The options are the same as for "ngoma send". The exit code is 1 when the credit is not enough.',
  examples: ['quote --book Customers --text "Hello" --account 2'],
  async run(input) {
    readBody(input)
    const answer = await withConsole(async (console) =>
      console.call('POST /v2/quotes', { path: accountIn(input), body: await withLists(console, input) }),
    )
    return input.print(answer, describeQuote(answer), answer.enough)
  },
}

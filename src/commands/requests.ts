import type { Message, Sent } from '../contract/account/messages.ts'
import type { ItemOf } from '../contract/console/index.ts'
import { showAmount } from '../values/amount.ts'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import {
  badUsage,
  type Command,
  exitCodes,
  type Input,
  numberIn,
  secondsCell,
  timeCell,
  timeForms,
  timeIn,
} from './command.ts'
import {
  accountIn,
  accountOption,
  cursorOption,
  listCommand,
  nothingOfAccount,
  pageOptions,
  type Shown,
  showList,
} from './lists.ts'
import { phoneCell, phoneForms } from './phones.ts'
import { describeSent, exitCodeOf } from './sms.ts'

/** Requests and messages of one account. */

const requestArgument = { name: 'REQUEST', about: 'ID of the request, see "ngoma request list".' }
const messageArgument = { name: 'MESSAGE', about: 'ID of the message, see "ngoma message search".' }

const requestIn = (input: Input) => ({ request: numberIn(input, 'request list', 'REQUEST'), ...accountIn(input) })
const messageIn = (input: Input) => ({ message: numberIn(input, 'message search', 'MESSAGE'), ...accountIn(input) })

const labelOptions = {
  tag: { value: 'TAG', about: 'Only with this tag.' },
  reference: { value: 'TEXT', about: 'Only with this reference.' },
  campaign: { value: 'NAME', about: 'Only of this campaign.' },
  since: { value: 'TIME', about: `Only since this day or time, ${timeForms}.` },
  until: { value: 'TIME', about: 'Only before this day or time.' },
}

const labelsIn = (input: Input) => ({
  tag: input.text('tag'),
  reference: input.text('reference'),
  campaign: input.text('campaign'),
  from: timeIn(input, 'since'),
  to: timeIn(input, 'until'),
})

const found: Shown<Message> = {
  heads: ['MESSAGE', 'ACCEPTED', 'REQUEST', 'NUMBER', 'STATUS', 'PRICE', 'TEXT', 'REASON'],
  row: ({ id, createdAt, requestId, phone, stage, price, text, format, explanation }) => [
    id,
    secondsCell(createdAt),
    requestId,
    phoneCell(phone),
    stage,
    showAmount(price),
    format === null ? text : `${format}: ${text}`,
    explanation,
  ],
  nothing: 'No matching messages.',
}

const foundInAll: Shown<ItemOf<'GET /messages'>> = {
  ...found,
  heads: ['ACCOUNT', 'NAME', ...found.heads],
  row: (one) => [one.accountId, one.accountName, ...found.row(one)],
}

const search: Command = {
  name: 'message search',
  about: 'List messages of all accounts, or of one account, newest first.',
  options: {
    account: { value: 'ID', about: 'Only of this account. Default: all accounts.' },
    to: {
      value: 'NUMBER',
      about: `Only to this phone number, ${phoneForms}. Without --account, it needs its country code if accounts are of several countries.`,
    },
    request: { value: 'ID', about: 'Only of this request.' },
    status: { value: 'STATUS', about: 'scheduled, queued, submitted, delivered, undelivered or cancelled.' },
    reason: { value: 'CODE', about: 'Only with this reason, such as absent_subscriber.' },
    sender: { value: 'SENDER', about: 'Only from this sender ID.' },
    ...labelOptions,
    ...pageOptions,
    ...cursorOption,
  },
  notes:
    '--tag, --reference and --campaign need --account. A search by number is fast; other searches read the messages one after the other, and say how far they came if they stop early.',
  examples: [
    'message search --to "0712 345 678"',
    'message search --to 255712345678 --since "2030-01-31 10:00" --until "2030-01-31 11:00"',
    'message search --tag june --status undelivered --account 2',
  ],
  async run(input) {
    const { tag, reference, campaign, ...period } = labelsIn(input)
    const query = {
      number: input.text('to'),
      request: input.text('request'),
      status: input.text('status'),
      reason: input.text('reason'),
      sender: input.text('sender'),
      ...period,
    }
    if (input.text('account') !== undefined) {
      const request = { path: accountIn(input), query: { ...query, tag, reference, campaign } }
      return showList(input, 'GET /v2/messages', request, found)
    }
    for (const [option, value] of Object.entries({ tag, reference, campaign }))
      if (value !== undefined) throw badUsage(`--${option} requires --account`)
    return showList(input, 'GET /messages', { query }, foundInAll)
  },
}

const list = listCommand({
  name: 'request list',
  about: 'List requests of an account, newest first.',
  options: { ...accountOption, ...labelOptions, ...cursorOption },
  examples: ['request list --tag june --account 2'],
  route: 'GET /v2/requests',
  request: (input) => ({ path: accountIn(input), query: labelsIn(input) }),
  heads: ['REQUEST', 'ACCEPTED', 'SENDER', 'VALID', 'INVALID', 'CAMPAIGN', 'TAGS', 'REFERENCE'],
  row: ({ id, createdAt, sender, valid, invalid, campaign, tags, reference }) => [
    id,
    timeCell(createdAt),
    sender,
    valid,
    invalid,
    campaign,
    tags.join(', '),
    reference,
  ],
  nothing: nothingOfAccount('No matching requests'),
})

const recipients = listCommand({
  name: 'request recipients',
  about: 'List the recipients of a request, each with its message or the reason why it got none.',
  arguments: [requestArgument],
  options: accountOption,
  examples: ['request recipients 4711 --account 2'],
  route: 'GET /v2/requests/:request/recipients',
  request: (input) => ({ path: requestIn(input) }),
  heads: ['MESSAGE', 'NUMBER', 'STATUS', 'SEGMENTS', 'PRICE', 'TEXT', 'REASON'],
  row: ({ messageId, number, stage, outcome, segments, price, text, explanation }) => [
    messageId,
    phoneCell(number),
    stage ?? outcome,
    segments,
    price === null ? null : showAmount(price),
    text,
    explanation,
  ],
  nothing: 'No recipients.',
})

const show: Command = {
  name: 'request show',
  about: 'Show a request with the number of its messages by status.',
  arguments: [requestArgument],
  options: accountOption,
  examples: ['request show 4711 --account 2'],
  async run(input) {
    const path = requestIn(input)
    const found = await withConsole((console) => console.call('GET /v2/requests/:request', { path }))
    const { id, sender, text, valid, pending, delivered, undelivered, price, currency, tags, reference } = found
    const labels = [
      ...(found.campaign === null ? [] : [`Campaign: ${found.campaign}.`]),
      ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}.`]),
      ...(reference === null ? [] : [`Reference: ${reference}.`]),
    ]
    const lines = [
      `Request ${id} from ${sender}, accepted ${timeCell(found.createdAt)}, due ${timeCell(found.dueAt)}: ${text}`,
      `${countOf(valid, 'message')}: ${delivered} delivered, ${undelivered} undelivered, ${pending} pending. Price: ${showAmount(price)} ${currency}.`,
      ...(labels.length === 0 ? [] : [labels.join(' ')]),
    ]
    input.print(found, lines.join('\n'))
    return exitCodes.done
  },
}

const resendOptions = { ...accountOption, again: { about: 'Also messages that were already sent again.' } }

async function sendAgain(
  input: Input,
  call: (console: ConsoleClient, query: { readonly again?: string }) => Promise<Sent>,
): Promise<number> {
  const { sent, isServed } = await withConsole(async (console) => ({
    sent: await call(console, input.is('again') ? { again: 'true' } : {}),
    isServed: console.isServed,
  }))
  input.print(sent, describeSent(sent, isServed))
  return exitCodeOf(sent)
}

const resend: Command = {
  name: 'request resend',
  about: 'Send the undelivered messages of a request again, with the same texts.',
  arguments: [requestArgument],
  options: resendOptions,
  notes: 'Recipients who opted out since are left out, and messages that were already sent again.',
  examples: ['request resend 4711 --account 2'],
  run: (input) =>
    sendAgain(input, (console, query) =>
      console.call('POST /v2/requests/:request/resend', { path: requestIn(input), query }),
    ),
}

const resendOne: Command = {
  name: 'message resend',
  about: 'Send an undelivered message again.',
  arguments: [messageArgument],
  options: resendOptions,
  examples: ['message resend 815 --account 2'],
  run: (input) =>
    sendAgain(input, (console, query) =>
      console.call('POST /v2/messages/:message/resend', { path: messageIn(input), query }),
    ),
}

const cancelOne: Command = {
  name: 'message cancel',
  about: 'Cancel an unsent message, and release its credit.',
  arguments: [messageArgument],
  options: accountOption,
  notes: 'The exit code is 1 when the message was not cancelled.',
  examples: ['message cancel 815 --account 2'],
  async run(input) {
    const path = messageIn(input)
    const answer = await withConsole((console) => console.call('POST /v2/messages/:message/cancel', { path }))
    input.print(answer, answer.cancelled > 0 ? 'The message was cancelled.' : 'It is too late to cancel the message.')
    return answer.cancelled > 0 ? exitCodes.done : exitCodes.refused
  },
}

export const requestCommands: readonly Command[] = [search, cancelOne, resendOne, list, show, recipients, resend]

import type { BookSendBody, BookSendReply, Quote } from '../contract/console/sms.ts'
import type { SendBody, SendReply } from '../contract/public/sms.ts'
import { showAmount } from '../values/amount.ts'
import { countOf } from '../values/count.ts'
import { findBookId } from './books.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table } from './command.ts'
import { accountIn, accountOption, pageOptions, pageQuery } from './lists.ts'
import { phoneCell, phoneForms } from './phones.ts'

const phoneFormat = 'in international format without +, such as 255712345678'

/** A send to a large address book is split into several requests. */
function describeSend(reply: SendReply | BookSendReply, isServed: boolean): string {
  const { successful, message, valid, invalid, duplicates, opted_out } = reply
  const isToBook = 'request_ids' in reply
  const requests = isToBook ? reply.request_ids : [reply.request_id]
  const named = requests.length === 0 ? '' : `request ${requests.join(', ')}, `
  const counts = `${message}: ${named}${valid} valid, ${invalid} invalid, ${countOf(duplicates, 'duplicate')}, ${opted_out} opted out.`
  if (!successful && valid > 0)
    return `${counts}\nThe send stopped early: the remaining contacts of the address book got no message.`
  if (!isToBook && valid === 0 && invalid > 0) return `${counts}\nPhone numbers must be ${phoneFormat}.`
  return successful && !isServed
    ? `${counts}\nNo server is running here: the message is sent when a server or a worker runs on this database.`
    : counts
}

/** A send to the contacts of an address book, or to numbers. */
type Sending = { readonly book: string; readonly body: BookSendBody } | { readonly book: null; readonly body: SendBody }

function readSending(input: Input): Sending {
  const [message, template, to] = [input.text('text'), input.text('template'), input.texts('to')]
  const book = input.text('book')
  if (message === undefined && template === undefined) throw badUsage('--text is required')
  if (message !== undefined && template !== undefined) throw badUsage('use either --text or --template, not both')
  const content = {
    source_addr: input.text('from') ?? 'INFO',
    encoding: input.is('unicode') ? 8 : 0,
    schedule_time: input.text('at') ?? '',
  } as const
  if (book !== undefined) {
    if (to.length > 0) throw badUsage('use either --to or --book, not both')
    return {
      book,
      body: {
        ...content,
        ...(message === undefined ? {} : { message }),
        ...(template === undefined ? {} : { template_id: template }),
      },
    }
  }
  if (message === undefined) throw badUsage('--template requires --book: its placeholders are filled from contacts')
  if (to.length === 0) throw badUsage('--to or --book is required')
  const recipients = to.map((number, index) => ({ recipient_id: index + 1, dest_addr: number }))
  return { book: null, body: { ...content, message, recipients } }
}

const sendOptions: Readonly<Record<string, Option>> = {
  ...accountOption,
  from: { value: 'SENDER', about: 'An active sender ID of the account. Default: INFO.' },
  to: { value: 'NUMBER', multiple: true, about: `Phone number of a recipient ${phoneFormat}.` },
  book: { value: 'BOOK', about: 'Send to all contacts of this address book, by name or ID, instead of --to.' },
  text: { value: 'TEXT', about: 'Text of the message.' },
  template: { value: 'ID', about: 'ID of a template, instead of --text. Requires --book.' },
  at: { value: 'TIME', about: 'When to send, as "yyyy-mm-dd hh:mm" (GMT). Default: now.' },
  unicode: { about: 'Send as UCS-2 even if the text fits GSM 03.38.' },
}

/** Names the rules that exclude recipients, apart from opt-outs, only when they exclude some. */
function describeExcluded({ optedOut, doNotDisturb, noConsent }: Quote['recipients']): string {
  const others = [
    ...(doNotDisturb > 0 ? [`${doNotDisturb} on the do-not-disturb list`] : []),
    ...(noConsent > 0 ? [`${noConsent} without a consent`] : []),
  ]
  return [`${optedOut - doNotDisturb - noConsent} opted out`, ...others].join(', ')
}

function describeQuote({
  segments,
  encoding,
  segmentsTotal,
  recipients,
  price,
  currency,
  byCountry,
  available,
  enough,
}: Quote): string {
  const { valid, invalid, duplicates } = recipients
  const rows = byCountry.map((one) => [
    one.country,
    one.callingCode,
    one.recipients,
    one.segments,
    showAmount(one.price),
  ])
  return [
    ...(rows.length === 0 ? [] : [table(['COUNTRY', 'CODE', 'RECIPIENTS', 'SEGMENTS', 'PRICE'], rows), '']),
    `${valid} valid, ${invalid} invalid, ${countOf(duplicates, 'duplicate')}, ${describeExcluded(recipients)}.`,
    `At most ${countOf(segments, 'segment')} of ${encoding === 'gsm' ? 'GSM 03.38' : 'UCS-2'} per message, ${segmentsTotal} in total.`,
    `Estimated cost: ${showAmount(price)} ${currency}. Available: ${showAmount(available)} ${currency}${enough ? '' : ', which is not enough'}.`,
  ].join('\n')
}

export const smsCommands: readonly Command[] = [
  {
    name: 'send',
    about: 'Send an SMS to phone numbers or to an address book.',
    options: sendOptions,
    notes: 'With --book, placeholders such as {first_name} are filled in for each contact.',
    examples: [
      'send --to 255712345678 --text "Hello"',
      "send --account 2 --from DUKA --book Customers --text 'Hello {first_name}'",
    ],
    async run(input) {
      const sending = readSending(input)
      const path = accountIn(input)
      const { reply, isServed } = await withConsole(async (console) => ({
        reply:
          sending.book === null
            ? await console.call('POST /accounts/:account/sms/send', { path, body: sending.body })
            : await console.call('POST /accounts/:account/books/:book/send', {
                path: { ...path, book: await findBookId(console, path, sending.book) },
                body: sending.body,
              }),
        isServed: console.isServed,
      }))
      input.print(reply, describeSend(reply, isServed))
      return reply.successful ? exitCodes.done : exitCodes.refused
    },
  },
  {
    name: 'quote',
    about: 'Estimate the cost of a send. Nothing is sent.',
    options: sendOptions,
    notes: 'The options are the same as for "ngoma send". The exit code is 1 when the credit is not enough.',
    examples: ['quote --book Customers --text "Hello" --account 2'],
    async run(input) {
      const { book, body } = readSending(input)
      const path = accountIn(input)
      const quote = await withConsole(async (console) => {
        const to = book === null ? {} : { book_id: await findBookId(console, path, book) }
        return console.call('POST /accounts/:account/sms/quote', { path, body: { ...body, ...to } })
      })
      input.print(quote, describeQuote(quote))
      return quote.enough ? exitCodes.done : exitCodes.refused
    },
  },
  {
    name: 'reports',
    about: 'Show delivery reports, newest first.',
    options: {
      ...accountOption,
      request: { value: 'ID', about: 'Only messages of this request.' },
      to: { value: 'NUMBER', about: `Only messages to this phone number ${phoneForms}.` },
      ...pageOptions,
    },
    notes: '--request or --to is required.',
    examples: ['reports --request 4711', 'reports --to 0712345678 --account 2'],
    async run(input) {
      const [request, to] = [input.text('request'), input.text('to')]
      if (request === undefined && to === undefined) throw badUsage('--request or --to is required')
      if (request !== undefined && !/^\d+$/.test(request))
        throw badUsage('--request must be a number, as shown by "ngoma send"')
      const query = { ...pageQuery(input), request_id: request, dest_addr: to }
      const path = accountIn(input)
      const { data } = await withConsole((console) =>
        console.call('GET /accounts/:account/sms/reports', { path, query }),
      )
      const rows = data.map((one) => [one.request_id, phoneCell(one.dest_addr), one.status, one.explanation])
      input.print(
        data,
        rows.length === 0 ? 'No matching delivery reports.' : table(['REQUEST', 'NUMBER', 'STATUS', 'REASON'], rows),
      )
      return exitCodes.done
    },
  },
]

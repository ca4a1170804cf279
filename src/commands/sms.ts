import type { BookSendBody, BookSendReply, Quote } from '../contract/console/sms.ts'
import type { SendBody, SendReply } from '../contract/public/sms.ts'
import { showAmount } from '../values/amount.ts'
import { findBookId } from './books.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand, pageOptions, pageQuery } from './lists.ts'

export const phoneFormat = 'in international format without +, such as 255712345678'
const phoneArgument = { name: 'NUMBER', about: `The number, ${phoneFormat}.` }

/** A book with many contacts becomes several requests. */
function describeSend(reply: SendReply | BookSendReply, isServed: boolean): string {
  const { successful, message, valid, invalid, duplicates, opted_out } = reply
  const isToBook = 'request_ids' in reply
  const requests = isToBook ? reply.request_ids : [reply.request_id]
  const named = requests.length === 0 ? '' : `request ${requests.join(', ')}, `
  const counts = `${message}: ${named}${valid} valid, ${invalid} invalid, ${duplicates} duplicates, ${opted_out} opted out.`
  if (!successful && valid > 0) return `${counts}\nIt ended there: the other contacts of the book were not written to.`
  if (!isToBook && valid === 0 && invalid > 0) return `${counts}\nNumbers are ${phoneFormat}.`
  return successful && !isServed
    ? `${counts}\nIt goes out when a server or a worker runs on this database, here or elsewhere.`
    : counts
}

/** A send to the contacts of an address book, or to numbers. */
type Sending = { readonly book: string; readonly body: BookSendBody } | { readonly book: null; readonly body: SendBody }

function readSending(input: Input): Sending {
  const [message, template, to] = [input.text('text'), input.text('template'), input.texts('to')]
  const book = input.text('book')
  if (message === undefined && template === undefined) throw badUsage('--text is missing')
  if (message !== undefined && template !== undefined)
    throw badUsage('--text and --template are both the message: leave one out')
  const content = {
    source_addr: input.text('from') ?? 'INFO',
    encoding: input.is('unicode') ? 8 : 0,
    schedule_time: input.text('at') ?? '',
  } as const
  if (book !== undefined) {
    if (to.length > 0) throw badUsage('--to and --book are both recipients: leave one out')
    return {
      book,
      body: {
        ...content,
        ...(message === undefined ? {} : { message }),
        ...(template === undefined ? {} : { template_id: template }),
      },
    }
  }
  if (message === undefined) throw badUsage('--template needs --book: its placeholders are filled from contacts')
  if (to.length === 0) throw badUsage('--to is missing')
  const recipients = to.map((number, index) => ({ recipient_id: index + 1, dest_addr: number }))
  return { book: null, body: { ...content, message, recipients } }
}

const sendOptions: Readonly<Record<string, Option>> = {
  ...accountOption,
  from: { value: 'SENDER', about: 'The sender, active on the account; INFO when left out.' },
  to: { value: 'NUMBER', multiple: true, about: `A recipient, ${phoneFormat}.` },
  book: { value: 'BOOK', about: 'Everybody in this address book, by its name or id, in place of --to.' },
  text: { value: 'TEXT', about: 'The message.' },
  template: { value: 'ID', about: 'A template for the message, in place of --text; with --book.' },
  at: { value: 'TIME', about: 'When, as yyyy-mm-dd hh:mm, GMT+0; now when left out.' },
  unicode: { about: 'Send as UCS-2 also when GSM 03.38 would do.' },
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
  const { valid, invalid, duplicates, optedOut } = recipients
  const rows = byCountry.map((one) => [
    one.country,
    one.callingCode,
    one.recipients,
    one.segments,
    showAmount(one.price),
  ])
  return [
    ...(rows.length === 0 ? [] : [table(['COUNTRY', 'CODE', 'RECIPIENTS', 'SEGMENTS', 'PRICE'], rows), '']),
    `${valid} valid, ${invalid} invalid, ${duplicates} duplicates, ${optedOut} opted out.`,
    `${segments} ${segments === 1 ? 'segment' : 'segments'} of ${encoding === 'gsm' ? 'GSM 03.38' : 'UCS-2'} at the most, ${segmentsTotal} in all.`,
    `It would cost ${showAmount(price)} ${currency}; ${showAmount(available)} can be spent${enough ? '' : ', which is not enough'}.`,
  ].join('\n')
}

export const smsCommands: readonly Command[] = [
  {
    name: 'send',
    about: 'Send an SMS.',
    options: sendOptions,
    notes: `To a book, {first_name} and other fields of a contact are filled in: ngoma send --book Customers --text 'Hello {first_name}'.`,
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
    about: 'Show what a send would cost, and send nothing.',
    options: sendOptions,
    notes: 'It takes the same as ngoma send. The exit code is 1 when there is not enough credit for it.',
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
      request: { value: 'ID', about: 'Of this request.' },
      to: { value: 'NUMBER', about: 'Of messages to this number.' },
      ...pageOptions,
    },
    async run(input) {
      const [request, to] = [input.text('request'), input.text('to')]
      if (request === undefined && to === undefined) throw badUsage('--request or --to is missing')
      if (request !== undefined && !/^\d+$/.test(request)) throw badUsage('--request is a number: ngoma send shows it')
      // No calling code begins with 0.
      if (to !== undefined && !/^[1-9]\d*$/.test(to)) throw badUsage(`--to is a number ${phoneFormat}`)
      const query = { ...pageQuery(input), request_id: request, dest_addr: to }
      const path = accountIn(input)
      const { data } = await withConsole((console) =>
        console.call('GET /accounts/:account/sms/reports', { path, query }),
      )
      const rows = data.map((one) => [one.request_id, one.dest_addr, one.status, one.explanation])
      input.print(
        data,
        rows.length === 0 ? 'There are no reports of that.' : table(['REQUEST', 'NUMBER', 'STATUS', 'REASON'], rows),
      )
      return exitCodes.done
    },
  },
  {
    name: 'optouts add',
    about: 'Send nothing but PINs to a number any more.',
    arguments: [phoneArgument],
    options: accountOption,
    async run(input) {
      const [phone = ''] = input.arguments
      const path = accountIn(input)
      const added = await withConsole((console) =>
        console.call('POST /accounts/:account/optouts', { path, body: { phone } }),
      )
      input.print(added, `${added.phone} has opted out.`)
      return exitCodes.done
    },
  },
  {
    name: 'optouts remove',
    about: 'Let a number receive messages again.',
    arguments: [phoneArgument],
    options: accountOption,
    async run(input) {
      const [phone = ''] = input.arguments
      const path = { ...accountIn(input), phone }
      await withConsole((console) => console.call('DELETE /accounts/:account/optouts/:phone', { path }))
      input.print({ phone, removed: true }, `${phone} receives messages again.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'optouts list',
    about: 'List the numbers that opted out.',
    options: accountOption,
    route: 'GET /accounts/:account/optouts',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['NUMBER', 'SINCE'],
    row: ({ phone, createdAt }) => [phone, timeCell(createdAt)],
    nothing: 'Nobody has opted out.',
  }),
]

import { accountOption, accountPath, listCommandAt, pageOptions, pageQuery } from './accounts.ts'
import { findBookId } from './books.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table, timeCell } from './command.ts'
import { accountIn } from './lists.ts'

interface SendReply {
  readonly successful: boolean
  readonly request_id?: string
  /** A book of many contacts becomes several requests. */
  readonly request_ids?: readonly string[]
  readonly message: string
  readonly valid: number
  readonly invalid: number
  readonly duplicates: number
  readonly opted_out: number
}

interface Report {
  readonly dest_addr: string
  readonly status: string
  readonly request_id: string
}

const phoneFormat = 'in international format without +, such as 255712345678'
const phoneArgument = { name: 'NUMBER', about: `The number, ${phoneFormat}.` }

function describeSend(reply: SendReply, isServed: boolean): string {
  const {
    successful,
    request_ids: requests = [reply.request_id ?? ''],
    message,
    valid,
    invalid,
    duplicates,
    opted_out,
  } = reply
  const named = requests.length === 0 ? '' : `request ${requests.join(', ')}, `
  const counts = `${message}: ${named}${valid} valid, ${invalid} invalid, ${duplicates} duplicates, ${opted_out} opted out.`
  if (!successful && valid > 0) return `${counts}\nIt ended there: the other contacts of the book were not written to.`
  if (reply.request_id !== undefined && valid === 0 && invalid > 0) return `${counts}\nNumbers are ${phoneFormat}.`
  return successful && !isServed
    ? `${counts}\nIt goes out when a server or a worker runs on this database, here or elsewhere.`
    : counts
}

/** The body of a send to numbers, or to a book. */
function readMessage(input: Input): Record<string, unknown> {
  const [message, template, to] = [input.text('text'), input.text('template'), input.texts('to')]
  const isToBook = input.text('book') !== undefined
  if (message === undefined && template === undefined) throw badUsage('--text is missing')
  if (message !== undefined && template !== undefined)
    throw badUsage('--text and --template are both the message: leave one out')
  if (template !== undefined && !isToBook)
    throw badUsage('--template needs --book: its placeholders are filled from contacts')
  if (isToBook === to.length > 0)
    throw badUsage(isToBook ? '--to and --book are both recipients: leave one out' : '--to is missing')
  return {
    source_addr: input.text('from') ?? 'INFO',
    ...(template === undefined ? { message } : { template_id: template }),
    encoding: input.is('unicode') ? 8 : 0,
    ...(isToBook ? {} : { recipients: to.map((number, index) => ({ recipient_id: index + 1, dest_addr: number })) }),
    schedule_time: input.text('at') ?? '',
  }
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

interface Quote {
  readonly segments: number
  readonly encoding: 'gsm' | 'ucs2'
  readonly segmentsTotal: number
  readonly recipients: {
    readonly valid: number
    readonly invalid: number
    readonly duplicates: number
    readonly optedOut: number
  }
  readonly price: string
  readonly currency: string
  readonly byCountry: readonly {
    country: string | null
    callingCode: string
    recipients: number
    segments: number
    price: string
  }[]
  readonly available: string
  readonly enough: boolean
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
  const rows = byCountry.map((one) => [one.country, one.callingCode, one.recipients, one.segments, one.price])
  return [
    ...(rows.length === 0 ? [] : [table(['COUNTRY', 'CODE', 'RECIPIENTS', 'SEGMENTS', 'PRICE'], rows), '']),
    `${valid} valid, ${invalid} invalid, ${duplicates} duplicates, ${optedOut} opted out.`,
    `${segments} ${segments === 1 ? 'segment' : 'segments'} of ${encoding === 'gsm' ? 'GSM 03.38' : 'UCS-2'} at the most, ${segmentsTotal} in all.`,
    `It would cost ${price} ${currency}; ${available} can be spent${enough ? '' : ', which is not enough'}.`,
  ].join('\n')
}

export const smsCommands: readonly Command[] = [
  {
    name: 'send',
    about: 'Send an SMS.',
    options: sendOptions,
    notes: `To a book, {first_name} and other fields of a contact are filled in: ngoma send --book Customers --text 'Hello {first_name}'.`,
    async run(input) {
      const body = readMessage(input)
      const account = accountPath(input)
      const book = input.text('book')
      const { reply, isServed } = await withConsole(async (console) => {
        const path =
          book === undefined
            ? `${account}/sms/send`
            : `${account}/books/${await findBookId(console, accountIn(input), book)}/send`
        return { reply: await console.callPath<SendReply>('POST', path, body), isServed: console.isServed }
      })
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
      const body = readMessage(input)
      const account = accountPath(input)
      const book = input.text('book')
      const quote = await withConsole(async (console) => {
        const recipients = book === undefined ? {} : { book_id: await findBookId(console, accountIn(input), book) }
        return console.callPath<Quote>('POST', `${account}/sms/quote`, { ...body, ...recipients })
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
      const query = new URLSearchParams({
        ...pageQuery(input),
        ...(request === undefined ? {} : { request_id: request }),
        ...(to === undefined ? {} : { dest_addr: to }),
      })
      const account = accountPath(input)
      const { data } = await withConsole((console) =>
        console.callPath<{ data: Report[] }>('GET', `${account}/sms/reports?${query}`),
      )
      const rows = data.map(({ request_id, dest_addr, status }) => [request_id, dest_addr, status])
      input.print(
        data,
        rows.length === 0 ? 'There are no reports of that.' : table(['REQUEST', 'NUMBER', 'STATUS'], rows),
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
      const account = accountPath(input)
      const added = await withConsole((console) =>
        console.callPath<{ phone: string }>('POST', `${account}/optouts`, { phone: input.arguments[0] }),
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
      const account = accountPath(input)
      await withConsole((console) => console.callPath('DELETE', `${account}/optouts/${encodeURIComponent(phone)}`))
      input.print({ phone, removed: true }, `${phone} receives messages again.`)
      return exitCodes.done
    },
  },
  listCommandAt<{ phone: string; createdAt: string }>({
    name: 'optouts list',
    about: 'List the numbers that opted out.',
    options: accountOption,
    path: (input) => `${accountPath(input)}/optouts`,
    heads: ['NUMBER', 'SINCE'],
    row: ({ phone, createdAt }) => [phone, timeCell(createdAt)],
    nothing: 'Nobody has opted out.',
  }),
]

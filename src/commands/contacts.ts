import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ContactBody } from '../contract/console/contacts.ts'
import { bookOption, defaultBook, findBookId } from './books.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, Failure, type Input, type Option, timeCell } from './command.ts'
import { writeWhole } from './files.ts'
import { accountIn, accountOption, findListed, listCommand } from './lists.ts'
import { createProgress } from './progress.ts'

const numberArgument = { name: 'NUMBER', about: 'The number, in international format without +, such as 255712345678.' }

type Field = Exclude<keyof ContactBody, 'phone' | 'bookIds'>

/** What can be said of a contact, by the name that the console has for it. */
const fields: Readonly<Record<Field, readonly [option: string, about: string]>> = {
  phone2: ['second-number', 'Another number.'],
  title: ['title', 'How they are addressed.'],
  firstName: ['first-name', 'The first name.'],
  lastName: ['last-name', 'The last name.'],
  gender: ['gender', 'In any words.'],
  email: ['email', 'An e-mail address, or several with commas between them.'],
  country: ['country', 'Where they live.'],
  city: ['city', 'Where they live.'],
  area: ['area', 'Where they live.'],
  birthDate: ['birth-date', 'As yyyy-mm-dd.'],
}

const fieldOptions: Readonly<Record<string, Option>> = Object.fromEntries(
  Object.values(fields).map(([option, about]) => [option, { value: 'TEXT', about }]),
)

const readFields = (input: Input): { readonly [Name in Field]?: string } =>
  Object.fromEntries(Object.entries(fields).map(([field, [option]]) => [field, input.text(option)]))

const countOf = (contacts: number) => `${contacts.toLocaleString('en')} contact${contacts === 1 ? '' : 's'}`

const quote = 0x22
const lineEnd = 0x0a

/** Counts the records of a CSV file as it passes: line ends, but for those inside quotes. */
function countRecords() {
  const counted = { records: 0 }
  let isQuoted = false
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === lineEnd && !isQuoted) counted.records += 1
      }
      done(null, chunk)
    },
  })
  // The first names the columns.
  return { stream, contacts: () => Math.max(0, counted.records - 1) }
}

export const contactCommands: readonly Command[] = [
  {
    name: 'contacts export',
    about: 'Write the contacts of an address book into a CSV file.',
    arguments: [{ name: 'FILE', about: 'A new file, such as contacts.csv; - for standard output.' }],
    options: { ...accountOption, ...bookOption },
    notes: `The first line names the columns, as the API does; ngoma contacts import reads all of it back. A cell that a spreadsheet would take for a
formula has an apostrophe in front, which the import takes away again.`,
    async run(input) {
      const [file = ''] = input.arguments
      const account = accountIn(input)
      const { stream, contacts } = countRecords()
      const write = (target: Writable) =>
        withConsole(async (console) => {
          const bookId = await findBookId(console, account, input.text('book') ?? defaultBook)
          await pipeline(
            await console.stream('GET /accounts/:account/books/:book/export', { path: { ...account, book: bookId } }),
            stream,
            target,
          )
        })
      const progress = createProgress(() => `${countOf(contacts())} written`)
      try {
        await (file === '-' ? write(process.stdout) : writeWhole(file, write))
      } finally {
        progress.end()
      }
      if (file !== '-') input.print({ file, contacts: contacts() }, `${countOf(contacts())} written to ${file}.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'contacts list',
    about: 'List contacts, newest first.',
    options: {
      ...accountOption,
      book: { value: 'BOOK', about: 'Of this address book, by name or id; of all when left out.' },
      search: { value: 'TEXT', about: 'Part of a name or a number.' },
    },
    route: 'GET /accounts/:account/contacts',
    async request(input, console) {
      const path = accountIn(input)
      const book = input.text('book')
      const bookId = book === undefined ? undefined : await findBookId(console, path, book)
      return { path, query: { book: bookId, q: input.text('search') } }
    },
    heads: ['ID', 'NUMBER', 'FIRST NAME', 'LAST NAME', 'BOOKS', 'CREATED'],
    row: ({ id, phone, firstName, lastName, bookIds, createdAt }) => [
      id,
      phone,
      firstName,
      lastName,
      bookIds.join(' '),
      timeCell(createdAt),
    ],
    nothing: 'There are no such contacts.',
  }),
  {
    name: 'contacts add',
    about: 'Add a contact.',
    arguments: [numberArgument],
    options: {
      ...accountOption,
      book: { value: 'BOOK', multiple: true, about: `An address book, by name or id; ${defaultBook} when left out.` },
      ...fieldOptions,
    },
    async run(input) {
      const [phone = ''] = input.arguments
      const account = accountIn(input)
      const contact = await withConsole(async (console) => {
        const bookIds: number[] = []
        for (const book of input.texts('book')) bookIds.push(await findBookId(console, account, book))
        return console.call('POST /accounts/:account/contacts', {
          path: account,
          body: { phone, bookIds, ...readFields(input) },
        })
      })
      input.print(contact, `Contact ${contact.id} was added: ${contact.phone}.`)
      return exitCodes.done
    },
  },
  {
    name: 'contacts remove',
    about: 'Remove a contact, from an address book or from all.',
    arguments: [numberArgument],
    options: {
      ...accountOption,
      book: { value: 'BOOK', about: 'Only from this address book, by name or id. Who is in no other is removed.' },
    },
    async run(input) {
      const [phone = ''] = input.arguments
      const [account, book] = [accountIn(input), input.text('book')]
      await withConsole(async (console) => {
        const route = 'GET /accounts/:account/contacts'
        const contact = await findListed(console, route, { path: account }, phone, (one) => one.phone === phone)
        if (contact === null) throw new Failure(`no contact has the number ${phone}`)
        const bookId = book === undefined ? undefined : await findBookId(console, account, book)
        const path = { ...account, contact: contact.id }
        await console.call('DELETE /accounts/:account/contacts/:contact', { path, query: { book: bookId } })
      })
      input.print({ phone, removed: true }, `${phone} was removed.`)
      return exitCodes.done
    },
  },
]

import type { ContactBody } from '../contract/account/contacts.ts'
import { countOf } from '../values/count.ts'
import { bookOption, defaultBook, findBookId } from './books.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, Failure, type Input, type Option, timeCell } from './command.ts'
import { exportFile } from './csv-files.ts'
import { accountIn, accountOption, findListed, listCommand } from './lists.ts'
import { phoneArgument, phoneCell } from './phones.ts'

type Field = Exclude<keyof ContactBody, 'phone' | 'bookIds' | 'fields'>

/** Options for the fields of a contact, by field. */
const fields: Readonly<Record<Field, readonly [option: string, about: string]>> = {
  phone2: ['second-number', 'Second phone number.'],
  title: ['title', 'Title, such as Dr.'],
  firstName: ['first-name', 'First name.'],
  lastName: ['last-name', 'Last name.'],
  gender: ['gender', 'Gender, free text.'],
  email: ['email', 'Email address, or several separated by commas.'],
  country: ['country', 'Country.'],
  city: ['city', 'City.'],
  area: ['area', 'Area or district.'],
  birthDate: ['birth-date', 'Date of birth, as yyyy-mm-dd.'],
}

const fieldOptions: Readonly<Record<string, Option>> = Object.fromEntries(
  Object.values(fields).map(([option, about]) => [option, { value: 'TEXT', about }]),
)

const readFields = (input: Input): { readonly [Name in Field]?: string } =>
  Object.fromEntries(Object.entries(fields).map(([field, [option]]) => [field, input.text(option)]))

export const contactCommands: readonly Command[] = [
  {
    name: 'contacts export',
    about: 'Export the contacts of an address book as CSV.',
    arguments: [{ name: 'FILE', about: 'A new file, or - for standard output.' }],
    options: { ...accountOption, ...bookOption },
    notes: `The first line has the column names of the API. "ngoma contacts import" can import the file again. A cell that a spreadsheet would read as a formula begins with an apostrophe, which the import removes.`,
    examples: ['contacts export customers.csv --book Customers --account 2'],
    async run(input) {
      const [file = ''] = input.arguments
      const account = accountIn(input)
      const contacts = await exportFile(file, 'contact', async (console) => {
        const bookId = await findBookId(console, account, input.text('book') ?? defaultBook)
        return console.stream('GET /v2/books/:book/export', { path: { ...account, book: bookId } })
      })
      if (file !== '-') input.print({ file, contacts }, `${countOf(contacts, 'contact')} written to ${file}.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'contacts list',
    about: 'List contacts, newest first.',
    options: {
      ...accountOption,
      book: { value: 'BOOK', about: 'Only this address book, by name or ID.' },
      search: { value: 'TEXT', about: 'Only contacts with this text in the name or the number.' },
    },
    examples: ['contacts list --book Customers --search Asha --account 2'],
    route: 'GET /v2/contacts',
    async request(input, console) {
      const path = accountIn(input)
      const book = input.text('book')
      const bookId = book === undefined ? undefined : await findBookId(console, path, book)
      return { path, query: { book: bookId, q: input.text('search') } }
    },
    heads: ['ID', 'NUMBER', 'FIRST NAME', 'LAST NAME', 'BOOKS', 'CREATED'],
    row: ({ id, phone, firstName, lastName, bookIds, createdAt }) => [
      id,
      phoneCell(phone),
      firstName,
      lastName,
      bookIds.join(' '),
      timeCell(createdAt),
    ],
    nothing: 'No matching contacts.',
  }),
  {
    name: 'contacts add',
    about: 'Add a contact.',
    arguments: [phoneArgument],
    options: {
      ...accountOption,
      book: { value: 'BOOK', multiple: true, about: `Name or ID of an address book. Default: "${defaultBook}".` },
      ...fieldOptions,
    },
    examples: ['contacts add 0712345678 --first-name Asha --book Customers --account 2'],
    async run(input) {
      const [phone = ''] = input.arguments
      const account = accountIn(input)
      const contact = await withConsole(async (console) => {
        const bookIds: number[] = []
        for (const book of input.texts('book')) bookIds.push(await findBookId(console, account, book))
        return console.call('POST /v2/contacts', {
          path: account,
          body: { phone, bookIds, ...readFields(input) },
        })
      })
      input.print(contact, `Contact ${contact.id} added: ${phoneCell(contact.phone)}.`)
      return exitCodes.done
    },
  },
  {
    name: 'contacts remove',
    about: 'Remove a contact from one address book, or from all.',
    arguments: [phoneArgument],
    options: {
      ...accountOption,
      book: {
        value: 'BOOK',
        about: 'Remove it from this address book only, by name or ID. A contact in no other address book is deleted.',
      },
    },
    examples: ['contacts remove 0712345678 --account 2'],
    async run(input) {
      const [typed = ''] = input.arguments
      const [account, book] = [accountIn(input), input.text('book')]
      const { parseTypedPhone } = await import('../values/local-number.ts')
      const removed = await withConsole(async (console) => {
        const { country } = await console.call('GET /accounts/:account', { path: account })
        const phone = parseTypedPhone(typed, country) ?? typed
        const route = 'GET /v2/contacts'
        const contact = await findListed(console, route, { path: account }, phone, (one) => one.phone === phone)
        if (contact === null) throw new Failure(`no contact with the number ${phoneCell(phone)}`)
        const bookId = book === undefined ? undefined : await findBookId(console, account, book)
        const path = { ...account, contact: contact.id }
        await console.call('DELETE /v2/contacts/:contact', { path, query: { book: bookId } })
        return phone
      })
      input.print({ phone: removed, removed: true }, `Contact ${phoneCell(removed)} removed.`)
      return exitCodes.done
    },
  },
]

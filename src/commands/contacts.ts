import type { Contact, ContactBody } from '../contract/account/contacts.ts'
import { countOf } from '../values/count.ts'
import { bookOption, defaultBook, findBookId } from './books.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, type Option, timeCell } from './command.ts'
import { exportFile } from './csv-files.ts'
import { fieldsCell } from './fields.ts'
import { type AccountPath, accountIn, accountOption, cursorOption, findListed, listCommand } from './lists.ts'
import { phoneArgument, phoneCell } from './phones.ts'
import { findSegment } from './segments.ts'

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
  Object.values(fields).map(([option, about]) => [option, { value: 'TEXT', canBeEmpty: true, about }]),
)

const setOption: Readonly<Record<string, Option>> = {
  set: {
    value: 'KEY=VALUE',
    multiple: true,
    about: 'Value of a contact field, such as points=20. An empty value removes it. See "ngoma field list".',
  },
}

/** The server converts the values of contact fields to their types. */
function readFields(input: Input): { readonly [Name in Field]?: string } & Pick<ContactBody, 'fields'> {
  const pairs = input.texts('set').map((text) => /^([^=]+)=(.*)$/s.exec(text)?.slice(1) ?? [])
  if (pairs.some(({ length }) => length === 0)) throw badUsage('--set must be KEY=VALUE, such as points=20')
  return {
    ...Object.fromEntries(Object.entries(fields).map(([field, [option]]) => [field, input.text(option)])),
    fields: Object.fromEntries(pairs),
  }
}

/** Finds a contact by its number, which is read for the country of the account. */
async function getContact(console: ConsoleClient, account: AccountPath, typed: string): Promise<Contact> {
  const { parseTypedPhone } = await import('../values/local-number.ts')
  const { country } = await console.call('GET /accounts/:account', { path: account })
  const phone = parseTypedPhone(typed, country) ?? typed
  const contact = await findListed(console, 'GET /v2/contacts', { path: account }, phone, (one) => one.phone === phone)
  if (contact === null) throw new Failure(`no contact with the number ${phoneCell(phone)}`)
  return contact
}

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
      segment: { value: 'SEGMENT', about: 'Only this segment, by name or ID.' },
      search: { value: 'TEXT', about: 'Only contacts with this text in the name or the number.' },
      ...cursorOption,
    },
    examples: ['contacts list --book Customers --search Asha --account 2', 'contacts list --segment Loyal'],
    route: 'GET /v2/contacts',
    async request(input, console) {
      const path = accountIn(input)
      const book = input.text('book')
      const bookId = book === undefined ? undefined : await findBookId(console, path, book)
      const segment = input.text('segment')
      const segmentId = segment === undefined ? undefined : (await findSegment(console, path, segment)).id
      return { path, query: { book: bookId, segment: segmentId, q: input.text('search') } }
    },
    heads: ['ID', 'NUMBER', 'FIRST NAME', 'LAST NAME', 'FIELDS', 'BOOKS', 'CREATED'],
    row: ({ id, phone, firstName, lastName, fields: values, bookIds, createdAt }) => [
      id,
      phoneCell(phone),
      firstName,
      lastName,
      fieldsCell(values),
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
      ...setOption,
    },
    examples: [
      'contacts add 0712345678 --first-name Asha --book Customers --account 2',
      'contacts add +255712345678 --set voucher=A1 --set points=20',
    ],
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
    name: 'contacts change',
    about: 'Change the fields of a contact. Fields that are not given stay.',
    arguments: [phoneArgument],
    options: { ...accountOption, ...fieldOptions, ...setOption },
    examples: ['contacts change 0712345678 --last-name Mushi --set points=30'],
    async run(input) {
      const [phone = ''] = input.arguments
      const account = accountIn(input)
      const body = readFields(input)
      const contact = await withConsole(async (console) => {
        const { id } = await getContact(console, account, phone)
        return console.call('PUT /v2/contacts/:contact', { path: { ...account, contact: id }, body })
      })
      input.print(contact, `Contact ${contact.id} changed: ${phoneCell(contact.phone)}.`)
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
      const removed = await withConsole(async (console) => {
        const contact = await getContact(console, account, typed)
        const bookId = book === undefined ? undefined : await findBookId(console, account, book)
        const path = { ...account, contact: contact.id }
        await console.call('DELETE /v2/contacts/:contact', { path, query: { book: bookId } })
        return contact.phone
      })
      input.print({ phone: removed, removed: true }, `Contact ${phoneCell(removed)} removed.`)
      return exitCodes.done
    },
  },
]

import { searchText } from '../values/page.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Command, exitCodes, Failure, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, findListed, listCommand } from './lists.ts'

/** Every account has this book. */
export const defaultBook = 'Default'

export const bookOption: Readonly<Record<string, Option>> = {
  book: { value: 'BOOK', about: `Name or ID of the address book. Default: "${defaultBook}".` },
}

/** Finds a book by name or ID. A number that is the name of one book and the ID of another is an error. */
export async function findBookId(
  console: ConsoleClient,
  account: { readonly account: string },
  text: string,
): Promise<number> {
  const wanted = text.trim()
  const route = 'GET /v2/books'
  const book = await findListed(
    console,
    route,
    { path: account },
    wanted,
    ({ name }) => searchText(name) === searchText(wanted),
  )
  const isId = /^\d+$/.test(wanted)
  if (book && book.id !== Number(wanted) && isId && (await bookExists(console, { ...account, book: wanted }))) {
    throw new Failure(
      `${wanted} is the name of one address book and the ID of another. Use ID ${book.id} for the first, or the name of the second.`,
    )
  }
  if (book) return book.id
  if (!isId) throw new Failure(`unknown address book ${JSON.stringify(text)}. Run "ngoma book list" for a list.`)
  return (await console.call('GET /v2/books/:book', { path: { ...account, book: wanted } })).id
}

const bookExists = (console: ConsoleClient, path: { readonly account: string; readonly book: string }) =>
  console.call('GET /v2/books/:book', { path }).then(
    () => true,
    () => false,
  )

const bookArgument = { name: 'BOOK', about: 'Name or ID of the address book.' }

export const bookCommands: readonly Command[] = [
  listCommand({
    name: 'book list',
    about: 'List the address books of an account.',
    options: accountOption,
    examples: ['book list --account 2'],
    route: 'GET /v2/books',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'NAME', 'CONTACTS', 'CREATED'],
    row: ({ id, name, contactsCount, createdAt }) => [id, name, contactsCount, timeCell(createdAt)],
    nothing: 'No address books.',
  }),
  {
    name: 'book create',
    about: 'Create an address book.',
    arguments: [{ name: 'NAME', about: 'Name of the address book. It must be unique in the account, ignoring case.' }],
    options: { ...accountOption, description: { value: 'TEXT', canBeEmpty: true, about: 'Description.' } },
    examples: ['book create Customers --account 2'],
    async run(input) {
      const [name = ''] = input.arguments
      const body = { name, description: input.text('description') ?? '' }
      const path = accountIn(input)
      const book = await withConsole((console) => console.call('POST /v2/books', { path, body }))
      input.print(book, `Address book ${book.id} created.`)
      return exitCodes.done
    },
  },
  {
    name: 'book remove',
    about: 'Remove an address book and keep its contacts.',
    arguments: [bookArgument],
    options: accountOption,
    notes: `Contacts that are in no other address book move to ${defaultBook}.`,
    examples: ['book remove Customers --account 2'],
    async run(input) {
      const [text = ''] = input.arguments
      const account = accountIn(input)
      const id = await withConsole(async (console) => {
        const found = await findBookId(console, account, text)
        await console.call('DELETE /v2/books/:book', { path: { ...account, book: found } })
        return found
      })
      input.print({ id, removed: true }, `Address book ${id} removed. Its contacts were kept.`)
      return exitCodes.done
    },
  },
]

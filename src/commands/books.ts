import { searchText } from '../values/page.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Command, exitCodes, Failure, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, findListed, listCommand } from './lists.ts'

/** The book that every account has, and that is meant when none is named. */
export const defaultBook = 'Default'

export const bookOption: Readonly<Record<string, Option>> = {
  book: { value: 'BOOK', about: `The address book, by name or id; ${defaultBook} when left out.` },
}

/**
 * The id of a book that a person named, by its name or its id. What is the name of one and the id of another is
 * refused: a send would go to the wrong people.
 */
export async function findBookId(
  console: ConsoleClient,
  account: { readonly account: string },
  text: string,
): Promise<number> {
  const wanted = text.trim()
  const route = 'GET /accounts/:account/books'
  const book = await findListed(
    console,
    route,
    { path: account },
    wanted,
    ({ name }) => searchText(name) === searchText(wanted),
  )
  const isId = /^\d+$/.test(wanted)
  if (book && book.id !== Number(wanted) && isId && (await isThere(console, { ...account, book: wanted }))) {
    throw new Failure(
      `${wanted} is the name of one address book and the id of another: use the id of the first, ${book.id}, or the name of the second`,
    )
  }
  if (book) return book.id
  if (!isId) throw new Failure(`there is no address book ${JSON.stringify(text)}: ngoma book list shows them`)
  return (await console.call('GET /accounts/:account/books/:book', { path: { ...account, book: wanted } })).id
}

const isThere = (console: ConsoleClient, path: { readonly account: string; readonly book: string }) =>
  console.call('GET /accounts/:account/books/:book', { path }).then(
    () => true,
    () => false,
  )

const bookArgument = { name: 'BOOK', about: 'Its name or its id.' }

export const bookCommands: readonly Command[] = [
  listCommand({
    name: 'book list',
    about: 'List the address books of an account.',
    options: accountOption,
    route: 'GET /accounts/:account/books',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'NAME', 'CONTACTS', 'CREATED'],
    row: ({ id, name, contactsCount, createdAt }) => [id, name, contactsCount, timeCell(createdAt)],
    nothing: 'There are no address books.',
  }),
  {
    name: 'book create',
    about: 'Create an address book.',
    arguments: [
      { name: 'NAME', about: 'What people call it; no other of the account has the same, whatever its case.' },
    ],
    options: { ...accountOption, description: { value: 'TEXT', about: 'What it is for.' } },
    async run(input) {
      const [name = ''] = input.arguments
      const body = { name, description: input.text('description') ?? '' }
      const path = accountIn(input)
      const book = await withConsole((console) => console.call('POST /accounts/:account/books', { path, body }))
      input.print(book, `Address book ${book.id} was created.`)
      return exitCodes.done
    },
  },
  {
    name: 'book remove',
    about: 'Remove an address book; contacts that are in no other go to Default.',
    arguments: [bookArgument],
    options: accountOption,
    async run(input) {
      const [text = ''] = input.arguments
      const account = accountIn(input)
      const id = await withConsole(async (console) => {
        const found = await findBookId(console, account, text)
        await console.call('DELETE /accounts/:account/books/:book', { path: { ...account, book: found } })
        return found
      })
      input.print({ id, removed: true }, `Address book ${id} is gone; its contacts are still there.`)
      return exitCodes.done
    },
  },
]

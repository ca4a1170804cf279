import type { Book } from '../contract/account/contacts.ts'
import type { Segment } from '../contract/account/segments.ts'
import { searchText } from '../values/page.ts'
import type { ConsoleClient } from './client.ts'
import { Failure, type Option } from './command.ts'
import { type AccountPath, readAll, walk } from './lists.ts'

/** Every account has this book. */
export const defaultBook = 'Default'

export const bookOption: Readonly<Record<string, Option>> = {
  book: { value: 'BOOK', about: `Name or ID of the address book. Default: "${defaultBook}".` },
}

/** Finds a book by name or ID. A number that is the name of one book and the ID of another is an error. */
export async function findBookId(console: ConsoleClient, account: AccountPath, text: string): Promise<number> {
  const wanted = text.trim()
  let book: Book | null = null
  for await (const one of walk(console, 'GET /v2/books', { path: account }, { q: wanted })) {
    if (searchText(one.name) !== searchText(wanted)) continue
    book = one
    break
  }
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

/** Finds a segment by name or ID. */
export async function findSegment(console: ConsoleClient, path: AccountPath, text: string): Promise<Segment> {
  const segments = await readAll(console, 'GET /v2/segments', { path })
  const found =
    segments.find(({ name }) => searchText(name) === searchText(text.trim())) ??
    segments.find(({ id }) => String(id) === text.trim())
  if (!found) throw new Failure(`unknown segment ${JSON.stringify(text)}. Run "ngoma segment list" for a list.`)
  return found
}

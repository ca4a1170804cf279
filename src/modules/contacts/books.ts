import { setImmediate as breathe } from 'node:timers/promises'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { bookExists, bookMissing, defaultBookKeepsName, defaultBookStays } from './errors.ts'
import type { BookRequest, NewBookRequest } from './parse.ts'
import { type Book, nameKeyOf } from './rules.ts'
import { usedBySegments } from './segments/errors.ts'
import { booksOf } from './segments/rules.ts'
import { listSegments } from './segments/store.ts'
import { deleteBook, emptyBook, findBook, getDefaultBookId, insertBook, updateBook } from './store-books.ts'

export async function getBook(db: Queryable, accountId: number, id: number): Promise<Book> {
  const book = await findBook(db, accountId, id)
  if (book === null) throw bookMissing()
  return book
}

/** Returns the new id. The caller must hold the lock of the account's contacts. */
export async function createBook(tx: Tx, accountId: number, { name, description = '' }: NewBookRequest, now: Date) {
  const id = await insertBook(tx, accountId, { name, description, isDefault: false }, now)
  if (id === null) throw bookExists(name)
  return id
}

/** Missing fields keep their value. */
export function changeBook(ctx: ContactsContext, accountId: number, id: number, request: BookRequest): Promise<void> {
  return changeContacts(ctx, accountId, async (tx) => {
    const book = await getBook(tx, accountId, id)
    const { name = book.name, description = book.description } = request
    if (book.isDefault && nameKeyOf(name) !== nameKeyOf(book.name)) throw defaultBookKeepsName()
    if (!(await updateBook(tx, accountId, id, { name: book.isDefault ? book.name : name, description })))
      throw bookExists(name)
  })
}

/** Members removed in one statement, so that others get their turn: the embedded engine runs one statement at a time. */
const stepSize = 1_000

/** Throws when segments use the book. */
export async function rejectUsedBook(tx: Tx, accountId: number, id: number): Promise<void> {
  const users = (await listSegments(tx, accountId)).filter(({ filter }) => booksOf(filter).includes(id))
  if (users.length > 0) throw usedBySegments('book', users)
}

/**
 * Deletes no contact: contacts that are in no other book move to Default. A large book is emptied step by step. If this
 * is interrupted, the book still exists with its remaining contacts and can be deleted again.
 */
export async function removeBook(
  ctx: ContactsContext,
  accountId: number,
  id: number,
  check: (tx: Tx, accountId: number, id: number) => Promise<void> = async () => {},
): Promise<void> {
  const isGone = () =>
    changeContacts(ctx, accountId, async (tx) => {
      const { isDefault } = await getBook(tx, accountId, id)
      if (isDefault) throw defaultBookStays()
      await check(tx, accountId, id)
      const left = await emptyBook(tx, accountId, id, await getDefaultBookId(tx, accountId), stepSize)
      if (left === 0) await deleteBook(tx, accountId, id)
      return left === 0
    })
  while (!(await isGone())) await breathe()
}

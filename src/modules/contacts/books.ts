import { setImmediate as breathe } from 'node:timers/promises'
import type { Tx } from '../../engine/db/index.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { bookExists, bookMissing, defaultBookKeepsName, defaultBookStays } from './errors.ts'
import type { BookRequest, NewBookRequest } from './parse.ts'
import { nameKeyOf } from './rules.ts'
import { deleteBook, emptyBook, findBook, getDefaultBookId, insertBook, updateBook } from './store-books.ts'

/** Says which id it has. Whoever calls it holds the account's contacts. */
export async function createBook(
  tx: Tx,
  accountId: number,
  { name, description = '' }: NewBookRequest,
  now: Date,
): Promise<number> {
  const id = await insertBook(tx, accountId, { name, description, isDefault: false }, now)
  if (id === null) throw bookExists(name)
  return id
}

/** What is left out stays as it is. */
export function changeBook(ctx: ContactsContext, accountId: number, id: number, request: BookRequest): Promise<void> {
  return changeContacts(ctx, accountId, async (tx) => {
    const book = await findBook(tx, accountId, id)
    if (book === null) throw bookMissing()
    const { name = book.name, description = book.description } = request
    if (book.isDefault && nameKeyOf(name) !== nameKeyOf(book.name)) throw defaultBookKeepsName()
    if (!(await updateBook(tx, accountId, id, { name: book.isDefault ? book.name : name, description })))
      throw bookExists(name)
  })
}

/**
 * How many members are taken out at once, so that others get their turn in between: on the embedded engine everybody
 * waits for a statement.
 */
const stepSize = 1_000

/**
 * Deletes no contact: those that are in no other book move to Default. A large book empties step by step, each of which
 * is true by itself; when this breaks off, the book is still there with those who are left, and can be deleted again.
 */
export async function removeBook(ctx: ContactsContext, accountId: number, id: number): Promise<void> {
  const isGone = () =>
    changeContacts(ctx, accountId, async (tx) => {
      const book = await findBook(tx, accountId, id)
      if (book === null) throw bookMissing()
      if (book.isDefault) throw defaultBookStays()
      const left = await emptyBook(tx, accountId, id, await getDefaultBookId(tx, accountId), stepSize)
      if (left === 0) await deleteBook(tx, accountId, id)
      return left === 0
    })
  while (!(await isGone())) await breathe()
}

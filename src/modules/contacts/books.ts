import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { bookExists, bookMissing, defaultBookKeepsName, defaultBookStays } from './errors.ts'
import type { BookRequest, NewBookRequest } from './parse.ts'
import { nameKeyOf } from './rules.ts'
import { deleteBook, findBook, getDefaultBookId, insertBook, lockContacts, updateBook } from './store-books.ts'

/** Says which id it has. */
export async function createBook(tx: Tx, accountId: number, { name, description = '' }: NewBookRequest, now: Date): Promise<number> {
  await lockContacts(tx, accountId, now)
  const id = await insertBook(tx, accountId, { name, description, isDefault: false }, now)
  if (id === null) throw bookExists(name)
  return id
}

/** What is left out stays as it is. */
export function changeBook(ctx: Context, accountId: number, id: number, request: BookRequest): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await lockContacts(tx, accountId, ctx.clock.now())
    const book = await findBook(tx, accountId, id)
    if (book === null) throw bookMissing()
    const { name = book.name, description = book.description } = request
    if (book.isDefault && nameKeyOf(name) !== nameKeyOf(book.name)) throw defaultBookKeepsName()
    if (!(await updateBook(tx, accountId, id, { name: book.isDefault ? book.name : name, description }))) throw bookExists(name)
  })
}

/** Deletes no contact: those that are in no other book move to Default. */
export function removeBook(ctx: Context, accountId: number, id: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await lockContacts(tx, accountId, ctx.clock.now())
    const book = await findBook(tx, accountId, id)
    if (book === null) throw bookMissing()
    if (book.isDefault) throw defaultBookStays()
    await deleteBook(tx, accountId, id, await getDefaultBookId(tx, accountId))
  })
}

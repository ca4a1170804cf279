import type { Tx } from '../../engine/db/index.ts'
import { Refusal } from '../../values/refusal.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { bookOfContactMissing, contactExists, contactMissing, invalidMobileNumber } from './errors.ts'
import type { ContactRequest } from './parse.ts'
import { changed, newContact } from './rules.ts'
import {
  deleteContactsOutside,
  deleteMemberships,
  insertContacts,
  insertMemberships,
  listContactIds,
  listContactsByIds,
  listContactsByPhone,
  updateContacts,
} from './store.ts'
import { getDefaultBookId, listBookIds } from './store-books.ts'

/** Adds a contact and returns its id. The caller must hold the lock of the account's contacts. */
export async function createContact(tx: Tx, accountId: number, request: ContactRequest, now: Date): Promise<number> {
  const { phone, phone2, books, changes, fault } = request
  if (!phone || phone2 === null) throw invalidMobileNumber()
  const bookIds = await getBookIds(tx, accountId, books ?? [])
  if ((await listContactsByPhone(tx, accountId, [phone])).length > 0) throw contactExists()
  if (fault) throw fault

  const added = await insertContacts(tx, accountId, [newContact(phone, { ...changes, phone2 })], now)
  const id = added.get(phone)
  if (id === undefined) throw contactExists()
  await insertMemberships(tx, accountId, bookIds, [id])
  return id
}

/** Missing fields keep their value; `books` replaces all books of the contact. */
export function updateContact(
  ctx: ContactsContext,
  accountId: number,
  id: number,
  request: ContactRequest,
): Promise<void> {
  const { phone, phone2, books, changes, fault } = request
  return changeContacts(ctx, accountId, async (tx) => {
    const [contact] = await listContactsByIds(tx, accountId, [id])
    if (!contact) throw contactMissing()
    if (phone === null || phone2 === null) throw invalidMobileNumber()
    const bookIds = books === undefined ? null : await getBookIds(tx, accountId, books)
    const [other] = phone === undefined ? [] : await listContactsByPhone(tx, accountId, [phone])
    if (other && other.id !== id) throw contactExists()
    if (fault) throw fault

    await updateContacts(tx, accountId, [{ id, ...changed(contact, { ...changes, phone, phone2 }) }])
    if (bookIds === null) return
    await insertMemberships(tx, accountId, bookIds, [id])
    await deleteMemberships(tx, accountId, [id], { butOf: bookIds })
  })
}

/**
 * Removes contacts from books, and deletes those that are in no other book; without books, deletes them. Changes
 * nothing if one of them is missing.
 */
export function removeContacts(
  ctx: ContactsContext,
  accountId: number,
  ids: readonly (number | null)[],
  books: readonly (number | null)[] | null,
): Promise<void> {
  const contactIds = [...new Set(ids.filter((id) => id !== null))]
  const bookIds = books?.filter((id) => id !== null) ?? null
  return changeContacts(ctx, accountId, async (tx) => {
    const found = await listContactIds(tx, accountId, contactIds, bookIds)
    if (found.length < contactIds.length || contactIds.length === 0 || ids.includes(null)) throw contactMissing()
    await deleteMemberships(tx, accountId, contactIds, bookIds === null ? { butOf: [] } : { of: bookIds })
    await deleteContactsOutside(tx, accountId, contactIds)
  })
}

/** An empty list means the Default book; all given books must exist. */
async function getBookIds(tx: Tx, accountId: number, books: NonNullable<ContactRequest['books']>): Promise<number[]> {
  if (books instanceof Refusal) throw books
  if (books.length === 0) return [await getDefaultBookId(tx, accountId)]
  const wanted = new Set(books)
  const found = await listBookIds(
    tx,
    accountId,
    books.filter((id) => id !== null),
  )
  if (found.length < wanted.size) throw bookOfContactMissing()
  return found
}

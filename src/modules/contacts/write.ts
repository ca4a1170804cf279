import type { Tx } from '../../engine/db/index.ts'
import { Refusal } from '../../values/refusal.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { bookOfContactMissing, contactExists, contactMissing, invalidMobileNumber } from './errors.ts'
import { readFields } from './fields/rules.ts'
import { listFields } from './fields/store.ts'
import type { ContactRequest } from './parse.ts'
import { type ContactChanges, changed, type FieldChanges, newContact } from './rules.ts'
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
  const { books, changes, fault } = request
  const { phone, phone2 } = getPhones(request)
  if (phone === undefined) throw invalidMobileNumber()
  const bookIds = await getBookIds(tx, accountId, books ?? [])
  if ((await listContactsByPhone(tx, accountId, [phone])).length > 0) throw contactExists()
  if (fault) throw fault
  const fields = await getFields(tx, accountId, request)

  const added = await insertContacts(tx, accountId, [newContact(phone, { ...changes, phone2, fields })], now)
  const id = added.get(phone)
  if (id === undefined) throw contactExists()
  await insertMemberships(tx, accountId, bookIds, [id])
  return id
}

/** Missing fields keep their value; `books` replaces all books of the contact. */
export function updateContact(ctx: ContactsContext, accountId: number, id: number, request: ContactRequest) {
  const { books, changes, fault } = request
  return changeContacts(ctx, accountId, async (tx) => {
    const [contact] = await listContactsByIds(tx, accountId, [id])
    if (!contact) throw contactMissing()
    const { phone, phone2 } = getPhones(request)
    const bookIds = books === undefined ? null : await getBookIds(tx, accountId, books)
    const [other] = phone === undefined ? [] : await listContactsByPhone(tx, accountId, [phone])
    if (other && other.id !== id) throw contactExists()
    if (fault) throw fault
    const fields = await getFields(tx, accountId, request)

    await updateContacts(tx, accountId, [{ id, ...changed(contact, { ...changes, phone, phone2, fields }) }])
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

/** Throws the error of an invalid number. */
function getPhones({ phone, phone2 }: ContactRequest): Pick<ContactChanges, 'phone' | 'phone2'> {
  if (phone instanceof Refusal) throw phone
  if (phone2 instanceof Refusal) throw phone2
  return { phone, phone2 }
}

const getFields = async (tx: Tx, accountId: number, { fields }: ContactRequest): Promise<FieldChanges | undefined> =>
  fields === undefined ? undefined : readFields(fields, await listFields(tx, accountId))

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

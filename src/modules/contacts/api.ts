import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { books, contacts } from '../../contract/account/contact-routes.ts'
import { sendCsv } from '../../engine/csv/index.ts'
import type { Database } from '../../engine/db/index.ts'
import { parseId } from '../../values/id.ts'
import { type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { fromWireName } from '../../values/wire-names.ts'
import { findCountry } from '../accounts/index.ts'
import { changeBook, createBook, getBook, rejectUsedBook, removeBook } from './books.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { contactMissing } from './errors.ts'
import { exportBook } from './export.ts'
import { listAccountContacts, withOrderedFields } from './list-contacts.ts'
import { readBookFilter } from './lists.ts'
import { accountNames, bookNames, readBook, readContact, readNewBook } from './parse.ts'
import type { Contact } from './rules.ts'
import { listContactsByIds } from './store.ts'
import { type BookFilter, listBooks } from './store-books.ts'
import { createContact, removeContacts, updateContact } from './write.ts'

/** Sort fields of books: names of the account API, and equivalent names of the public API. */
const sortNames: Readonly<Record<string, string>> = {
  createdAt: 'created',
  name: 'addressbook',
  contactsCount: 'contacts_count',
}

/** Address books and contacts in the console. */
export function contactsApi(app: FastifyInstance, ctx: ContactsContext): void {
  booksConsole(app, ctx)
  const { db } = ctx

  serve(app, contacts.list, ({ accountId, query }) => listAccountContacts(ctx, accountId, query))

  serve(app, contacts.get, ({ accountId, id }) => getContact(db, accountId, id('contact')))

  serve(app, contacts.create, async ({ accountId, body, request }) => {
    const contact = readContact(body, accountNames(await findCountry(ctx, accountId)))
    const id = await changeContacts(ctx, accountId, (tx, now) => createContact(tx, accountId, contact, now))
    const created = await getContact(db, accountId, id)
    request.auditDetail = { id, phone: created.phone }
    return created
  })

  serve(app, contacts.update, async ({ accountId, id, body, request }) => {
    const changes = readContact(body, accountNames(await findCountry(ctx, accountId)))
    await updateContact(ctx, accountId, id('contact'), changes)
    const contact = await getContact(db, accountId, id('contact'))
    request.auditDetail = { phone: contact.phone }
    return contact
  })

  serve(app, contacts.delete, ({ accountId, id, query: { book } }) =>
    removeContacts(ctx, accountId, [id('contact')], book === undefined ? null : [parseId(book)]),
  )
}

function booksConsole(app: FastifyInstance, ctx: ContactsContext): void {
  const { db } = ctx

  serve(app, books.list, async ({ accountId, query }) => {
    const filter = readFilter(query)
    return showList(await ctx.reading(accountId, () => listBooks(db, accountId, filter)))
  })

  serve(app, books.get, ({ accountId, id }) => getBook(db, accountId, id('book')))

  serve(app, books.create, async ({ accountId, body, request }) => {
    const book = readNewBook(body, bookNames)
    const id = await changeContacts(ctx, accountId, (tx, now) => createBook(tx, accountId, book, now))
    request.auditDetail = { id, name: book.name }
    return getBook(db, accountId, id)
  })

  serve(app, books.update, async ({ accountId, id, body, request }) => {
    await changeBook(ctx, accountId, id('book'), readBook(body, bookNames))
    const book = await getBook(db, accountId, id('book'))
    request.auditDetail = { name: book.name }
    return book
  })

  serve(app, books.delete, ({ accountId, id }) => removeBook(ctx, accountId, id('book'), rejectUsedBook))

  serve(app, books.export, async ({ accountId, id, request, reply }) => {
    const book = await getBook(db, accountId, id('book'))
    request.auditDetail = { name: book.name }
    return sendCsv(request, reply, `contacts-${book.id}`, () => exportBook(db, accountId, book.id))
  })
}

/** Filters have other names in the public API. */
function readFilter(query: Query): BookFilter {
  const { sortBy, sortOrder, q, createdFrom, createdTo } = query
  const filters = { q, created_from: createdFrom, created_to: createdTo }
  const sort = sortBy === undefined ? {} : { sortBy: sortNames[fromWireName(String(sortBy))] ?? sortBy }
  return readBookFilter({ ...filters, ...sort, ...(sortOrder === undefined ? {} : { sortOrder }) }, readPlace(query))
}

async function getContact(db: Database, accountId: number, id: number): Promise<Contact> {
  const [contact] = await withOrderedFields(db, accountId, await listContactsByIds(db, accountId, [id]))
  if (!contact) throw contactMissing()
  return contact
}

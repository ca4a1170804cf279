import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Database } from '../../engine/db/index.ts'
import { parseId } from '../../values/id.ts'
import { type Query, readListPage, showList } from '../../values/page.ts'
import { fromWireName } from '../../values/wire-names.ts'
import { findCountry } from '../accounts/index.ts'
import { changeBook, createBook, rejectUsedBook, removeBook } from './books.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { bookMissing, contactMissing } from './errors.ts'
import { exportBook } from './export.ts'
import { listAccountContacts, withOrderedFields } from './list-contacts.ts'
import { readBooksQuestion } from './lists.ts'
import { accountNames, bookNames, readBook, readContact, readNewBook } from './parse.ts'
import type { Book, Contact } from './rules.ts'
import { listContactsByIds } from './store.ts'
import { type BooksQuestion, findBook, listBooks } from './store-books.ts'
import { createContact, removeContacts, updateContact } from './write.ts'

/** Bodies are validated by the rules of the public API, with the field names of the console. */
const change = (does: string) =>
  ({ scope: 'contacts:write', may: 'member', does, isTraffic: true, bodyValidatedByModule: true }) as const

/** Sort fields of books: names of the account API, and equivalent names of the public API. */
const sortNames: Readonly<Record<string, string>> = {
  createdAt: 'created',
  name: 'addressbook',
  contactsCount: 'contacts_count',
}

/** Address books and contacts in the console. */
export function contactsConsole(app: FastifyInstance, ctx: ContactsContext): void {
  booksConsole(app, ctx)
  const { db } = ctx

  serve(
    app,
    'GET /v2/contacts',
    { scope: 'contacts:read', may: 'viewer', reads: 'contacts.read' },
    ({ accountId, query }) => listAccountContacts(ctx, accountId, query),
  )

  serve(
    app,
    'GET /v2/contacts/:contact',
    { scope: 'contacts:read', may: 'viewer', reads: 'contacts.read' },
    ({ accountId, id }) => getContact(db, accountId, id('contact')),
  )

  serve(app, 'POST /v2/contacts', change('contact.create'), async ({ accountId, body, request }) => {
    const contact = readContact(body, accountNames(await findCountry(ctx, accountId)))
    const id = await changeContacts(ctx, accountId, (tx, now) => createContact(tx, accountId, contact, now))
    const created = await getContact(db, accountId, id)
    request.auditDetail = { id, phone: created.phone }
    return created
  })

  serve(app, 'PUT /v2/contacts/:contact', change('contact.change'), async ({ accountId, id, body, request }) => {
    const changes = readContact(body, accountNames(await findCountry(ctx, accountId)))
    await updateContact(ctx, accountId, id('contact'), changes)
    const contact = await getContact(db, accountId, id('contact'))
    request.auditDetail = { phone: contact.phone }
    return contact
  })

  serve(app, 'DELETE /v2/contacts/:contact', change('contact.remove'), ({ accountId, id, query: { book } }) =>
    removeContacts(ctx, accountId, [id('contact')], book === undefined ? null : [parseId(book)]),
  )
}

function booksConsole(app: FastifyInstance, ctx: ContactsContext): void {
  const { db } = ctx

  serve(app, 'GET /v2/books', { scope: 'contacts:read', may: 'viewer' }, async ({ accountId, query }) => {
    const question = readQuestion(query)
    return showList(await ctx.reading(accountId, () => listBooks(db, accountId, question)), question)
  })

  serve(app, 'GET /v2/books/:book', { scope: 'contacts:read', may: 'viewer' }, ({ accountId, id }) =>
    getBook(db, accountId, id('book')),
  )

  serve(app, 'POST /v2/books', change('book.create'), async ({ accountId, body, request }) => {
    const book = readNewBook(body, bookNames)
    const id = await changeContacts(ctx, accountId, (tx, now) => createBook(tx, accountId, book, now))
    request.auditDetail = { id, name: book.name }
    return getBook(db, accountId, id)
  })

  serve(app, 'PUT /v2/books/:book', change('book.change'), async ({ accountId, id, body, request }) => {
    await changeBook(ctx, accountId, id('book'), readBook(body, bookNames))
    const book = await getBook(db, accountId, id('book'))
    request.auditDetail = { name: book.name }
    return book
  })

  serve(app, 'DELETE /v2/books/:book', change('book.remove'), ({ accountId, id }) =>
    removeBook(ctx, accountId, id('book'), rejectUsedBook),
  )

  serve(
    app,
    'GET /v2/books/:book/export',
    { scope: 'contacts:read', may: 'viewer', does: 'contacts.export' },
    async ({ accountId, id, request, reply }) => {
      const book = await getBook(db, accountId, id('book'))
      request.auditDetail = { name: book.name }
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="contacts-${book.id}.csv"`)
      // A HEAD request would leave the stream unread.
      return reply.send(request.method === 'HEAD' ? undefined : exportBook(db, accountId, book.id))
    },
  )
}

/** Filters have other names in the public API. */
function readQuestion({ sortBy, sortOrder, q, createdFrom, createdTo, ...place }: Query): BooksQuestion {
  const filters = { q, created_from: createdFrom, created_to: createdTo }
  const sort = sortBy === undefined ? {} : { sortBy: sortNames[fromWireName(String(sortBy))] ?? sortBy }
  return {
    ...readBooksQuestion({ ...filters, ...sort, ...(sortOrder === undefined ? {} : { sortOrder }) }),
    ...readListPage(place),
  }
}

async function getBook(db: Database, accountId: number, id: number): Promise<Book> {
  const book = await findBook(db, accountId, id)
  if (book === null) throw bookMissing()
  return book
}

async function getContact(db: Database, accountId: number, id: number): Promise<Contact> {
  const [contact] = await withOrderedFields(db, accountId, await listContactsByIds(db, accountId, [id]))
  if (!contact) throw contactMissing()
  return contact
}

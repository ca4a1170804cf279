import type { FastifyInstance } from 'fastify'
import type { Database } from '../../engine/db/index.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { type Query, showPage } from '../../values/page.ts'
import { changeBook, createBook, removeBook } from './books.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { bookMissing, contactMissing } from './errors.ts'
import { exportBook } from './export.ts'
import { readBooksQuestion, readContactsQuestion } from './lists.ts'
import { ourNames, readBook, readContact, readNewBook } from './parse.ts'
import type { Book, Contact } from './rules.ts'
import { listContactsById } from './store.ts'
import { findBook, listBooks } from './store-books.ts'
import { listContacts } from './store-lists.ts'
import { createContact, removeContacts, updateContact } from './write.ts'

const area = consoleArea
const account = '/console/v1/accounts/:account'
const books = `${account}/books`
const contacts = `${account}/contacts`
const read = { config: { area, may: 'viewer' } } as const
const change = (does: string) => ({ config: { area, may: 'member', does } }) as const

/** What lists are sorted by: our words, and those of the wire that mean the same. */
const sortNames: Readonly<Record<string, string>> = {
  createdAt: 'created',
  name: 'addressbook',
  contactsCount: 'contacts_count',
  phone: 'mob_no',
  firstName: 'first_name',
  lastName: 'last_name',
}

/** Address books and contacts, for people. Bodies are judged by the rules of the API, under our own names. */
export function contactsConsole(app: FastifyInstance, ctx: ContactsContext): void {
  booksConsole(app, ctx)
  const { db } = ctx

  app.get(contacts, read, async ({ accountId, query }) => {
    const { book, ...others } = ourQuery(query)
    const question = readContactsQuestion({ ...others, addressbook_id: book })
    return showPage(await ctx.reading(accountId ?? 0, () => listContacts(db, accountId ?? 0, question)), question)
  })

  app.get(`${contacts}/:contact`, read, ({ accountId, params }) =>
    getContact(db, accountId ?? 0, idIn(params, 'contact')),
  )

  app.post(contacts, change('contact.create'), async (request, reply) => {
    const accountId = request.accountId ?? 0
    const contact = readContact(request.body, ourNames)
    const id = await changeContacts(ctx, accountId, (tx, now) => createContact(tx, accountId, contact, now))
    request.auditDetail = { id, phone: contact.phone }
    return reply.code(201).send(await getContact(db, accountId, id))
  })

  app.put(`${contacts}/:contact`, change('contact.change'), async (request) => {
    const accountId = request.accountId ?? 0
    const id = idIn(request.params, 'contact')
    await updateContact(ctx, accountId, id, readContact(request.body, ourNames))
    const contact = await getContact(db, accountId, id)
    request.auditDetail = { phone: contact.phone }
    return contact
  })

  app.delete(`${contacts}/:contact`, change('contact.remove'), async (request, reply) => {
    const { book } = request.query as Query
    await removeContacts(
      ctx,
      request.accountId ?? 0,
      [idIn(request.params, 'contact')],
      book === undefined ? null : [parseId(book)],
    )
    return reply.code(204).send()
  })
}

function booksConsole(app: FastifyInstance, ctx: ContactsContext): void {
  const { db } = ctx

  app.get(books, read, async ({ accountId, query }) => {
    const question = readBooksQuestion(ourQuery(query))
    return showPage(await ctx.reading(accountId ?? 0, () => listBooks(db, accountId ?? 0, question)), question)
  })

  app.get(`${books}/:book`, read, ({ accountId, params }) => getBook(db, accountId ?? 0, idIn(params, 'book')))

  app.post(books, change('book.create'), async (request, reply) => {
    const accountId = request.accountId ?? 0
    const book = readNewBook(request.body, ourNames)
    const id = await changeContacts(ctx, accountId, (tx, now) => createBook(tx, accountId, book, now))
    request.auditDetail = { id, name: book.name }
    return reply.code(201).send(await getBook(db, accountId, id))
  })

  app.put(`${books}/:book`, change('book.change'), async (request) => {
    const accountId = request.accountId ?? 0
    const id = idIn(request.params, 'book')
    await changeBook(ctx, accountId, id, readBook(request.body, ourNames))
    const book = await getBook(db, accountId, id)
    request.auditDetail = { name: book.name }
    return book
  })

  app.delete(`${books}/:book`, change('book.remove'), async (request, reply) => {
    await removeBook(ctx, request.accountId ?? 0, idIn(request.params, 'book'))
    return reply.code(204).send()
  })

  app.get(`${books}/:book/export`, read, async ({ accountId, params, method }, reply) => {
    const book = await getBook(db, accountId ?? 0, idIn(params, 'book'))
    reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="contacts-${book.id}.csv"`)
    // Whoever only asks for the headers would leave it unread.
    return reply.send(method === 'HEAD' ? undefined : exportBook(db, accountId ?? 0, book.id))
  })
}

function ourQuery(query: unknown): Query {
  const { sortBy, ...others } = query as Query
  return sortBy === undefined ? others : { ...others, sortBy: sortNames[String(sortBy)] ?? sortBy }
}

async function getBook(db: Database, accountId: number, id: number): Promise<Book> {
  const book = await findBook(db, accountId, id)
  if (book === null) throw bookMissing()
  return book
}

async function getContact(db: Database, accountId: number, id: number): Promise<Contact> {
  const [contact] = await listContactsById(db, accountId, [id])
  if (!contact) throw contactMissing()
  return contact
}

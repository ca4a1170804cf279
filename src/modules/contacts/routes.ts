import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type {
  Book as BookOnWire,
  Contact as ContactOnWire,
  ContactRemovalQuery,
  Deleted,
  Written,
} from '../../contract/public/contacts.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import type { Tx } from '../../engine/db/index.ts'
import { idIn, readIdempotencyKey, skipSchemaValidation } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { changeBook, createBook, removeBook } from './books.ts'
import { type ContactsContext, changeContactsOnce } from './context.ts'
import { schemas } from './describe.ts'
import { invalidFormat } from './errors.ts'
import { readBookFilter, readContactFilter } from './lists.ts'
import { readBook, readContact, readNewBook, readRemoval, wireNames } from './parse.ts'
import type { Book, Contact } from './rules.ts'
import { type ChildBook, listBooks, listChildBooks } from './store-books.ts'
import { listContacts } from './store-lists.ts'
import { createContact, removeContacts, updateContact } from './write.ts'

const contacts = '/public/v1/contacts'
const books = '/public/v1/address-books'
const config = { area: 'contact', malformedBody: invalidFormat }

export function contactsRoutes(app: FastifyInstance, ctx: ContactsContext): void {
  const options = (name: keyof typeof schemas) => ({ ...skipSchemaValidation, config, schema: schemas[name] })

  /** Creates a contact or a book, once for each idempotency key. */
  const create = async (
    request: FastifyRequest,
    reply: FastifyReply,
    message: string,
    work: (tx: Tx, accountId: number, now: Date) => Promise<number>,
  ) => {
    const { accountId } = request.caller
    const key = readIdempotencyKey(request, accountId)
    const { answer, replayed } = await changeContactsOnce(ctx, accountId, key, async (tx, now) =>
      written(message, await work(tx, accountId, now)),
    )
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    return answer
  }

  app.get(books, options('listBooks'), async ({ query, caller }) => {
    const page = readPage(query as Query)
    const asked = readBookFilter(query as Query, page)
    const list = asked.parentId === null ? listBooks : listChildBooks
    const { items, total } = await ctx.reading(caller.accountId, () => list(ctx.db, caller.accountId, asked))
    return showPage({ items: items.map(bookOnWire), total }, page)
  })

  app.post(books, options('createBook'), (request, reply) => {
    const book = readNewBook(request.body, wireNames)
    return create(request, reply, 'AddressBook Added Successfully', (tx, accountId, now) =>
      createBook(tx, accountId, book, now),
    )
  })

  app.put(`${books}/:book`, options('changeBook'), async ({ params, body, caller }) => {
    const id = idIn(params, 'book')
    await changeBook(ctx, caller.accountId, id, readBook(body, wireNames))
    return written('AddressBook Updated Successfully', id)
  })

  app.delete(`${books}/:book`, options('removeBook'), async ({ params, caller }) => {
    await removeBook(ctx, caller.accountId, idIn(params, 'book'))
    return deleted('AddressBook Deleted successfully')
  })

  app.get(contacts, options('listContacts'), async ({ query, caller }) => {
    const asked = readContactFilter(query as Query)
    const { items, total } = await ctx.reading(caller.accountId, () => listContacts(ctx.db, caller.accountId, asked))
    return showPage({ items: items.map(contactOnWire), total }, asked)
  })

  app.post(contacts, options('createContact'), (request, reply) => {
    const contact = readContact(request.body, wireNames)
    return create(request, reply, 'Contact added successfully', (tx, accountId, now) =>
      createContact(tx, accountId, contact, now),
    )
  })

  app.put(`${contacts}/:contact`, options('updateContact'), async ({ params, body, caller }) => {
    const id = idIn(params, 'contact')
    await updateContact(ctx, caller.accountId, id, readContact(body, wireNames))
    return written('Contact Updated Successfully', id)
  })

  app.delete(`${contacts}/:contact`, options('removeContact'), async ({ params, query, caller }) => {
    const { addressbook_id: book } = query as Unvalidated<ContactRemovalQuery>
    await removeContacts(ctx, caller.accountId, [idIn(params, 'contact')], book === undefined ? null : [parseId(book)])
    return deleted('Contacts Deleted Successfully')
  })

  app.delete(contacts, options('removeContacts'), async ({ body, caller }) => {
    const { contacts: ids, books: bookIds } = readRemoval(body)
    await removeContacts(ctx, caller.accountId, ids, bookIds)
    return deleted('Contacts Deleted Successfully')
  })
}

const written = (message: string, id: number): Written => ({ data: { id: String(id), message, status: 'true' } })
const deleted = (message: string): Deleted => ({ data: { message, status: 'true' } })

const bookOnWire = ({ id, name, description, contactsCount, createdAt, ...of }: Book | ChildBook): BookOnWire => ({
  id: String(id),
  addressbook: name,
  description,
  contacts_count: contactsCount,
  created: createdAt.toISOString(),
  vendor_id: 'accountId' in of ? String(of.accountId) : undefined,
})

/** Includes the field names of older clients. */
function contactOnWire(contact: Contact): ContactOnWire {
  const { firstName, lastName, country, city, area, birthDate } = contact
  return {
    id: String(contact.id),
    mob_no: contact.phone,
    mob_no2: contact.phone2,
    addressbook_id: contact.bookIds.map(String),
    title: contact.title,
    first_name: firstName,
    last_name: lastName,
    gender: contact.gender,
    email: contact.email,
    address_country: country,
    address_city: city,
    address_area: area,
    dob: birthDate,
    fname: firstName,
    lname: lastName,
    country,
    city,
    area,
    birth_date: birthDate,
    created: contact.createdAt.toISOString(),
  }
}

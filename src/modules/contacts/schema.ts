import { type TSchema, Type } from 'typebox'
import { IdempotencyHeader, ListQuery, listOf, Refused, refusals } from '../../engine/http/index.ts'
import { bookFields } from './store-books.ts'
import { contactFields } from './store-lists.ts'

/** The shapes of the wire, in the specification's own words. What comes in is judged by `parse.ts`, in the decided order; these describe it. */

const Id = Type.String({ description: 'a string of digits' })
const Ids = Type.Array(Id)
const Created = Type.String({ description: 'ISO 8601 with milliseconds and Z' })

/** The names that older clients know, beside the new ones. */
const olderNames = {
  fname: Type.String({ description: 'first_name' }),
  lname: Type.String({ description: 'last_name' }),
  country: Type.String({ description: 'address_country' }),
  city: Type.String({ description: 'address_city' }),
  area: Type.String({ description: 'address_area' }),
  birth_date: Type.String({ description: 'dob' }),
}

const contactFieldsOfWire = {
  mob_no: Type.String({ description: 'primary mobile number: digits only, with country code' }),
  mob_no2: Type.String({ description: 'secondary mobile number' }),
  addressbook_id: { ...Ids, description: 'the address books it belongs to; Default when there are none' } as typeof Ids,
  title: Type.String({ description: 'salutation, up to 32 characters' }),
  first_name: Type.String(),
  last_name: Type.String(),
  gender: Type.String({ description: 'up to 32 characters' }),
  email: Type.String({ description: 'one address, or several separated by commas' }),
  address_country: Type.String(),
  address_city: Type.String(),
  address_area: Type.String(),
  dob: Type.String({ description: 'YYYY-MM-DD' }),
}

const Contact = Type.Object({ id: Id, ...contactFieldsOfWire, ...olderNames, created: Created }, { additionalProperties: false })

const ContactBody = Type.Partial(Type.Object({ ...contactFieldsOfWire, ...olderNames }), {
  examples: [{ mob_no: '255712345678', first_name: 'Amina', last_name: 'Juma', addressbook_id: ['1'] }],
})

const Book = Type.Object(
  { id: Id, addressbook: Type.String(), description: Type.String(), contacts_count: Type.Integer(), created: Created },
  { additionalProperties: false },
)

const BookBody = Type.Object(
  { addressbook: Type.String({ description: 'its name, up to 100 characters' }), description: Type.Optional(Type.String()) },
  { examples: [{ addressbook: 'Customers', description: 'Everybody who bought something' }] },
)

const BookChanges = Type.Partial(BookBody)

const result = (fields: Readonly<Record<string, TSchema>>) =>
  Type.Object(
    { data: Type.Object({ ...fields, message: Type.String(), status: Type.String({ description: 'the text true' }) }, { additionalProperties: false }) },
    { additionalProperties: false },
  )
const Written = result({ id: Id })
const Deleted = result({})

/** How refusals of contacts and books look, other than those of all products. */
const RefusedInData = Type.Object(
  { data: Type.Object({ message: Type.String(), status: Type.String({ description: 'the text false' }) }, { additionalProperties: false }) },
  { additionalProperties: false },
)
const InvalidNumber = Type.Object({ status: Type.Integer(), message: Type.String({ description: 'Invalid Mobile Number' }) }, { additionalProperties: false })
const NoAuthorization = Type.Object({ error: Type.String({ description: 'No authorization headers' }) }, { additionalProperties: false })

const inData = (description: string) => ({ ...RefusedInData, description })
const oneOf = (description: string, ...shapes: TSchema[]) => ({ ...Type.Union(shapes), description })

/** `Refused` is what is said of a bad Idempotency-Key. */
const bad = (...others: readonly TSchema[]) => ({
  400: oneOf('Refused; the message says why. An error without the header Authorization.', RefusedInData, ...others, NoAuthorization),
})
const exists = { 409: inData('Another one has it already.') }
const existsOrReused = { 409: oneOf('There is one already; or, with a code, the Idempotency-Key was used with another body.', RefusedInData, Refused) }
const missing = (what: string) => ({ 404: inData(`${what} Not Found`) })
const defaultStays = { 403: inData('It is the Default book.') }

const always = refusals(401, 413, 415, 429, 503)
const answer = (schema: TSchema, description: string, ...refused: readonly Readonly<Record<number, unknown>>[]): Record<number, unknown> =>
  Object.assign({ 200: { ...schema, description } }, always, ...refused)
const page = (item: TSchema, description: string) => ({ 200: { ...listOf(item), description }, ...refusals(400, 401, 429, 503) })
const search = { q: Type.Optional(Type.String({ description: 'part of a name or number, whatever its case' })) }
const time = (description: string) => Type.Optional(Type.String({ description }))

const RemovalBody = Type.Object({ contacts_id: Ids, addressbook_id: Type.Optional(Ids) }, { examples: [{ contacts_id: ['1', '2'], addressbook_id: ['1'] }] })

export const schemas = {
  listBooks: {
    summary: 'List address books',
    description: 'Newest first, or as sortBy says. Dates are inclusive; a day is the whole day, GMT.',
    querystring: ListQuery(bookFields, {
      q: Type.Optional(Type.String({ description: 'part of a name, whatever its case' })),
      parent_vendor_id: time('of accounts that belong to this one (resellers)'),
      created_from: time('ISO date: created on or after it'),
      created_to: time('ISO date: created on or before it'),
    }),
    response: page(Book, 'A page of address books.'),
  },
  createBook: {
    summary: 'Create an address book',
    description: 'Names are unique per account, whatever their case: 409 `<name> already exists`.',
    headers: IdempotencyHeader,
    body: BookBody,
    response: answer(Written, 'AddressBook Added Successfully', bad(Refused), existsOrReused),
  },
  changeBook: {
    summary: 'Change an address book',
    description: 'What is left out stays as it is. The Default book keeps its name.',
    body: BookChanges,
    response: answer(Written, 'AddressBook Updated Successfully', bad(), defaultStays, missing('AddressBook'), exists),
  },
  removeBook: {
    summary: 'Delete an address book',
    description: 'No contact is deleted: those that are in no other book move to Default. The Default book can not be deleted (403).',
    response: answer(Deleted, 'AddressBook Deleted successfully', bad(), defaultStays, missing('AddressBook')),
  },
  listContacts: {
    summary: 'List contacts',
    description: 'Of all address books, or of one; newest first, or as sortBy says.',
    querystring: ListQuery(contactFields, { addressbook_id: Type.Optional(Id), ...search }),
    response: page(Contact, 'A page of contacts.'),
  },
  createContact: {
    summary: 'Create a contact',
    description: 'One per account and mob_no: 409 `Contact already exists`. Without addressbook_id it goes into the Default book.',
    headers: IdempotencyHeader,
    body: ContactBody,
    response: answer(Written, 'Contact added successfully', bad(InvalidNumber, Refused), missing('Addressbook'), existsOrReused),
  },
  updateContact: {
    summary: 'Update a contact',
    description: 'What is left out stays as it is; addressbook_id, when given, is the whole new set of address books.',
    body: ContactBody,
    response: answer(Written, 'Contact Updated Successfully', bad(InvalidNumber), missing('Contact or Addressbook'), exists),
  },
  removeContact: {
    summary: 'Delete a contact',
    description: 'With addressbook_id it is taken out of that book, and deleted when that was its last; without, it is deleted.',
    querystring: Type.Object({ addressbook_id: Type.Optional(Id) }),
    response: answer(Deleted, 'Contacts Deleted Successfully', bad(), missing('Contact')),
  },
  removeContacts: {
    summary: 'Delete several contacts',
    description: 'Up to 1,000 at once; out of the books that are named, or altogether. All of them are there, or nothing is changed.',
    body: RemovalBody,
    response: answer(Deleted, 'Contacts Deleted Successfully', bad(), missing('Contact')),
  },
}

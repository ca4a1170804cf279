import { type TSchema, Type } from 'typebox'
import {
  Created,
  type Described,
  Id,
  IdempotencyHeader,
  idParams,
  ListQuery,
  listOf,
  optionalText,
} from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import { timeWanted } from '../../values/time.ts'
import {
  bookExists,
  bookMissing,
  bookNameMissing,
  bookOfContactMissing,
  contactExists,
  contactIdsMissing,
  contactMissing,
  defaultBookKeepsName,
  defaultBookStays,
  invalidField,
  invalidMobileNumber,
} from './errors.ts'
import * as examples from './examples.ts'
import { bookFields } from './store-books.ts'
import { contactFields } from './store-lists.ts'

/**
 * The shapes of the wire, in the specification's own words. What comes in is judged by `parse.ts`, in the decided
 * order; these describe it.
 */

const Ids = Type.Array(Id)

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
  addressbook_id: Type.Array(Id, { description: 'the address books it belongs to; Default when there are none' }),
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

const Contact = Type.Object(
  { id: Id, ...contactFieldsOfWire, ...olderNames, created: Created },
  { additionalProperties: false },
)

const ContactBody = Type.Partial(Type.Object({ ...contactFieldsOfWire, ...olderNames }))
const NewContactBody = Type.Object({ ...ContactBody.properties, mob_no: contactFieldsOfWire.mob_no })

const Book = Type.Object(
  { id: Id, addressbook: Type.String(), description: Type.String(), contacts_count: Type.Integer(), created: Created },
  { additionalProperties: false },
)

const BookBody = Type.Object({
  addressbook: Type.String({ description: 'its name, up to 100 characters' }),
  description: Type.Optional(Type.String()),
})

const result = (fields: Readonly<Record<string, TSchema>>) =>
  Type.Object(
    {
      data: Type.Object(
        { ...fields, message: Type.String(), status: Type.String({ description: 'the text true' }) },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  )
const Written = result({ id: Id })
const Deleted = result({})

const RemovalBody = Type.Object({ contacts_id: Ids, addressbook_id: Type.Optional(Ids) })

const answer = (schema: TSchema, description: string) => ({ 200: { ...schema, description } })
const badContact = [
  invalidMobileNumber(),
  bookOfContactMissing(),
  contactExists(),
  invalidField('dob', 'must be a date, as YYYY-MM-DD'),
]

export const schemas = {
  listBooks: {
    operationId: 'listAddressBooks',
    summary: 'List address books',
    description: 'Newest first, or as sortBy says. Dates are inclusive; a day is the whole day, GMT.',
    querystring: ListQuery(bookFields, {
      q: optionalText('part of a name, whatever its case', 'custom'),
      parent_vendor_id: optionalText('of accounts that belong to this one (resellers)', '1'),
      created_from: optionalText('ISO date: created on or after it', '2026-01-01'),
      created_to: optionalText('ISO date: created on or before it', '2030-12-31'),
    }),
    response: answer(listOf(Book), 'A page of address books.'),
    examples: examples.booksListed,
    refused: [invalidParameter('created_from', timeWanted)],
  },
  createBook: {
    operationId: 'createAddressBook',
    summary: 'Create an address book',
    description: 'Names are unique per account, whatever their case: 409 `<name> already exists`.',
    headers: IdempotencyHeader,
    body: BookBody,
    response: answer(Written, 'AddressBook Added Successfully'),
    examples: examples.bookCreated,
    refused: [bookNameMissing('addressbook'), bookExists('Customers')],
  },
  changeBook: {
    operationId: 'updateAddressBook',
    summary: 'Change an address book',
    description: 'What is left out stays as it is. The Default book keeps its name.',
    params: idParams('book'),
    body: Type.Partial(BookBody),
    response: answer(Written, 'AddressBook Updated Successfully'),
    examples: examples.bookChanged,
    refused: [bookNameMissing('addressbook'), defaultBookKeepsName(), bookMissing(), bookExists('Default')],
  },
  removeBook: {
    operationId: 'deleteAddressBook',
    summary: 'Delete an address book',
    description:
      'No contact is deleted: those that are in no other book move to Default. The Default book can not be deleted (403).',
    params: idParams('book'),
    response: answer(Deleted, 'AddressBook Deleted successfully'),
    examples: examples.bookRemoved,
    refused: [defaultBookStays(), bookMissing()],
  },
  listContacts: {
    operationId: 'listContacts',
    summary: 'List contacts',
    description: 'Of all address books, or of one; newest first, or as sortBy says.',
    querystring: ListQuery(contactFields, {
      addressbook_id: optionalText('of this book alone, by its id', '1'),
      q: optionalText('part of a name or number, whatever its case', 'amina'),
    }),
    response: answer(listOf(Contact), 'A page of contacts.'),
    examples: examples.contactsListed,
    refused: [invalidParameter('limit', 'an integer from 1 to 1000')],
  },
  createContact: {
    operationId: 'createContact',
    summary: 'Create a contact',
    description:
      'One per account and mob_no: 409 `Contact already exists`. Without addressbook_id it goes into the Default book.',
    headers: IdempotencyHeader,
    body: NewContactBody,
    response: answer(Written, 'Contact added successfully'),
    examples: examples.contactCreated,
    refused: badContact,
  },
  updateContact: {
    operationId: 'updateContact',
    summary: 'Update a contact',
    description: 'What is left out stays as it is; addressbook_id, when given, is the whole new set of address books.',
    params: idParams('contact'),
    body: ContactBody,
    response: answer(Written, 'Contact Updated Successfully'),
    examples: examples.contactUpdated,
    refused: [contactMissing(), ...badContact],
  },
  removeContact: {
    operationId: 'deleteContact',
    summary: 'Delete a contact',
    description:
      'With addressbook_id it is taken out of that book, and deleted when that was its last; without, it is deleted.',
    params: idParams('contact'),
    querystring: Type.Object({ addressbook_id: optionalText('out of this book alone, by its id', '1') }),
    response: answer(Deleted, 'Contacts Deleted Successfully'),
    examples: examples.contactRemoved,
    refused: [contactMissing()],
  },
  removeContacts: {
    operationId: 'deleteContacts',
    summary: 'Delete several contacts',
    description:
      'Up to 1,000 at once; out of the books that are named, or altogether. All of them are there, or nothing is changed.',
    body: RemovalBody,
    response: answer(Deleted, 'Contacts Deleted Successfully'),
    examples: examples.contactsRemoved,
    refused: [contactIdsMissing(), contactMissing()],
  },
} satisfies Readonly<Record<string, Described>>

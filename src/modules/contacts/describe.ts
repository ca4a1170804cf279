import type { TSchema } from 'typebox'
import {
  BookBody,
  BookParams,
  Books,
  BooksQuery,
  ContactBody,
  ContactParams,
  ContactRemovalQuery,
  Contacts,
  ContactsQuery,
  Deleted,
  NewBookBody,
  NewContactBody,
  RemovalBody,
  Written,
} from '../../contract/public/contacts.ts'
import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter, showPage } from '../../values/page.ts'
import { timeWanted } from '../../values/time.ts'
import * as errors from './errors.ts'

const answer = (schema: TSchema, description: string) => ({ 200: { ...schema, description } })
const badContact = [
  errors.invalidMobileNumber(),
  errors.bookOfContactMissing(),
  errors.contactExists(),
  errors.invalidField('dob', 'must be a date, as YYYY-MM-DD'),
]

const created = '2030-01-31T08:00:00.000Z'
const onePage = (item: unknown) => showPage({ items: [item], total: 1 }, { page: 1, limit: 10 })
const written = (id: string, message: string) => ({ data: { id, message, status: 'true' } })
const deleted = (message: string) => ({ data: { message, status: 'true' } })

const book = { addressbook: 'Customers', description: 'Customers with at least one purchase' }

const contact = {
  mob_no: '255712345678',
  mob_no2: '',
  addressbook_id: ['1'],
  title: 'Ms',
  first_name: 'Amina',
  last_name: 'Juma',
  gender: 'female',
  email: 'amina@example.com',
  address_country: 'Tanzania',
  address_city: 'Dar es Salaam',
  address_area: 'Kinondoni',
  dob: '1990-01-31',
}
/** Under the field names of older clients. */
const older = {
  fname: 'Amina',
  lname: 'Juma',
  country: 'Tanzania',
  city: 'Dar es Salaam',
  area: 'Kinondoni',
  birth_date: '1990-01-31',
}

export const schemas = {
  listBooks: {
    operationId: 'listAddressBooks',
    summary: 'List address books',
    description:
      'Sorted by creation time, newest first, or by sortBy. Date filters are inclusive; a date means the whole day in GMT. Resellers list the books of their sub-accounts with parent_vendor_id; each item then has vendor_id.',
    querystring: BooksQuery,
    response: answer(Books, 'A page of address books.'),
    examples: { answer: { 'a page': onePage({ id: '2', ...book, contacts_count: 1, created }) } },
    refused: [invalidParameter('created_from', timeWanted)],
  },
  createBook: {
    operationId: 'createAddressBook',
    summary: 'Create an address book',
    description: 'Names are unique within the account, ignoring case: 409 `<name> already exists`.',
    headers: IdempotencyHeader,
    body: NewBookBody,
    response: answer(Written, 'AddressBook Added Successfully'),
    examples: {
      body: { 'a book': book },
      answer: { created: written('2', 'AddressBook Added Successfully') },
    },
    refused: [errors.bookNameMissing('addressbook'), errors.bookExists('Customers')],
  },
  changeBook: {
    operationId: 'updateAddressBook',
    summary: 'Change an address book',
    description: 'Fields that are left out keep their value. The Default book cannot be renamed.',
    params: BookParams,
    body: BookBody,
    response: answer(Written, 'AddressBook Updated Successfully'),
    examples: {
      body: { 'another description': { description: 'Customers with a purchase this year' } },
      answer: { changed: written('1', 'AddressBook Updated Successfully') },
    },
    refused: [
      errors.bookNameMissing('addressbook'),
      errors.defaultBookKeepsName(),
      errors.bookMissing(),
      errors.bookExists('Default'),
    ],
  },
  removeBook: {
    operationId: 'deleteAddressBook',
    summary: 'Delete an address book',
    description:
      'No contact is deleted: contacts that are in no other book move to Default. The Default book cannot be deleted (403).',
    params: BookParams,
    response: answer(Deleted, 'AddressBook Deleted successfully'),
    examples: { answer: { deleted: deleted('AddressBook Deleted successfully') } },
    refused: [errors.defaultBookStays(), errors.bookMissing()],
  },
  listContacts: {
    operationId: 'listContacts',
    summary: 'List contacts',
    description: 'Lists all contacts, or those of one address book; newest first, or by sortBy.',
    querystring: ContactsQuery,
    response: answer(Contacts, 'A page of contacts.'),
    examples: {
      answer: { 'a page': onePage({ id: '1', ...contact, ...older, created }) },
    },
    refused: [invalidParameter('limit', 'an integer from 1 to 1000')],
  },
  createContact: {
    operationId: 'createContact',
    summary: 'Create a contact',
    description:
      'A mob_no is unique within the account: 409 `Contact already exists`. Without addressbook_id the contact goes into the Default book.',
    headers: IdempotencyHeader,
    body: NewContactBody,
    response: answer(Written, 'Contact added successfully'),
    examples: {
      body: {
        'with a number only': { mob_no: '255712345679' },
        'with all fields': contact,
      },
      answer: { created: written('1', 'Contact added successfully') },
    },
    refused: badContact,
  },
  updateContact: {
    operationId: 'updateContact',
    summary: 'Update a contact',
    description: 'Fields that are left out keep their value; addressbook_id replaces all address books of the contact.',
    params: ContactParams,
    body: ContactBody,
    response: answer(Written, 'Contact Updated Successfully'),
    examples: {
      body: { 'another name, in two books': { last_name: 'Mushi', addressbook_id: ['1', '2'] } },
      answer: { changed: written('1', 'Contact Updated Successfully') },
    },
    refused: [errors.contactMissing(), ...badContact],
  },
  removeContact: {
    operationId: 'deleteContact',
    summary: 'Delete a contact',
    description:
      'With addressbook_id the contact is removed from that book, and deleted if it was in no other book. Without it, the contact is deleted.',
    params: ContactParams,
    querystring: ContactRemovalQuery,
    response: answer(Deleted, 'Contacts Deleted Successfully'),
    examples: { answer: { deleted: deleted('Contacts Deleted Successfully') } },
    refused: [errors.contactMissing()],
  },
  removeContacts: {
    operationId: 'deleteContacts',
    summary: 'Delete several contacts',
    description:
      'Deletes up to 1,000 contacts at once, or removes them from the given books. If one of them does not exist, nothing is changed.',
    body: RemovalBody,
    response: answer(Deleted, 'Contacts Deleted Successfully'),
    examples: {
      body: { altogether: { contacts_id: ['1', '2'] }, 'out of a book': { contacts_id: ['3'], addressbook_id: ['1'] } },
      answer: { deleted: deleted('Contacts Deleted Successfully') },
    },
    refused: [errors.contactIdsMissing(), errors.contactMissing()],
  },
} satisfies Readonly<Record<string, Described>>

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
    description:
      'Newest first, or as sortBy says. Dates are inclusive; a day is the whole day, GMT. Resellers list the books of their sub-accounts with parent_vendor_id; each then has vendor_id.',
    querystring: BooksQuery,
    response: answer(Books, 'A page of address books.'),
    examples: examples.booksListed,
    refused: [invalidParameter('created_from', timeWanted)],
  },
  createBook: {
    operationId: 'createAddressBook',
    summary: 'Create an address book',
    description: 'Names are unique per account, whatever their case: 409 `<name> already exists`.',
    headers: IdempotencyHeader,
    body: NewBookBody,
    response: answer(Written, 'AddressBook Added Successfully'),
    examples: examples.bookCreated,
    refused: [bookNameMissing('addressbook'), bookExists('Customers')],
  },
  changeBook: {
    operationId: 'updateAddressBook',
    summary: 'Change an address book',
    description: 'What is left out stays as it is. The Default book keeps its name.',
    params: BookParams,
    body: BookBody,
    response: answer(Written, 'AddressBook Updated Successfully'),
    examples: examples.bookChanged,
    refused: [bookNameMissing('addressbook'), defaultBookKeepsName(), bookMissing(), bookExists('Default')],
  },
  removeBook: {
    operationId: 'deleteAddressBook',
    summary: 'Delete an address book',
    description:
      'No contact is deleted: those that are in no other book move to Default. The Default book can not be deleted (403).',
    params: BookParams,
    response: answer(Deleted, 'AddressBook Deleted successfully'),
    examples: examples.bookRemoved,
    refused: [defaultBookStays(), bookMissing()],
  },
  listContacts: {
    operationId: 'listContacts',
    summary: 'List contacts',
    description: 'Of all address books, or of one; newest first, or as sortBy says.',
    querystring: ContactsQuery,
    response: answer(Contacts, 'A page of contacts.'),
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
    params: ContactParams,
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
    params: ContactParams,
    querystring: ContactRemovalQuery,
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

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
      'Sorted by creation time, newest first, or by sortBy. Date filters are inclusive; a date means the whole day in GMT. Resellers list the books of their sub-accounts with parent_vendor_id; each item then has vendor_id.',
    querystring: BooksQuery,
    response: answer(Books, 'A page of address books.'),
    examples: examples.booksListed,
    refused: [invalidParameter('created_from', timeWanted)],
  },
  createBook: {
    operationId: 'createAddressBook',
    summary: 'Create an address book',
    description: 'Names are unique within the account, ignoring case: 409 `<name> already exists`.',
    headers: IdempotencyHeader,
    body: NewBookBody,
    response: answer(Written, 'AddressBook Added Successfully'),
    examples: examples.bookCreated,
    refused: [bookNameMissing('addressbook'), bookExists('Customers')],
  },
  changeBook: {
    operationId: 'updateAddressBook',
    summary: 'Change an address book',
    description: 'Fields that are left out keep their value. The Default book cannot be renamed.',
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
      'No contact is deleted: contacts that are in no other book move to Default. The Default book cannot be deleted (403).',
    params: BookParams,
    response: answer(Deleted, 'AddressBook Deleted successfully'),
    examples: examples.bookRemoved,
    refused: [defaultBookStays(), bookMissing()],
  },
  listContacts: {
    operationId: 'listContacts',
    summary: 'List contacts',
    description: 'Lists all contacts, or those of one address book; newest first, or by sortBy.',
    querystring: ContactsQuery,
    response: answer(Contacts, 'A page of contacts.'),
    examples: examples.contactsListed,
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
    examples: examples.contactCreated,
    refused: badContact,
  },
  updateContact: {
    operationId: 'updateContact',
    summary: 'Update a contact',
    description: 'Fields that are left out keep their value; addressbook_id replaces all address books of the contact.',
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
      'With addressbook_id the contact is removed from that book, and deleted if it was in no other book. Without it, the contact is deleted.',
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
      'Deletes up to 1,000 contacts at once, or removes them from the given books. If one of them does not exist, nothing is changed.',
    body: RemovalBody,
    response: answer(Deleted, 'Contacts Deleted Successfully'),
    examples: examples.contactsRemoved,
    refused: [contactIdsMissing(), contactMissing()],
  },
} satisfies Readonly<Record<string, Described>>

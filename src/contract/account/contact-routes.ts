import { CsvFile, File, resource, route } from '../route.ts'
import { objectOf, pagesOf, partial, queryOf, searchPageOf } from '../shapes.ts'
import { Type } from '../type.ts'
import { Book, Contact, ContactBody, Import, ImportPreview, ImportRow, text, UploadQuery } from './contacts.ts'

const BookName = Type.String({ maxLength: 100, description: 'unique in the account, ignoring case' })

const contactProblems = [
  'invalid_phone',
  'contact_exists',
  'book_not_found',
  'unknown_field',
  'invalid_field_value',
] as const

const file = 'Phone,First name\n0712000001,Asha\n'

const fileProblems = [
  'invalid_file',
  'field_exists',
  'field_being_removed',
  'too_many_fields',
  'invalid_field',
] as const

export const importBytesMax = 2 ** 30

export const books = resource('books', 'contacts', {
  list: route('GET /v2/books', 'viewer', 'List address books', {
    columns: 'id, name, contactsCount, createdAt, description',
    names: ['name'],
    ...pagesOf(Book, 'sortBy', 'sortOrder', 'q', 'createdFrom', 'createdTo'),
  }),
  get: route('GET /v2/books/:book', 'viewer', 'Get an address book', { answer: Book }),
  create: route('POST /v2/books', 'member', 'Create an address book', {
    does: 'book.create',
    isTraffic: true,
    bodyValidatedByModule: true,
    body: objectOf({ name: BookName, description: text(1_000, 'a note about the address book') }),
    example: { name: 'Customers', description: 'Customers with at least one purchase' },
    status: 201,
    answer: Book,
    problems: ['book_exists'],
  }),
  update: route('PUT /v2/books/:book', 'member', 'Change an address book', {
    does: 'book.change',
    isTraffic: true,
    bodyValidatedByModule: true,
    body: objectOf({ name: Type.Optional(BookName), description: text(1_000, 'a note about the address book') }),
    example: { name: 'Regulars' },
    answer: Book,
    problems: ['book_exists', 'default_book'],
  }),
  delete: route('DELETE /v2/books/:book', 'member', 'Delete an address book', {
    does: 'book.remove',
    isTraffic: true,
    problems: ['default_book', 'book_in_use'],
  }),
  export: route('GET /v2/books/:book/export', 'viewer', 'Export the contacts of an address book as CSV', {
    does: 'contacts.export',
    answer: File,
  }),
})

export const contacts = resource('contacts', 'contacts', {
  list: route('GET /v2/contacts', 'viewer', 'List contacts, newest first', {
    columns: 'id, phone, firstName, lastName, fields, bookIds, createdAt',
    names: ['phone'],
    reads: 'contacts.read',
    description:
      'A search in a large segment may stop early: then `searched_to` has the time of the last contact that was checked, and `next` continues.',
    query: queryOf('cursor', 'limit', 'q', 'book', 'segment'),
    answer: searchPageOf(Contact),
    problems: ['segment_not_found', 'segment_incomplete'],
  }),
  get: route('GET /v2/contacts/:contact', 'viewer', 'Get a contact', { reads: 'contacts.read', answer: Contact }),
  create: route('POST /v2/contacts', 'member', 'Create a contact', {
    does: 'contact.create',
    isTraffic: true,
    bodyValidatedByModule: true,
    description: '`fields` has the values of contact fields, by key.',
    body: ContactBody,
    example: { phone: '0712 345 678', firstName: 'Amina', lastName: 'Juma', fields: {} },
    status: 201,
    answer: Contact,
    problems: contactProblems,
  }),
  update: route('PUT /v2/contacts/:contact', 'member', 'Change a contact', {
    does: 'contact.change',
    isTraffic: true,
    bodyValidatedByModule: true,
    description: 'Fields that are left out stay. In `fields`, null removes a value.',
    body: partial(ContactBody),
    example: { city: 'Arusha' },
    answer: Contact,
    problems: contactProblems,
  }),
  delete: route('DELETE /v2/contacts/:contact', 'member', 'Delete a contact', {
    does: 'contact.remove',
    isTraffic: true,
    query: queryOf('book'),
    parameters: { book: 'only remove the contact from the address book with this id' },
    problems: ['book_not_found'],
  }),
})

export const imports = resource('imports', 'contacts', {
  create: route('POST /v2/books/:book/imports', 'member', 'Import contacts from a CSV file', {
    command: null,
    does: 'contacts.import',
    validatesQuery: true,
    bodyLimit: importBytesMax,
    description:
      'The import runs in the background. It fails if every row is invalid. Numbers are read for the country of the account.',
    query: UploadQuery,
    body: CsvFile,
    example: file,
    status: 202,
    answer: Import,
    problems: [...fileProblems, 'import_cancelled'],
  }),
  preview: route('POST /v2/books/:book/imports/preview', 'member', 'Show how a file would be imported', {
    command: null,
    does: null,
    scope: 'contacts:write',
    validatesQuery: true,
    bodyLimit: importBytesMax,
    description: 'Judges the first 10,000 rows and stores nothing.',
    query: UploadQuery,
    body: CsvFile,
    example: file,
    answer: ImportPreview,
    problems: fileProblems,
  }),
  list: route('GET /v2/imports', 'viewer', 'List imports, newest first', {
    columns: 'id, createdAt, fileName, bookId, status, rowsDone, rowsTotal, added, updated, invalid, reason',
    ...pagesOf(Import),
  }),
  get: route('GET /v2/imports/:import', 'viewer', 'Get an import', { answer: Import }),
  cancel: route('DELETE /v2/imports/:import', 'member', 'Cancel an import', {
    does: 'contacts.import-cancel',
    problems: ['import_ended'],
  }),
  rows: route('GET /v2/imports/:import/rows', 'viewer', 'List the rows of an import with their results', {
    reads: 'contacts.read',
    ...pagesOf(ImportRow, 'outcome'),
  }),
  report: route('GET /v2/imports/:import/report', 'viewer', 'Download the report of an import as CSV', {
    does: 'contacts.import-report',
    answer: File,
  }),
})

import type { consentRoutes } from '../consent.ts'
import type { contactRoutes } from '../contacts.ts'
import type { Docs } from './doc.ts'

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

export const contactDocs: Docs<typeof contactRoutes> = {
  'GET /v2/contacts': [
    'contacts.list',
    'List contacts, newest first',
    {
      description:
        'A search in a large segment may stop early: then `searched_to` has the time of the last contact that was checked, and `next` continues.',
      problems: ['segment_not_found', 'segment_incomplete'],
    },
  ],
  'GET /v2/contacts/:contact': ['contacts.get', 'Get a contact'],
  'POST /v2/contacts': [
    'contacts.create',
    'Create a contact',
    {
      description: '`fields` has the values of contact fields, by key.',
      body: { phone: '0712 345 678', firstName: 'Amina', lastName: 'Juma', fields: {} },
      problems: contactProblems,
    },
  ],
  'PUT /v2/contacts/:contact': [
    'contacts.update',
    'Change a contact',
    {
      description: 'Fields that are left out stay. In `fields`, null removes a value.',
      body: { city: 'Arusha' },
      problems: contactProblems,
    },
  ],
  'DELETE /v2/contacts/:contact': [
    'contacts.delete',
    'Delete a contact',
    {
      parameters: { book: 'only remove the contact from the address book with this id' },
      problems: ['book_not_found'],
    },
  ],
  'GET /v2/books': ['books.list', 'List address books'],
  'GET /v2/books/:book': ['books.get', 'Get an address book'],
  'POST /v2/books': [
    'books.create',
    'Create an address book',
    { body: { name: 'Customers', description: 'Customers with at least one purchase' }, problems: ['book_exists'] },
  ],
  'PUT /v2/books/:book': [
    'books.update',
    'Change an address book',
    { body: { name: 'Regulars' }, problems: ['book_exists', 'default_book'] },
  ],
  'DELETE /v2/books/:book': ['books.delete', 'Delete an address book', { problems: ['default_book', 'book_in_use'] }],
  'GET /v2/books/:book/export': ['books.export', 'Export the contacts of an address book as CSV'],
  'POST /v2/books/:book/imports': [
    'imports.create',
    'Import contacts from a CSV file',
    {
      description:
        'The import runs in the background. It fails if every row is invalid. Numbers are read for the country of the account.',
      body: file,
      problems: [...fileProblems, 'import_cancelled'],
    },
  ],
  'POST /v2/books/:book/imports/preview': [
    'imports.preview',
    'Show how a file would be imported',
    { description: 'Judges the first 10,000 rows and stores nothing.', body: file, problems: fileProblems },
  ],
  'GET /v2/imports': ['imports.list', 'List imports, newest first'],
  'GET /v2/imports/:import': ['imports.get', 'Get an import'],
  'DELETE /v2/imports/:import': ['imports.cancel', 'Cancel an import', { problems: ['import_ended'] }],
  'GET /v2/imports/:import/rows': ['imports.rows', 'List the rows of an import with their results'],
  'GET /v2/imports/:import/report': ['imports.report', 'Download the report of an import as CSV'],
}

export const consentDocs: Docs<typeof consentRoutes> = {
  'GET /v2/optouts': [
    'optouts.list',
    'List opt-outs, newest first',
    { parameters: { q: 'the first digits of a number' } },
  ],
  'POST /v2/optouts': [
    'optouts.create',
    'Opt a number out',
    { body: { phone: '0712 000 009' }, problems: ['invalid_phone'] },
  ],
  'DELETE /v2/optouts/:phone': ['optouts.delete', 'Remove an opt-out', { problems: ['invalid_phone'] }],
  'POST /v2/optouts/import': [
    'optouts.import',
    'Import opt-outs from a CSV file',
    { body: 'phone\n0712000010\n', problems: ['invalid_file', 'no_valid_rows'] },
  ],
  'GET /v2/optouts.csv': ['optouts.export', 'Export opt-outs as CSV'],
  'GET /v2/consents': [
    'consents.list',
    'List consents, newest first',
    { parameters: { q: 'the first digits of a number' } },
  ],
  'POST /v2/consents': [
    'consents.create',
    'Record a consent or its withdrawal',
    {
      body: { phone: '0712 345 678', source: 'web form', text: 'I want offers by SMS' },
      problems: ['invalid_phone', 'invalid_time'],
    },
  ],
  'POST /v2/consents/import': [
    'consents.import',
    'Import consents from a CSV file',
    { body: 'phone,source,at\n0712000011,paper form,2026-01-31\n', problems: ['invalid_file', 'no_valid_rows'] },
  ],
  'GET /v2/consents.csv': ['consents.export', 'Export consents as CSV'],
  'GET /v2/consent-rule': ['consents.rule', 'Get whether bulk messages need a consent'],
  'PUT /v2/consent-rule': [
    'consents.setRule',
    'Set whether bulk messages need a consent',
    { body: { required: true } },
  ],
}

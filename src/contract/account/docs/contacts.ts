import type { consentRoutes } from '../consent.ts'
import type { contactFieldRoutes } from '../contact-fields.ts'
import type { contactRoutes } from '../contacts.ts'
import type { segmentRoutes } from '../segments.ts'
import type { Docs } from './doc.ts'

const contactProblems = [
  'invalid_phone',
  'contact_exists',
  'book_not_found',
  'unknown_field',
  'invalid_field_value',
] as const
const newFieldProblems = [
  'invalid_field',
  'field_exists',
  'field_key_taken',
  'field_being_removed',
  'too_many_fields',
] as const
const fileProblems = ['no_valid_rows', 'unknown_field', ...newFieldProblems] as const

export const contactDocs: Docs<typeof contactRoutes> = {
  'GET /v2/contacts': ['contacts.list', 'List contacts'],
  'GET /v2/contacts/:contact': ['contacts.get', 'Get a contact'],
  'POST /v2/contacts': [
    'contacts.create',
    'Create a contact',
    { body: { phone: '0712 345 678', firstName: 'Amina', fields: { points: 20 } }, problems: contactProblems },
  ],
  'PUT /v2/contacts/:contact': [
    'contacts.update',
    'Change a contact',
    { description: 'Fields that are left out stay.', body: { city: 'Arusha' }, problems: contactProblems },
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
  'DELETE /v2/books/:book': ['books.delete', 'Delete an address book', { problems: ['default_book'] }],
  'GET /v2/books/:book/export': ['books.export', 'Export the contacts of an address book as CSV'],
  'POST /v2/books/:book/imports': [
    'imports.create',
    'Import contacts from a CSV file',
    {
      description:
        'Columns are mapped by their names, or by `map`. The rows are imported in the background: see the status of the import.',
      body: 'Phone,First name\n0712 000 001,Asha\n',
      problems: [...fileProblems, 'import_cancelled'],
    },
  ],
  'POST /v2/books/:book/imports/preview': [
    'imports.preview',
    'Preview an import of contacts from a CSV file',
    { body: 'Phone,First name,Voucher\n0712 000 001,Asha,A1\n', problems: fileProblems },
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

export const contactFieldDocs: Docs<typeof contactFieldRoutes> = {
  'GET /v2/contact-fields': ['contactFields.list', 'List contact fields'],
  'GET /v2/contact-fields/:field': ['contactFields.get', 'Get a contact field'],
  'POST /v2/contact-fields': [
    'contactFields.create',
    'Create a contact field',
    {
      description: 'Its `key` is its name in `fields` of contacts, in placeholders and in filters of segments.',
      body: { name: 'Points', type: 'number' },
      problems: newFieldProblems,
    },
  ],
  'PUT /v2/contact-fields/:field': [
    'contactFields.update',
    'Change a contact field',
    { body: { name: 'Loyalty points' }, problems: ['invalid_field', 'field_exists'] },
  ],
  'DELETE /v2/contact-fields/:field': [
    'contactFields.delete',
    'Delete a contact field and all its values',
    { problems: ['field_in_use'] },
  ],
}

const filterProblems = ['invalid_condition', 'unknown_field', 'book_not_found'] as const

export const segmentDocs: Docs<typeof segmentRoutes> = {
  'GET /v2/segments': ['segments.list', 'List segments'],
  'GET /v2/segments/:segment': ['segments.get', 'Get a segment'],
  'POST /v2/segments': [
    'segments.create',
    'Save a filter of contacts as a segment',
    {
      body: {
        name: 'Regulars in Arusha',
        filter: {
          match: 'all',
          conditions: [
            { field: 'city', op: 'eq', value: 'Arusha' },
            { lastMessage: 'after', days: 30 },
          ],
        },
      },
      problems: [...filterProblems, 'segment_exists', 'too_many_segments'],
    },
  ],
  'PUT /v2/segments/:segment': [
    'segments.update',
    'Change a segment',
    { body: { name: 'Arusha' }, problems: [...filterProblems, 'segment_exists'] },
  ],
  'DELETE /v2/segments/:segment': ['segments.delete', 'Delete a segment'],
  'GET /v2/segments/:segment/count': ['segments.count', 'Count the contacts of a segment'],
  'POST /v2/segments/preview': [
    'segments.preview',
    'Count the contacts of a filter and show some of them',
    {
      body: { filter: { match: 'any', conditions: [{ field: 'points', op: 'gt', value: 10 }] } },
      problems: filterProblems,
    },
  ],
}

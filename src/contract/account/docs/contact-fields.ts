import type { contactFieldRoutes } from '../contact-fields.ts'
import type { SegmentFilter, segmentRoutes } from '../segments.ts'
import type { Docs } from './doc.ts'

export const contactFieldDocs: Docs<typeof contactFieldRoutes> = {
  'GET /v2/contact-fields': ['contactFields.list', 'List contact fields'],
  'GET /v2/contact-fields/:field': ['contactFields.get', 'Get a contact field'],
  'POST /v2/contact-fields': [
    'contactFields.create',
    'Create a contact field',
    {
      description: 'The key is the name of the field in `fields` of a contact, in placeholders and in filters.',
      body: { name: 'Loyalty points', type: 'number' },
      problems: ['field_exists', 'field_key_taken', 'field_being_removed', 'too_many_fields', 'invalid_field'],
    },
  ],
  'PUT /v2/contact-fields/:field': [
    'contactFields.update',
    'Change a contact field',
    {
      description: 'Key and type never change. Values stay when their choice is removed.',
      body: { name: 'Points' },
      problems: ['field_exists', 'field_in_use', 'invalid_field'],
    },
  ],
  'DELETE /v2/contact-fields/:field': [
    'contactFields.delete',
    'Delete a contact field and all its values',
    { problems: ['field_in_use'] },
  ],
}

const filter: SegmentFilter = {
  match: 'all',
  conditions: [{ field: 'city', op: 'eq', value: 'Arusha' }, { lastMessage: 'before', days: 30 }, { replied: false }],
}

export const segmentDocs: Docs<typeof segmentRoutes> = {
  'GET /v2/segments': ['segments.list', 'List segments'],
  'GET /v2/segments/:segment': ['segments.get', 'Get a segment'],
  'POST /v2/segments': [
    'segments.create',
    'Save a filter of contacts as a segment',
    {
      description:
        'A condition compares a `field`, or checks a `book`, the `last_message` to the contact, or whether the contact `replied`. `GET /v2/contacts` lists the contacts of a segment.',
      body: { name: 'Arusha, quiet', filter },
      problems: ['segment_exists', 'too_many_segments', 'invalid_condition', 'book_not_found'],
    },
  ],
  'PUT /v2/segments/:segment': [
    'segments.update',
    'Change a segment',
    { body: { name: 'Quiet customers' }, problems: ['segment_exists', 'invalid_condition', 'book_not_found'] },
  ],
  'DELETE /v2/segments/:segment': ['segments.delete', 'Delete a segment'],
  'GET /v2/segments/:segment/count': [
    'segments.count',
    'Count the contacts of a segment',
    { description: 'After two seconds the rest is estimated.', problems: ['invalid_condition', 'segment_incomplete'] },
  ],
  'POST /v2/segments/preview': [
    'segments.preview',
    'Count the contacts of a filter, and show some of them',
    { body: { filter }, problems: ['invalid_condition', 'book_not_found'] },
  ],
}

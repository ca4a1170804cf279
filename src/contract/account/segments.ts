import { keyLengthMax } from '../../values/custom-field.ts'
import {
  bookOperators,
  conditionsMax,
  daysMax,
  matches,
  messageOperators,
  operators,
} from '../../values/segment-filter.ts'
import { resource, route } from '../route.ts'
import { described, IdNumber, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { FieldValue } from './contact-fields.ts'
import { Contact } from './contacts.ts'

const Days = Type.Integer({ minimum: 1, maximum: daysMax })

export type Condition = Static<typeof Condition>
const Condition = Type.Union([
  /** A standard field under its name, or a custom field under its key. */
  objectOf({
    field: Type.String({ maxLength: keyLengthMax }),
    op: oneOf(operators),
    value: Type.Optional(FieldValue),
  }),
  objectOf({ book: IdNumber, op: oneOf(bookOperators) }),
  /** The last message to the contact, before or after a time: `days` ago, or `at`. */
  objectOf({
    lastMessage: oneOf(messageOperators),
    days: Type.Optional(Days),
    at: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  /** Whether the contact wrote to the account, ever or in the last `days`. */
  objectOf({ replied: Type.Boolean(), days: Type.Optional(Days) }),
  /** Whether the contact clicked a link of a campaign, ever or in the last `days`. Links that all recipients share do not count. */
  objectOf({ clicked: Type.Boolean(), days: Type.Optional(Days) }),
])

export type SegmentFilter = Static<typeof SegmentFilter>
export const SegmentFilter = objectOf({
  match: described(oneOf(matches), 'whether all conditions or any of them must hold'),
  conditions: described(
    Type.Array(Condition, { minItems: 1, maxItems: conditionsMax }),
    'such as {"field":"city","op":"eq","value":"Arusha"}, {"book":1,"op":"in"} or {"replied":false,"days":30}',
  ),
})

export type Segment = Static<typeof Segment>
const Segment = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  filter: SegmentFilter,
  /** Address books in the filter that were deleted. The segment cannot be used until its filter is changed. */
  missingBookIds: Type.Array(Type.Integer()),
  createdAt: Time,
})

const SegmentName = Type.String({ minLength: 1, maxLength: 100, description: 'unique in the account, ignoring case' })

const counted = {
  count: Type.Integer(),
  /** There are too many contacts to check them all at once, and the count is extrapolated. */
  isEstimate: Type.Boolean(),
}

const filter: SegmentFilter = {
  match: 'all',
  conditions: [{ field: 'city', op: 'eq', value: 'Arusha' }, { lastMessage: 'before', days: 30 }, { replied: false }],
}

export const segments = resource('segments', 'contacts', {
  list: route('GET /v2/segments', 'viewer', 'List segments', {
    columns: 'id, name, filter.match, filter.conditions, createdAt',
    names: ['name'],
    ...pagesOf(Segment, 'q'),
  }),
  get: route('GET /v2/segments/:segment', 'viewer', 'Get a segment', { answer: Segment }),
  create: route('POST /v2/segments', 'member', 'Save a filter of contacts as a segment', {
    does: 'segment.create',
    description:
      'A condition compares a `field`, or checks a `book`, the `last_message` to the contact, or whether the contact `replied`. `GET /v2/contacts` lists the contacts of a segment.',
    body: objectOf({ name: SegmentName, filter: SegmentFilter }),
    example: { name: 'Arusha, quiet', filter },
    status: 201,
    answer: Segment,
    problems: ['segment_exists', 'too_many_segments', 'invalid_condition', 'book_not_found'],
  }),
  update: route('PUT /v2/segments/:segment', 'member', 'Change a segment', {
    does: 'segment.change',
    body: objectOf({ name: Type.Optional(SegmentName), filter: Type.Optional(SegmentFilter) }),
    example: { name: 'Quiet customers' },
    answer: Segment,
    problems: ['segment_exists', 'invalid_condition', 'book_not_found'],
  }),
  delete: route('DELETE /v2/segments/:segment', 'member', 'Delete a segment', { does: 'segment.remove' }),
  count: route('GET /v2/segments/:segment/count', 'viewer', 'Count the contacts of a segment', {
    description: 'After two seconds the rest is estimated.',
    answer: objectOf(counted),
    problems: ['invalid_condition', 'segment_incomplete'],
  }),
  preview: route('POST /v2/segments/preview', 'viewer', 'Count the contacts of a filter, and show some of them', {
    command: null,
    does: null,
    reads: 'contacts.read',
    body: objectOf({ filter: SegmentFilter }),
    example: { filter },
    answer: objectOf({ ...counted, examples: Type.Array(Contact) }),
    problems: ['invalid_condition', 'book_not_found'],
  }),
})

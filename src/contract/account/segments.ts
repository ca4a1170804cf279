import { type Static, Type } from 'typebox'
import { keyLengthMax } from '../../values/custom-field.ts'
import {
  bookOperators,
  conditionsMax,
  daysMax,
  matches,
  messageOperators,
  operators,
} from '../../values/segment-filter.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { IdNumber, listPageOf, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
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

/** A filter of contacts. */
export type SegmentFilter = Static<typeof SegmentFilter>
export const SegmentFilter = objectOf({
  match: oneOf(matches),
  conditions: Type.Array(Condition, { minItems: 1, maxItems: conditionsMax }),
})

/** A saved filter of contacts. */
export type Segment = Static<typeof Segment>
const Segment = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  filter: SegmentFilter,
  /** Address books in the filter that were deleted. The segment cannot be used until its filter is changed. */
  missingBookIds: Type.Array(Type.Integer()),
  createdAt: Time,
})

const SegmentName = Type.String({ minLength: 1, maxLength: 100 })

const counted = {
  count: Type.Integer(),
  /** There are too many contacts to check them all at once, and the count is extrapolated. */
  isEstimate: Type.Boolean(),
}

export const segmentRoutes = {
  'GET /v2/segments': { query: queryOf('cursor', 'limit', 'q'), answer: listPageOf(Segment) },
  'GET /v2/segments/:segment': { answer: Segment },
  'POST /v2/segments': {
    body: objectOf({ name: SegmentName, filter: SegmentFilter }),
    status: 201,
    answer: Segment,
  },
  'PUT /v2/segments/:segment': {
    body: objectOf({ name: Type.Optional(SegmentName), filter: Type.Optional(SegmentFilter) }),
    answer: Segment,
  },
  'DELETE /v2/segments/:segment': { status: 204, answer: Nothing },
  'GET /v2/segments/:segment/count': { answer: objectOf(counted) },
  /** Counts the contacts of a filter that is not saved, and shows some of them. */
  'POST /v2/segments/preview': {
    body: objectOf({ filter: SegmentFilter }),
    answer: objectOf({ ...counted, examples: Type.Array(Contact) }),
  },
} as const satisfies RouteShapes

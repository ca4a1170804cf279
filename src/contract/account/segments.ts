import { type Static, Type } from 'typebox'
import { keyLengthMax, valueLengthMax } from '../../values/custom-field.ts'
import {
  bookOperators,
  conditionsMax,
  daysMax,
  matches,
  messageOperators,
  operators,
} from '../../values/segment-filter.ts'
import { IdNumber, oneOf } from '../shapes.ts'

const closed = { additionalProperties: false }

const Days = Type.Integer({ minimum: 1, maximum: daysMax })

export type Condition = Static<typeof Condition>
const Condition = Type.Union([
  /** A standard field under its name, or a custom field under its key. */
  Type.Object(
    {
      field: Type.String({ maxLength: keyLengthMax }),
      op: oneOf(operators),
      value: Type.Optional(Type.Union([Type.String({ maxLength: valueLengthMax }), Type.Number()])),
    },
    closed,
  ),
  Type.Object({ book: IdNumber, op: oneOf(bookOperators) }, closed),
  /** The last message to the contact, before or after a time: `days` ago, or `at`. */
  Type.Object(
    {
      lastMessage: oneOf(messageOperators),
      days: Type.Optional(Days),
      at: Type.Optional(Type.String({ maxLength: 40 })),
    },
    closed,
  ),
  /** Whether the contact wrote to the account, ever or in the last `days`. */
  Type.Object({ replied: Type.Boolean(), days: Type.Optional(Days) }, closed),
])

/** A filter of contacts. */
export type SegmentFilter = Static<typeof SegmentFilter>
export const SegmentFilter = Type.Object(
  { match: oneOf(matches), conditions: Type.Array(Condition, { minItems: 1, maxItems: conditionsMax }) },
  closed,
)

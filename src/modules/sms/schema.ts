import { Type } from 'typebox'

/** The shapes of the wire, in the specification's own words. What comes in is judged by `parse.ts`, in the decided order; these describe it. */

const Recipient = Type.Object({
  recipient_id: Type.Integer({ description: 'unique reference for this recipient within the request' }),
  dest_addr: Type.String({ description: 'international format, no leading +' }),
})

export const SendBody = Type.Object({
  source_addr: Type.String({ description: 'sender ID, active on the account' }),
  message: Type.String(),
  encoding: Type.Integer({ description: '0: GSM 03.38, 8: UCS-2' }),
  recipients: Type.Array(Recipient, { minItems: 1 }),
  schedule_time: Type.Optional(Type.String({ description: 'yyyy-mm-dd hh:mm, GMT+0; empty: now' })),
  job_name: Type.Optional(Type.String()),
  campaign_title: Type.Optional(Type.String()),
})

/** A list of types, and not a union of schemas: a union would be tried out on every answer. */
const RequestId = Type.Unsafe<string | number>({ type: ['string', 'integer'], description: 'a string of digits; a number for lenient credentials' })

export const SendReply = Type.Object(
  {
    successful: Type.Boolean(),
    request_id: RequestId,
    code: Type.Integer(),
    message: Type.String(),
    valid: Type.Integer(),
    invalid: Type.Integer(),
    duplicates: Type.Integer(),
    opted_out: Type.Integer(),
    total_validated: Type.Integer(),
  },
  { additionalProperties: false },
)

const Report = Type.Object({ dest_addr: Type.String(), status: Type.String(), request_id: RequestId }, { additionalProperties: false })

export const ReportsReply = Type.Array(Report)

export const ReportsQuery = Type.Object({
  request_id: Type.Optional(Type.String()),
  dest_addr: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ description: 'from 1' })),
  limit: Type.Optional(Type.String({ description: '1 to 1,000' })),
})

export const OptOutBody = Type.Object({ phone: Type.String({ maxLength: 50, description: 'international format, no leading +' }) })

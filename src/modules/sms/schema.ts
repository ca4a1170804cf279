import { Type } from 'typebox'
import { refusals } from '../../engine/http/index.ts'

/** The shapes of the wire, in the specification's own words. What comes in is judged by `parse.ts`, in the decided order; these describe it. */

const Recipient = Type.Object({
  recipient_id: Type.Integer({ description: 'unique reference for this recipient within the request' }),
  dest_addr: Type.String({ description: 'international format, no leading +' }),
})

const SendBody = Type.Object(
  {
    source_addr: Type.String({ description: 'sender ID, active on the account' }),
    message: Type.String({ description: 'the text' }),
    encoding: Type.Integer({ description: '0: GSM 03.38, 8: UCS-2' }),
    recipients: Type.Array(Recipient, { minItems: 1 }),
    schedule_time: Type.Optional(Type.String({ description: 'yyyy-mm-dd hh:mm, GMT+0; empty: now' })),
    job_name: Type.Optional(Type.String()),
    campaign_title: Type.Optional(Type.String()),
  },
  { examples: [{ source_addr: 'INFO', message: 'Hello', encoding: 0, recipients: [{ recipient_id: 1, dest_addr: '255712345678' }] }] },
)

/** A list of types, and not a union of schemas: a union would be tried out on every answer. */
const RequestId = Type.Unsafe<string | number>({ type: ['string', 'integer'], description: 'a string of digits; a number for lenient credentials' })

const SendReply = Type.Object(
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

const ReportsReply = Type.Array(Report)

const ReportsQuery = Type.Object({
  request_id: Type.Optional(Type.String()),
  dest_addr: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ description: 'from 1' })),
  limit: Type.Optional(Type.String({ description: '1 to 1,000' })),
})

const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The same key and body within 24 hours get the first answer again, and nothing is sent twice.' }),
  ),
})

export const sendSchema = {
  summary: 'Send an SMS',
  description: `To one recipient or many, now or at a scheduled time. The answer comes after everything is stored: what was answered with success goes out.

The body may also be XML (application/xml or text/xml): any root element, child elements named like the JSON fields, and recipient elements inside recipients. The answer is JSON.

Refusals have HTTP status 400 and one of these codes: 101 no valid recipients (status 200), 102 insufficient balance, 104 a required field is missing, 106 no route, 109 invalid message, 111 invalid sender ID, 112 schedule time in the past, 113 invalid format, 114 too many recipients, 115 destination missing, 116 recipient id missing, 117 invalid schedule time, 118 missing or invalid encoding, 119 missing recipients. The header Ngoma-Hint often says more.`,
  headers: IdempotencyKey,
  body: SendBody,
  response: { 200: SendReply, ...refusals(400, 401, 409, 413, 415, 429, 503) },
}

export const reportsSchema = {
  summary: 'Read delivery reports',
  description: 'Of a request, of a number, or both; newest first. A status is PENDING, DELIVERED or UNDELIVERED; the last two are final.',
  querystring: ReportsQuery,
  response: { 200: ReportsReply, ...refusals(400, 401, 429, 503) },
}

export const OptOutBody = Type.Object({ phone: Type.String({ maxLength: 50, description: 'international format, no leading +' }) })

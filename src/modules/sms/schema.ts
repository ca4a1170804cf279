import { Type } from 'typebox'
import { IdempotencyHeader, refusals } from '../../engine/http/index.ts'

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
  {
    additionalProperties: false,
    examples: [
      {
        successful: true,
        request_id: '1000000',
        code: 100,
        message: 'Message Submitted Successfully',
        valid: 1,
        invalid: 0,
        duplicates: 0,
        opted_out: 0,
        total_validated: 1,
      },
    ],
  },
)

const Report = Type.Object(
  { dest_addr: Type.String(), status: Type.Unsafe<string>({ type: 'string', enum: ['PENDING', 'DELIVERED', 'UNDELIVERED'] }), request_id: RequestId },
  { additionalProperties: false, examples: [{ dest_addr: '255712345678', status: 'DELIVERED', request_id: '1000000' }] },
)

const ReportsReply = Type.Array(Report)

const ReportsQuery = Type.Object({
  request_id: Type.Optional(Type.String()),
  dest_addr: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ description: 'from 1' })),
  limit: Type.Optional(Type.String({ description: '1 to 1,000' })),
})

export const sendSchema = {
  summary: 'Send an SMS',
  description: `To one recipient or many, now or at a scheduled time. The answer comes after everything is stored: what was answered with success goes out.

The body may also be XML (application/xml or text/xml): any root element, child elements named like the JSON fields, and recipient elements inside recipients. The answer is JSON.

When no recipient is valid the answer has HTTP status 200, \`successful\` false and code 101. Other refusals have status 400 and one of these codes; the header Ngoma-Hint often says more.

| Code | Why |
|---|---|
| 102 | not enough credit |
| 104 | a required field is missing, or of the wrong type |
| 106 | no route |
| 109 | the message is empty or too long |
| 111 | the sender is not active on the account |
| 112 | the schedule time is in the past |
| 113 | the body can't be read |
| 114 | too many recipients |
| 115, 116 | a recipient without dest_addr, or without an integer recipient_id |
| 117 | the schedule time can't be read |
| 118 | no encoding, or one that is not known |
| 119 | no recipients |`,
  consumes: ['application/json', 'application/xml', 'text/xml'],
  headers: IdempotencyHeader,
  body: SendBody,
  response: { 200: { ...SendReply, description: 'Accepted; or code 101 when no recipient is valid.' }, ...refusals(400, 401, 409, 413, 415, 429, 503) },
}

export const reportsSchema = {
  summary: 'Read delivery reports',
  description: 'Of a request, of a number, or both; newest first. A status is PENDING, DELIVERED or UNDELIVERED; the last two are final.',
  querystring: ReportsQuery,
  response: { 200: { ...ReportsReply, description: 'At most 1,000 reports; page and limit go on.' }, ...refusals(400, 401, 429, 503) },
}

export const OptOutBody = Type.Object({ phone: Type.String({ maxLength: 50, description: 'international format, no leading +' }) })

export const MoveBody = Type.Object({
  schedule_time: Type.String({ maxLength: 40, description: 'yyyy-mm-dd hh:mm, GMT+0, or ISO 8601 with a zone; empty: now' }),
})

export const WindowBody = Type.Union([
  Type.Object({
    from: Type.String({ maxLength: 5, description: 'hh:mm, in the time of the recipient' }),
    to: Type.String({ maxLength: 5, description: 'hh:mm; one before from is on the next day' }),
  }),
  Type.Null(),
])

import { Type } from 'typebox'
import { type Described, IdempotencyHeader, optionalText, PageQuery } from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import { reportsExamples, reportsRefused, sendExamples, sendRefused } from './examples.ts'

/**
 * The shapes of the wire, in the specification's own words. What comes in is judged by `parse.ts`, in the decided
 * order; these describe it.
 */

const Recipient = Type.Object({
  recipient_id: Type.Integer({ description: 'unique reference for this recipient within the request' }),
  dest_addr: Type.String({ description: 'international format, no leading +' }),
})

const SendBody = Type.Object({
  source_addr: Type.String({ description: 'sender ID, active on the account' }),
  message: Type.String({ description: 'the text' }),
  encoding: Type.Unsafe<number>({ type: 'integer', enum: [0, 8], description: '0: GSM 03.38, 8: UCS-2' }),
  recipients: Type.Array(Recipient, { minItems: 1 }),
  schedule_time: Type.Optional(Type.String({ description: 'yyyy-mm-dd hh:mm, GMT+0; empty: now' })),
  job_name: Type.Optional(Type.String()),
  campaign_title: Type.Optional(Type.String()),
})

const RequestId = Type.String({ description: 'digits; lenient credentials get a number' })

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

const Report = Type.Object(
  {
    dest_addr: Type.String(),
    status: Type.Unsafe<string>({ type: 'string', enum: ['PENDING', 'DELIVERED', 'UNDELIVERED'] }),
    request_id: RequestId,
  },
  { additionalProperties: false },
)

const ReportsReply = Type.Array(Report)

const ReportsQuery = Type.Object({
  request_id: optionalText('of a send', '1000000'),
  dest_addr: optionalText('a number that was sent to', '255712345678'),
  page: PageQuery.properties.page,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'reports on a page, 1 to 1,000; 1,000 when left out',
      examples: [1_000],
    }),
  ),
})

export const sendSchema = {
  operationId: 'sendSms',
  summary: 'Send an SMS',
  description: `To one recipient or many, now or at a scheduled time. The answer comes after everything is stored: what was answered with success goes out.

The body may also be XML (application/xml or text/xml): any root element, child elements named like the JSON fields, and recipient elements inside recipients. The answer is JSON.

When no recipient is valid the answer has HTTP status 200, \`successful\` false and code 101. Other refusals have status 400 and one of these codes; the header Ngoma-Hint says what to do about it.

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
  headers: IdempotencyHeader,
  body: SendBody,
  response: { 200: { ...SendReply, description: 'Accepted; or code 101 when no recipient is valid.' } },
  examples: sendExamples,
  isHinted: true,
  refused: sendRefused,
} satisfies Described

export const reportsSchema = {
  operationId: 'listDeliveryReports',
  summary: 'Read delivery reports',
  description:
    'Of a request, of a number, or both; newest first. A status is PENDING, DELIVERED or UNDELIVERED; the last two are final.',
  querystring: ReportsQuery,
  response: { 200: { ...ReportsReply, description: 'At most 1,000 reports; page and limit go on.' } },
  examples: reportsExamples,
  isHinted: true,
  refused: [...reportsRefused, invalidParameter('limit', 'an integer from 1 to 1000')],
} satisfies Described

export const OptOutBody = Type.Object({
  phone: Type.String({ maxLength: 50, description: 'international format, no leading +' }),
})

export const MoveBody = Type.Object({
  schedule_time: Type.String({
    maxLength: 40,
    description: 'yyyy-mm-dd hh:mm, GMT+0, or ISO 8601 with a zone; empty: now',
  }),
})

export const WindowBody = Type.Union([
  Type.Object({
    from: Type.String({ maxLength: 5, description: 'hh:mm, in the time of the recipient' }),
    to: Type.String({ maxLength: 5, description: 'hh:mm; one before from is on the next day' }),
  }),
  Type.Null(),
])

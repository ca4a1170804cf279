import { type Static, Type } from 'typebox'
import { answerOf, oneOf } from '../shapes.ts'
import { optionalText, PageQuery, PhoneText } from './shapes.ts'

/** Of the texts that a send can be found by. */
export const trackingTextLengthMax = 255
/** 255 segments of 153 characters. */
export const messageLengthMax = 39_015

const TrackingText = Type.Optional(Type.String({ maxLength: trackingTextLengthMax }))

export const Recipient = Type.Object({
  recipient_id: Type.Integer({
    description:
      'unique reference for this recipient within the request, of up to 64 digits; may be a string of digits',
  }),
  dest_addr: PhoneText('international format, no leading +'),
})
export type Recipient = Static<typeof Recipient>

/** The largest value of the setting. */
export const Recipients = Type.Array(Recipient, {
  minItems: 1,
  maxItems: 1_000_000,
  description: 'at most 100,000 unless the server is set up for more',
})

export const SendBody = Type.Object({
  source_addr: Type.String({ maxLength: 21, description: 'sender ID, active on the account' }),
  message: Type.String({ maxLength: messageLengthMax, description: 'the text' }),
  encoding: Type.Unsafe<0 | 8>({ type: 'integer', enum: [0, 8], description: '0: GSM 03.38, 8: UCS-2' }),
  recipients: Recipients,
  schedule_time: Type.Optional(Type.String({ maxLength: 40, description: 'yyyy-mm-dd hh:mm, GMT+0; empty: now' })),
  job_name: TrackingText,
  campaign_title: TrackingText,
})
export type SendBody = Static<typeof SendBody>

export const SendReply = answerOf({
  successful: Type.Boolean(),
  request_id: Type.String({ description: 'digits; lenient credentials get a number' }),
  code: Type.Integer(),
  message: Type.String(),
  valid: Type.Integer(),
  invalid: Type.Integer(),
  duplicates: Type.Integer(),
  opted_out: Type.Integer(),
  total_validated: Type.Integer(),
})
export type SendReply = Static<typeof SendReply>

export const DeliveryReport = answerOf({
  dest_addr: Type.String(),
  status: oneOf(['PENDING', 'DELIVERED', 'UNDELIVERED']),
  request_id: Type.String({ description: 'digits' }),
})
export type DeliveryReport = Static<typeof DeliveryReport>

export const DeliveryReports = Type.Array(DeliveryReport)

export const DeliveryReportsQuery = Type.Object({
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
export type DeliveryReportsQuery = Static<typeof DeliveryReportsQuery>

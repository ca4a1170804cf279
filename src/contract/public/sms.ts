import { senderLengthMax } from '../../values/sms.ts'
import { objectOf, oneOf, optional } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { optionalText, PageQuery, PhoneText } from './shapes.ts'

/** The length limit of texts that a send can be found by. */
export const trackingTextLengthMax = 255
/** 255 segments of 153 characters. */
export const messageLengthMax = 39_015

const TrackingText = Type.Optional(Type.String({ maxLength: trackingTextLengthMax }))

export const Recipient = Type.Object({
  recipient_id: Type.Integer({
    description: 'unique reference of this recipient within the request, up to 64 digits; may be a string of digits',
  }),
  dest_addr: PhoneText('international format, no leading +'),
})
export type Recipient = Static<typeof Recipient>

/** The maximum of the setting. */
const Recipients = Type.Array(Recipient, {
  minItems: 1,
  maxItems: 1_000_000,
  description: 'at most 100,000 by default',
})

export const SendBody = Type.Object({
  source_addr: Type.String({ maxLength: senderLengthMax, description: 'sender ID, active on the account' }),
  message: Type.String({ maxLength: messageLengthMax, description: 'the text of the message' }),
  encoding: Type.Unsafe<0 | 8>({ type: 'integer', enum: [0, 8], description: '0: GSM 03.38, 8: UCS-2' }),
  recipients: Recipients,
  schedule_time: optional(Type.String({ maxLength: 40 }), 'yyyy-mm-dd hh:mm in GMT+0; empty to send now'),
  job_name: TrackingText,
  campaign_title: TrackingText,
})
export type SendBody = Static<typeof SendBody>

export const SendReply = objectOf({
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

export const DeliveryReport = objectOf({
  dest_addr: Type.String(),
  status: oneOf(['PENDING', 'DELIVERED', 'UNDELIVERED']),
  request_id: Type.String({ description: 'digits' }),
})
export type DeliveryReport = Static<typeof DeliveryReport>

export const DeliveryReports = Type.Array(DeliveryReport)

export const DeliveryReportsQuery = Type.Object({
  request_id: optionalText('the request_id of a send', '1000000'),
  dest_addr: optionalText('the phone number of a recipient', '255712345678'),
  page: PageQuery.properties.page,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'reports on a page, 1 to 1,000; defaults to 1,000',
      examples: [1_000],
    }),
  ),
})
export type DeliveryReportsQuery = Static<typeof DeliveryReportsQuery>

import { oneOf } from './shapes.ts'
import { type Static, Type } from './type.ts'

/** The bodies of callbacks to webhook endpoints. Fields may be added later, so these shapes are open. */

const time = Type.String({ format: 'date-time' })
const phone = Type.String({ description: 'in international format, without +' })
const FinalStatus = oneOf(['DELIVERED', 'UNDELIVERED'])

export const DeliveryReportBody = Type.Object({
  request_id: Type.String({ description: 'the request_id of the send' }),
  recipient_id: Type.Union([Type.Integer(), Type.String()], {
    description:
      'the recipient_id of the send; a string if it exceeds 2^53, is not an integer (lenient credentials only), or the endpoint has string ids',
  }),
  dest_addr: phone,
  status: FinalStatus,
  Status: { ...FinalStatus, description: 'the same value as status: clients read either' },
  reason: Type.Optional(Type.String({ description: 'the reason code of a message that was not delivered' })),
  reason_text: Type.Optional(Type.String({ description: 'the reason as a sentence' })),
})
export type DeliveryReportBody = Static<typeof DeliveryReportBody>

/** Fields of an incoming message. */
const incoming = {
  from: phone,
  to: Type.String({ description: 'the recipient: one of your numbers, or your name on the channel' }),
  channel: Type.String({ description: 'sms, or the chat channel' }),
  timeUTC: time,
  transaction_id: Type.String({
    description: 'for SMS, the id of the message; for chat, the id of the answered message, empty if it had none',
  }),
}
const empty = Type.Object({}, { description: 'always an empty object, for compatibility' })

export const InboundSmsBody = Type.Object({
  ...incoming,
  message: Type.Object({ text: Type.String(), media: empty, custom: empty }),
  billing: empty,
})
export type InboundSmsBody = Static<typeof InboundSmsBody>

export const ChatBody = Type.Object({
  ...incoming,
  message: Type.Object({
    text: Type.String({ description: 'the text, caption, or title of the pressed button; otherwise empty' }),
    media: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'for GET /v1/chatapi/media/{id}' }),
          mime_type: Type.String(),
          size: Type.Optional(Type.Integer()),
          filename: Type.Optional(Type.String()),
        },
        { description: 'of an image, document, video, audio or sticker' },
      ),
    ),
    location: Type.Optional(
      Type.Object({
        latitude: Type.Number(),
        longitude: Type.Number(),
        name: Type.Optional(Type.String()),
        address: Type.Optional(Type.String()),
      }),
    ),
    contacts: Type.Optional(Type.Array(Type.Object({ name: Type.String(), phones: Type.Array(Type.String()) }))),
    reply: Type.Optional(
      Type.Object({
        id: Type.String({ description: 'the id or payload of the pressed button or chosen entry' }),
        text: Type.String(),
      }),
    ),
  }),
  text: Type.String({ description: 'the same as message.text' }),
  message_type: Type.String({
    description: 'text, image, document, video, audio, sticker, location, contacts, reply or unsupported',
  }),
})
export type ChatBody = Static<typeof ChatBody>

export const ChatStatusBody = Type.Object({
  from: Type.String({ description: 'your name or number on the channel' }),
  to: phone,
  channel: Type.String(),
  transaction_id: Type.String({ description: 'the id of the message, empty if it had none' }),
  status: {
    ...oneOf(['sent', 'delivered', 'read', 'failed', 'unknown']),
    description: 'unknown: the channel never told whether it got the message; it was not charged',
  },
  timestamp: time,
  message_id: Type.String({ description: 'our id of the message' }),
  destination: Type.String({ description: 'the same value as to: clients read either' }),
  reason: Type.Optional(Type.String({ description: 'the reason code of a message that failed' })),
})
export type ChatStatusBody = Static<typeof ChatStatusBody>

const args = {
  timestamp: time,
  transaction_id: Type.String(),
  amount: Type.String({ description: 'exactly as it was sent' }),
  dest_addr: phone,
  reference_id: Type.String(),
}

export const AirtimeBody = Type.Object({
  code: Type.Unsafe<number>({ type: 'integer', enum: [100, 101], description: '100 for success, 101 for failure' }),
  message: Type.String(),
  args: Type.Object(args),
  // Only for endpoints with flat args, which get these fields in both places.
  ...Type.Partial(Type.Object({ ...args, amount: Type.Number() })).properties,
})
export type AirtimeBody = Static<typeof AirtimeBody>

export const CheckoutBody = Type.Object({
  amount: Type.String({ description: 'exactly as it was requested' }),
  referenceNumber: Type.String(),
  status: oneOf(['success', 'failed']),
  timestamp: time,
  transactionID: Type.String(),
  msisdn: Type.String({ description: "the payer's phone number; empty when unknown" }),
})
export type CheckoutBody = Static<typeof CheckoutBody>

/** The events that an endpoint can receive, in the order of the console, with their bodies. */
export const callbackBodies = {
  airtime: AirtimeBody,
  checkout: CheckoutBody,
  'delivery-report': DeliveryReportBody,
  'inbound-sms': InboundSmsBody,
  chat: ChatBody,
  'chat-status': ChatStatusBody,
} as const

export type EventKind = keyof typeof callbackBodies
export const eventKinds = Object.keys(callbackBodies) as readonly EventKind[]

export type CallbackBody<Event extends EventKind> = Static<(typeof callbackBodies)[Event]>

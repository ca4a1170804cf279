import { type Static, Type } from 'typebox'
import { oneOf } from './shapes.ts'

/** The bodies of the callbacks to webhook endpoints. Fields may be added to them, so none of these shapes is closed. */

const time = Type.String({ format: 'date-time' })
const phone = Type.String({ description: 'in international format, without +' })
const FinalStatus = oneOf(['DELIVERED', 'UNDELIVERED'])

export const DeliveryReportBody = Type.Object({
  request_id: Type.String({ description: 'of the send' }),
  recipient_id: Type.Union([Type.Integer(), Type.String()], {
    description: 'the one of the send; a string if it is beyond 2^53, or not an integer (lenient credentials only)',
  }),
  dest_addr: phone,
  status: FinalStatus,
  Status: { ...FinalStatus, description: 'the same once more: clients read either' },
  reason: Type.Optional(Type.String({ description: 'why it was not delivered, as a code; only when it was not' })),
  reason_text: Type.Optional(Type.String({ description: 'the same in words' })),
})
export type DeliveryReportBody = Static<typeof DeliveryReportBody>

/** Fields of an incoming message. */
const incoming = {
  from: phone,
  to: Type.String({ description: 'what they wrote to: a number of yours, or your name on the channel' }),
  channel: Type.String({ description: 'sms, or the channel of the chat' }),
  timeUTC: time,
  transaction_id: Type.String({
    description: 'of an SMS its own; of a chat that of the message which was answered, empty when it had none',
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
  message: Type.Object({ text: Type.String() }),
  text: Type.String({ description: 'the same once more' }),
  message_type: Type.String({ description: 'text: incoming messages have no other type yet' }),
})
export type ChatBody = Static<typeof ChatBody>

const args = {
  timestamp: time,
  transaction_id: Type.String(),
  amount: Type.String({ description: 'as it was sent' }),
  dest_addr: phone,
  reference_id: Type.String(),
}

export const AirtimeBody = Type.Object({
  code: Type.Unsafe<number>({ type: 'integer', enum: [100, 101], description: '100 successful, 101 failed' }),
  message: Type.String(),
  args: Type.Object(args),
  // Only for endpoints with flat args, which get them in both places.
  ...Type.Partial(Type.Object(args)).properties,
})
export type AirtimeBody = Static<typeof AirtimeBody>

export const CheckoutBody = Type.Object({
  amount: Type.String({ description: 'as it was asked for' }),
  referenceNumber: Type.String(),
  status: oneOf(['success', 'failed']),
  timestamp: time,
  transactionID: Type.String(),
  msisdn: Type.String({ description: "the payer's number; empty when nobody said it" }),
})
export type CheckoutBody = Static<typeof CheckoutBody>

/** The events of an account that an endpoint can receive, in the order of the console, with their bodies. */
export const callbackBodies = {
  airtime: AirtimeBody,
  checkout: CheckoutBody,
  'delivery-report': DeliveryReportBody,
  'inbound-sms': InboundSmsBody,
  chat: ChatBody,
} as const

export type EventKind = keyof typeof callbackBodies
export const eventKinds = Object.keys(callbackBodies) as readonly EventKind[]

export type CallbackBody<Event extends EventKind> = Static<(typeof callbackBodies)[Event]>

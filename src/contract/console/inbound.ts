import { type Static, Type } from 'typebox'
import { InboundMessage, inboundKinds } from '../account/inbound.ts'
import { Format } from '../account/messages.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { cursorPageOf, IdNumber, nullable, objectOf, oneOf, pageOf, queryOf, Time } from '../shapes.ts'

/** From the view of the phone: `in` is a message that it received. */
const phoneDirections = ['in', 'out'] as const
export type PhoneDirection = (typeof phoneDirections)[number]

/** A number that receives messages. */
export type InboundNumber = Static<typeof InboundNumber>
const InboundNumber = objectOf({
  number: Type.String(),
  /** Null for a shared number. */
  accountId: nullable(Type.Integer()),
  keywords: Type.Array(objectOf({ keyword: Type.String(), accountId: Type.Integer() })),
  createdAt: Time,
})

/** A virtual phone of the simulated network. */
export type VirtualPhone = Static<typeof VirtualPhone>
const VirtualPhone = objectOf({
  phone: Type.String(),
  /** The beginning of the last message; null without messages. */
  lastText: nullable(Type.String()),
  lastFormat: Format,
  lastAt: nullable(Time),
  lastDirection: nullable(oneOf(phoneDirections)),
})

/** A message on the screen of a virtual phone. */
export type PhoneMessage = Static<typeof PhoneMessage>
const PhoneMessage = objectOf({
  id: Type.String(),
  direction: oneOf(phoneDirections),
  from: Type.String(),
  to: Type.String(),
  text: Type.String(),
  format: Format,
  at: Time,
  /** Set for a message that the phone received. */
  segments: nullable(Type.Integer()),
  /** Set for a message that the phone sent. */
  kind: nullable(oneOf(inboundKinds)),
})

const NumberBody = objectOf({ accountId: Type.Optional(nullable(IdNumber)) })

const KeywordBody = objectOf({ accountId: IdNumber })

const IncomingBody = objectOf({
  from: Type.String({ maxLength: 50 }),
  to: Type.String({ maxLength: 50 }),
  text: Type.String({ maxLength: 10_000 }),
})

const PhoneMessageBody = objectOf({
  to: Type.String({ pattern: '^[ -~]{1,50}$' }),
  text: Type.String({ minLength: 1, maxLength: 10_000 }),
})

const PageQuery = queryOf('page', 'limit')
const SearchQuery = queryOf('page', 'limit', 'q')

export const inboundRoutes = {
  'GET /inbound/unowned': { query: PageQuery, answer: pageOf(InboundMessage) },
  'GET /inbound/numbers': { query: SearchQuery, answer: pageOf(InboundNumber) },
  'PUT /inbound/numbers/:number': {
    body: NumberBody,
    answer: objectOf({ number: Type.String(), accountId: nullable(Type.Integer()) }),
  },
  'DELETE /inbound/numbers/:number': { status: 204, answer: Nothing },
  'PUT /inbound/numbers/:number/keywords/:keyword': {
    body: KeywordBody,
    answer: objectOf({ number: Type.String(), keyword: Type.String(), accountId: Type.Integer() }),
  },
  'DELETE /inbound/numbers/:number/keywords/:keyword': { status: 204, answer: Nothing },
  'POST /inbound/simulate': {
    body: IncomingBody,
    status: 202,
    answer: objectOf({ from: Type.String(), to: Type.String() }),
  },
  'GET /accounts/:account/phones': { query: SearchQuery, answer: pageOf(VirtualPhone) },
  'GET /accounts/:account/phones/:phone/messages': {
    query: queryOf('before', 'limit'),
    answer: cursorPageOf(PhoneMessage),
  },
  'POST /accounts/:account/phones/:phone/messages': { body: PhoneMessageBody, status: 201, answer: PhoneMessage },
} as const satisfies RouteShapes

import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

export const commandKinds = ['stop', 'start', 'help'] as const
export const inboundKinds = [...commandKinds, 'message'] as const
export type InboundKind = (typeof inboundKinds)[number]

/** An incoming SMS. */
export type InboundMessage = Static<typeof InboundMessage>
export const InboundMessage = objectOf({
  id: Type.Integer(),
  /** Null for unassigned messages. */
  accountId: nullable(Type.Integer()),
  carrier: Type.String(),
  phone: Type.String(),
  number: Type.String(),
  text: Type.String(),
  /** The text is empty, because its limit has passed. */
  textRemoved: Type.Boolean(),
  kind: oneOf(inboundKinds),
  receivedAt: Time,
})

/** The keywords to opt out, opt in again and get help. */
export type InboundWords = Static<typeof InboundWords>
const InboundWords = objectOf({
  stop: Type.Array(Type.String()),
  start: Type.Array(Type.String()),
  help: Type.Array(Type.String()),
  /** The reply to a help keyword; empty for none. */
  helpReply: Type.String(),
})

const WordList = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })

/** A missing list keeps its words. */
const WordsBody = objectOf({
  stop: Type.Optional(WordList),
  start: Type.Optional(WordList),
  help: Type.Optional(WordList),
  helpReply: Type.Optional(Type.String({ maxLength: 1_000 })),
})

export const inboundRoutes = {
  'GET /v2/inbound': { query: queryOf('cursor', 'limit', 'number'), answer: listPageOf(InboundMessage) },
  'GET /v2/inbound/words': { answer: InboundWords },
  'PUT /v2/inbound/words': { body: WordsBody, answer: InboundWords },
} as const satisfies RouteShapes

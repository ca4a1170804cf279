import { resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const commandKinds = ['stop', 'start', 'help'] as const
export const inboundKinds = [...commandKinds, 'message'] as const
export type InboundKind = (typeof inboundKinds)[number]

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

export type InboundWords = Static<typeof InboundWords>
const InboundWords = objectOf({
  stop: Type.Array(Type.String()),
  start: Type.Array(Type.String()),
  help: Type.Array(Type.String()),
  /** The reply to a help keyword; empty for none. */
  helpReply: Type.String(),
})

const WordList = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })

export const inbound = resource('inbound', 'inbound', {
  list: route('GET /v2/inbound', 'viewer', 'List incoming messages, newest first', {
    columns: 'id, receivedAt, phone, number, kind, text',
    reads: 'inbox.read',
    ...pagesOf(InboundMessage, 'number'),
    parameters: { number: 'only messages from this number, in local or international form, or its first digits' },
  }),
  words: route('GET /v2/inbound/words', 'viewer', 'Get the keywords to opt out, opt in again and get help', {
    command: 'inbound-word list',
    answer: InboundWords,
  }),
  setWords: route('PUT /v2/inbound/words', 'owner', 'Set the keywords to opt out, opt in again and get help', {
    command: 'inbound-word set',
    does: 'inbound.words',
    scope: 'account:write',
    description: 'A list that is left out keeps its words.',
    /** A missing list keeps its words. */
    body: objectOf({
      stop: optional(WordList, 'the words that opt a person out'),
      start: optional(WordList, 'the words that opt a person in again'),
      help: optional(WordList, 'the words that get the help text'),
      helpReply: optional(Type.String({ maxLength: 1_000 }), 'the reply to a help word; empty for none'),
    }),
    example: { stop: ['stop', 'acha'], helpReply: 'Piga 0712 345 678' },
    answer: InboundWords,
    problems: ['invalid_word'],
  }),
})

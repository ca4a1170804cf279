import { InboundMessage, inboundKinds } from '../account/inbound.ts'
import { Format } from '../account/messages.ts'
import { consoleResource, route } from '../route.ts'
import { described, IdNumber, nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** From the view of the phone: `in` is a message that it received. */
const phoneDirections = ['in', 'out'] as const
export type PhoneDirection = (typeof phoneDirections)[number]

export type InboundNumber = Static<typeof InboundNumber>
const InboundNumber = objectOf({
  number: Type.String(),
  /** Null for a shared number. */
  accountId: nullable(Type.Integer()),
  keywords: Type.Array(objectOf({ keyword: Type.String(), accountId: Type.Integer() })),
  createdAt: Time,
})

export type VirtualPhone = Static<typeof VirtualPhone>
const VirtualPhone = objectOf({
  phone: Type.String(),
  /** The beginning of the last message; null without messages. */
  lastText: nullable(Type.String()),
  lastFormat: Format,
  lastAt: nullable(Time),
  lastDirection: nullable(oneOf(phoneDirections)),
})

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
  parts: nullable(Type.Integer()),
  /** Set for a message that the phone sent. */
  kind: nullable(oneOf(inboundKinds)),
})

export const consoleInbound = consoleResource('inbound', {
  unowned: route('GET /inbound/unowned', 'operator', 'List unassigned messages', {
    command: 'inbound list --unowned',
    columns: 'id, receivedAt, carrier, phone, number, kind, text',
    reads: 'inbox.read',
    ...pagesOf(InboundMessage),
  }),
  simulate: route('POST /inbound/simulate', 'operator', 'Simulate an incoming message', {
    done: 'Message from {from} to {to} simulated.',
    does: 'inbound.simulate',
    body: objectOf({
      from: Type.String({ maxLength: 50, description: 'the phone number of the person' }),
      to: Type.String({ maxLength: 50, description: 'the number that receives it' }),
      text: Type.String({ maxLength: 10_000, description: 'the text of the message' }),
    }),
    status: 202,
    answer: objectOf({ from: Type.String(), to: Type.String() }),
  }),
})

export const inboundNumbers = consoleResource('inboundNumbers', {
  list: route('GET /inbound/numbers', 'operator', 'List inbound numbers', {
    empty: { accountId: 'shared' },
    columns: 'number, accountId, keywords, createdAt',
    ...pagesOf(InboundNumber, 'q'),
  }),
  set: route('PUT /inbound/numbers/:number', 'operator', 'Assign an inbound number to an account, or share it', {
    does: 'inbound.number_set',
    body: objectOf({
      accountId: Type.Optional(nullable(described(IdNumber, 'the account that gets its messages; null to share it'))),
    }),
    answer: objectOf({ number: Type.String(), accountId: nullable(Type.Integer()) }),
  }),
  delete: route('DELETE /inbound/numbers/:number', 'operator', 'Delete an inbound number', {
    does: 'inbound.number_remove',
  }),
  setKeyword: route(
    'PUT /inbound/numbers/:number/keywords/:keyword',
    'operator',
    'Assign a keyword of a shared number to an account',
    {
      done: 'Messages to {number} with the keyword {keyword} go to account {accountId}.',
      does: 'inbound.keyword_set',
      body: objectOf({ accountId: described(IdNumber, 'the account that gets messages with the keyword') }),
      answer: objectOf({ number: Type.String(), keyword: Type.String(), accountId: Type.Integer() }),
    },
  ),
  deleteKeyword: route(
    'DELETE /inbound/numbers/:number/keywords/:keyword',
    'operator',
    'Delete a keyword of a shared number',
    { command: 'inbound-number remove-keyword', does: 'inbound.keyword_remove' },
  ),
})

export const phones = consoleResource('phones', {
  list: route('GET /accounts/:account/phones', 'viewer', 'List virtual phones', {
    columns: 'phone, lastAt, lastDirection, lastText',
    reads: 'phones.read',
    ...pagesOf(VirtualPhone, 'q'),
  }),
  messages: route('GET /accounts/:account/phones/:phone/messages', 'viewer', 'List the messages of a virtual phone', {
    command: 'phone list-messages',
    columns: 'at, direction, from, to, kind, text',
    reads: 'phones.read',
    ...pagesOf(PhoneMessage),
  }),
  write: route('POST /accounts/:account/phones/:phone/messages', 'member', 'Write a message on a virtual phone', {
    does: 'phone.write',
    body: objectOf({
      to: Type.String({ pattern: '^[ -~]{1,50}$', description: 'the number or sender ID that the phone writes to' }),
      text: Type.String({ minLength: 1, maxLength: 10_000, description: 'the text of the message' }),
    }),
    status: 201,
    answer: PhoneMessage,
  }),
})

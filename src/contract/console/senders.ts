import { type Static, Type } from 'typebox'
import { answerOf, longPageOf, nullable, oneOf, pageOf, queryOf, Time } from '../shapes.ts'
import type { RouteShapes } from './route.ts'

export const senderStatuses = ['pending', 'active', 'rejected', 'inactive'] as const
export type SenderStatus = (typeof senderStatuses)[number]

/** A sender ID. */
export type Sender = Static<typeof Sender>
export const Sender = answerOf({
  id: Type.Integer(),
  sender: Type.String(),
  sampleContent: Type.String(),
  status: oneOf(senderStatuses),
  /** The reason of a rejection or deactivation. */
  reason: nullable(Type.String()),
  createdAt: Time,
  /** The last decision of the operator. */
  decidedAt: nullable(Time),
})

/** Includes the account, for operators. */
export type SenderOfAccount = Static<typeof SenderOfAccount>
export const SenderOfAccount = answerOf({
  ...Sender.properties,
  accountId: Type.Integer(),
  accountName: Type.String(),
})

const SendersQuery = queryOf('page', 'limit', 'sortBy', 'sortOrder', 'q', 'status')

const SenderBody = Type.Object({
  sender: Type.String({ maxLength: 100 }),
  sampleContent: Type.Optional(Type.String({ maxLength: 1_000 })),
})

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

export const senderRoutes = {
  'GET /senders': { query: SendersQuery, answer: longPageOf(SenderOfAccount) },
  'GET /accounts/:account/senders': { query: SendersQuery, answer: pageOf(Sender) },
  'POST /accounts/:account/senders': { body: SenderBody, status: 201, answer: Sender },
  'POST /accounts/:account/senders/:sender/approve': { answer: Sender },
  'POST /accounts/:account/senders/:sender/reject': { body: Type.Object({ reason: Reason }), answer: Sender },
  'POST /accounts/:account/senders/:sender/deactivate': {
    body: Type.Object({ reason: Type.Optional(Reason) }),
    answer: Sender,
  },
} as const satisfies RouteShapes

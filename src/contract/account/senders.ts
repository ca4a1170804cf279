import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

export const senderStatuses = ['pending', 'active', 'rejected', 'inactive'] as const
export type SenderStatus = (typeof senderStatuses)[number]

/** A sender ID. */
export type Sender = Static<typeof Sender>
export const Sender = objectOf({
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

const SendersQuery = queryOf('cursor', 'limit', 'sortBy', 'sortOrder', 'q', 'status')

const SenderBody = objectOf({
  sender: Type.String({ maxLength: 100 }),
  sampleContent: Type.Optional(Type.String({ maxLength: 1_000 })),
})

export const senderRoutes = {
  'GET /v2/senders': { query: SendersQuery, answer: listPageOf(Sender) },
  'POST /v2/senders': { body: SenderBody, status: 201, answer: Sender },
} as const satisfies RouteShapes

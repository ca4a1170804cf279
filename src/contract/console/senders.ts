import { type Static, Type } from 'typebox'
import { Sender } from '../account/senders.ts'
import type { RouteShapes } from '../route.ts'
import { longPageOf, objectOf, queryOf } from '../shapes.ts'

/** Includes the account, for operators. */
export type SenderOfAccount = Static<typeof SenderOfAccount>
export const SenderOfAccount = objectOf({
  ...Sender.properties,
  accountId: Type.Integer(),
  accountName: Type.String(),
})

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

const SendersQuery = queryOf('page', 'limit', 'sortBy', 'sortOrder', 'q', 'status')

export const senderRoutes = {
  'GET /senders': { query: SendersQuery, answer: longPageOf(SenderOfAccount) },
  'POST /accounts/:account/senders/:sender/approve': { answer: Sender },
  'POST /accounts/:account/senders/:sender/reject': { body: objectOf({ reason: Reason }), answer: Sender },
  'POST /accounts/:account/senders/:sender/deactivate': {
    body: objectOf({ reason: Type.Optional(Reason) }),
    answer: Sender,
  },
} as const satisfies RouteShapes

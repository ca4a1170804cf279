import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../console-route.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../engine/db/index.ts'
import { listWaitingWork } from '../engine/work/index.ts'
import { isActive } from '../modules/accounts/index.ts'

/** The tables of background work. Batches of messages have queues of their own, by carrier and lane. */
export const workTables = [
  'airtime_transfers',
  'balance_reminders',
  'chat_messages',
  'checkout_sessions',
  'contact_imports',
  'inbound_gatherings',
  'inbound_messages',
  'periodic_tasks',
  'secret_rotations',
  'sms_expiries',
  'sms_receipts',
  'webhook_endpoints',
  'webhook_events',
] as const

/** Rows of suspended accounts wait on purpose. */
const waiting = { airtime_transfers: isActive(sql`account_id`), chat_messages: isActive(sql`account_id`) }

export const listDueWork = (db: Queryable, now: Date) => listWaitingWork(db, workTables, now, waiting)

/** Background work that is due, and how long the oldest row waits: for operators and for Prometheus. */
export function workConsole(app: FastifyInstance, { db, clock }: Context): void {
  serve(app, 'GET /work', { may: 'operator' }, async () => ({
    data: await listDueWork(db, clock.now()),
  }))
}

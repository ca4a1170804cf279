import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../console-route.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../engine/db/index.ts'
import { listWaitingWork } from '../engine/work/index.ts'
import { isActive } from '../modules/accounts/index.ts'
import { hasReceiver } from '../modules/smpp/index.ts'

/** Tables of background work, without message batches: those have queues by carrier and lane. */
export const workTables = [
  'airtime_transfers',
  'balance_reminders',
  'chat_messages',
  'checkout_payments',
  'checkout_sessions',
  'contact_imports',
  'erasures',
  'inbound_gatherings',
  'inbound_messages',
  'otp_sends',
  'periodic_tasks',
  'secret_rotations',
  'smpp_gatherings',
  'smpp_messages',
  'sms_expiries',
  'sms_receipts',
  'sms_reports',
  'webhook_endpoints',
  'webhook_events',
] as const

/** Rows of suspended accounts are not due, nor are those of customers without a bind. */
const waiting = {
  airtime_transfers: isActive(sql`account_id`),
  chat_messages: isActive(sql`account_id`),
  otp_sends: isActive(sql`account_id`),
  smpp_messages: hasReceiver,
  sms_reports: sql`(kind <> 'smpp' or ${hasReceiver})`,
}

export const listDueWork = (db: Queryable, now: Date) => listWaitingWork(db, workTables, now, waiting)

/** Due background work and the age of its oldest row, for operators and Prometheus. */
export function workConsole(app: FastifyInstance, { db, clock }: Context): void {
  serve(app, 'GET /work', { may: 'operator' }, async () => ({
    data: await listDueWork(db, clock.now()),
  }))
}

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../api-route.ts'
import type { Context } from '../context.ts'
import { system } from '../contract/console/system.ts'
import type { Queryable } from '../engine/db/index.ts'
import { type DueRows, dueRows, listWaitingWork } from '../engine/work/index.ts'
import { isActive } from '../modules/accounts/index.ts'
import { dueDeliveries } from '../modules/smpp/index.ts'
import { countUnmatchedReceipts } from '../modules/sms/index.ts'

/** Tables of background work, without message batches: those have queues by carrier and lane. */
export const workTables = [
  'airtime_transfers',
  'balance_reminders',
  'campaigns',
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

const ofActive = (table: string) => dueRows(table, isActive(sql`account_id`))

/** Rows of suspended accounts do not wait, nor do those of customers without a bind. */
const special: Partial<Record<(typeof workTables)[number], DueRows>> = {
  airtime_transfers: ofActive('airtime_transfers'),
  campaigns: ofActive('campaigns'),
  chat_messages: ofActive('chat_messages'),
  otp_sends: ofActive('otp_sends'),
  smpp_messages: dueDeliveries('smpp_messages'),
  sms_reports: (now, limit) => sql`
    (${dueRows('sms_reports', sql`kind in ('kannel', 'webhook')`)(now, limit)})
    union all
    (${dueDeliveries('sms_reports', sql`w.kind = 'smpp'`)(now, limit)})`,
}

export const listDueWork = (db: Queryable, now: Date) => listWaitingWork(db, workTables, now, special)

const unmatchedMs = 3_600_000

/** Due background work and the age of its oldest row, for operators and Prometheus. */
export function workConsole(app: FastifyInstance, { db, clock }: Context): void {
  serve(app, system.work, async () => ({
    data: await listDueWork(db, clock.now()),
    unmatchedReceipts: await countUnmatchedReceipts(db, new Date(clock.now().getTime() - unmatchedMs)),
  }))
}

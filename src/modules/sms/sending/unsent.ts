import { sql } from 'kysely'
import { afterCommit, type Tx } from '../../../engine/db/index.ts'
import type { SmsContext } from '../context.ts'
import { type Origin, reportEvents, reportsTopic, submitterOf } from '../model.ts'

/** A request that became no message after its submitter was told that it was accepted. */
export interface Unsent {
  readonly id: number
  readonly accountId: number
  readonly sender: string
  readonly phone: string
  readonly reason: string
  readonly submittedAt: Date
  readonly origin: Origin
}

/** Stores the request without messages, and the failure report that its submitter asked for. */
export async function storeUnsent(ctx: Pick<SmsContext, 'clock' | 'work'>, tx: Tx, unsent: Unsent): Promise<void> {
  const { id, accountId, sender, phone, reason, submittedAt, origin } = unsent
  const now = ctx.clock.now()
  await sql`
    insert into sms_requests (id, account_id, sender, text, encoding, segments, due_at, valid_until, valid, invalid, duplicates, opted_out, created_at, origin)
    values (${id}, ${accountId}, ${sender}, '', 'gsm', 1, ${submittedAt}, ${now}, 0, 1, 0, 0, ${submittedAt}, ${JSON.stringify(origin)}::jsonb)
  `.execute(tx)
  if ((origin.reports & reportEvents.failed) === 0) return
  await sql`
    insert into sms_reports (account_id, submitter, kind, request_id, phone, event, reason, happened_at, created_at, due_at)
    values (${accountId}, ${submitterOf(origin)}, ${origin.kind}, ${id}, ${phone}, ${reportEvents.failed}, ${reason}, ${now}, ${now}, ${now})
  `.execute(tx)
  afterCommit(tx, () => ctx.work.announce(reportsTopic(origin.kind)))
}

import { sql } from 'kysely'
import type { CampaignStatus, PauseReason } from '../../contract/account/campaigns.ts'
import { type Queryable, run, type Tx } from '../../engine/db/index.ts'
import type { Campaign } from './store.ts'

/** Changes of the status of campaigns. */

export interface StatusChange {
  readonly from: readonly CampaignStatus[]
  readonly to: CampaignStatus
  readonly dueAt: Date | null
  readonly startsAt?: Date | null
  /** The text that was checked. */
  readonly text?: string
  readonly reason?: PauseReason
}

/**
 * Changes the status, if it is one of `from`. The current run of the campaign loses its lease, so that it cannot
 * overwrite the new due time.
 */
export function changeStatus(db: Queryable, accountId: number, id: number, change: StatusChange) {
  const { from, to, dueAt, startsAt, text, reason = null } = change
  return run.hasRows(db)`
    update campaigns
       set status = ${to}, pause_reason = ${reason}, due_at = ${dueAt}, lease_owner = null, lease_until = null, attempts = 0
           ${startsAt === undefined ? sql`` : sql`, starts_at = ${startsAt}`}
     where id = ${id}
       and account_id = ${accountId}
       and status = any(${from}::text[])
       ${text === undefined ? sql`` : sql`and text = ${text}`}
    returning id
  `
}

/** Statuses of a campaign that was started and has neither ended nor stopped. */
export const runningStatuses = ['scheduled', 'preparing', 'sending'] as const

/** Continues a paused campaign: sends, or fixes the audience first. False unless it is paused. */
export function resume(db: Queryable, accountId: number, id: number, now: Date): Promise<boolean> {
  const isFixed = sql`(started_at is not null and recipients > 0)`
  return run.hasRows(db)`
    update campaigns
       set status = case when ${isFixed} then 'sending' else 'scheduled' end,
           due_at = case when ${isFixed} then ${now} else greatest(starts_at, ${now}) end,
           pause_reason = null, lease_owner = null, lease_until = null, attempts = 0
     where id = ${id}
       and account_id = ${accountId}
       and status = 'paused'
    returning id
  `
}

/** The text of a campaign, which stays until the end of the transaction. */
export async function lockText(tx: Tx, accountId: number, id: number): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select text from campaigns where id = ${id} and account_id = ${accountId} for no key update
  `.execute(tx)
  return rows[0]?.text ?? null
}

/** Ends a campaign whose messages are all final. */
export async function markDone(tx: Tx, { id, accountId }: Pick<Campaign, 'id' | 'accountId'>, now: Date) {
  await sql`
    update campaigns
       set status = case when status = 'sending' then 'done' else status end, ended_at = ${now}
     where id = ${id}
       and account_id = ${accountId}
       and status in ('sending', 'cancelled')
  `.execute(tx)
}

/** Ends a cancelled campaign, even if messages are pending. False if it is not cancelled, or has ended. */
export function markCancelled(tx: Tx, { id, accountId }: Pick<Campaign, 'id' | 'accountId'>, now: Date) {
  return run.hasRows(tx)`
    update campaigns
       set ended_at = ${now}
     where id = ${id}
       and account_id = ${accountId}
       and status = 'cancelled'
       and ended_at is null
    returning id
  `
}

import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { raiseVersion } from './store.ts'

/**
 * Suspends or resumes an account. Its credentials are refused on every process within a second, and its queued
 * messages, airtime and chat wait. Messages that expire meanwhile end as usual.
 */
export function setSuspended(ctx: Context, accountId: number, suspended: boolean): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await updateSuspension(tx, accountId, suspended ? ctx.clock.now() : null)
    await raiseVersion(tx)
  })
}

/** Keeps the time of the first suspension. */
async function updateSuspension(tx: Tx, accountId: number, suspendedAt: Date | null): Promise<void> {
  await sql`
    update accounts
       set suspended_at = case when ${suspendedAt}::timestamptz is null then null else coalesce(suspended_at, ${suspendedAt}) end
     where id = ${accountId}
  `.execute(tx)
}

/** True for rows of accounts that are not suspended, for the `only` of work that sends or pays. */
export const isActive = (accountId: RawBuilder<unknown>) =>
  sql`${accountId} not in (select id from accounts where suspended_at is not null)`

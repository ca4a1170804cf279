import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { raiseVersion } from './store.ts'

/**
 * Suspends or resumes an account. Within a second, every process refuses its credentials. Its queued messages, airtime
 * and chat wait; messages that expire in the meantime end as usual.
 */
export function setSuspended(
  ctx: Context,
  accountId: number,
  suspended: boolean,
  resume: readonly ResumeAccount[],
): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    await updateSuspension(tx, accountId, suspended ? now : null)
    if (!suspended) for (const one of resume) await one(tx, accountId, now)
    await raiseVersion(tx)
  })
}

/** The work of a module when an account is resumed, in the same transaction. */
export type ResumeAccount = (tx: Tx, accountId: number, now: Date) => Promise<void>

/** Keeps the time of the first suspension. */
async function updateSuspension(tx: Tx, accountId: number, suspendedAt: Date | null): Promise<void> {
  await sql`
    update accounts
       set suspended_at = case when ${suspendedAt}::timestamptz is null then null else coalesce(suspended_at, ${suspendedAt}) end
     where id = ${accountId}
  `.execute(tx)
}

/** A subquery. Workers skip these accounts. */
export const suspendedAccounts = sql`select id from accounts where suspended_at is not null`

/** True for rows of accounts that are not suspended. */
export const isActive = (accountId: RawBuilder<unknown>) => sql`${accountId} not in (${suspendedAccounts})`

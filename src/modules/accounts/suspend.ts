import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Row, Tx } from '../../engine/db/index.ts'
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
    const since = await lockSuspension(tx, accountId)
    await updateSuspension(tx, accountId, suspended ? (since ?? now) : null)
    if (!suspended && since !== null) for (const one of resume) await one(tx, accountId, { from: since, to: now })
    await raiseVersion(tx)
  })
}

export interface Suspension {
  readonly from: Date
  readonly to: Date
}

/** The work of a module when an account is resumed, in the same transaction. */
export type ResumeAccount = (tx: Tx, accountId: number, suspension: Suspension) => Promise<void>

/** Since when the account is suspended; null if it is not. */
async function lockSuspension(tx: Tx, accountId: number): Promise<Date | null> {
  const { rows } = await sql<Row<'accounts', 'suspended_at'>>`
    select suspended_at from accounts where id = ${accountId} for no key update
  `.execute(tx)
  return rows[0]?.suspended_at ?? null
}

async function updateSuspension(tx: Tx, accountId: number, suspendedAt: Date | null): Promise<void> {
  await sql`update accounts set suspended_at = ${suspendedAt} where id = ${accountId}`.execute(tx)
}

/** A subquery. Workers skip these accounts. */
export const suspendedAccounts = sql`select id from accounts where suspended_at is not null`

/** True for rows of accounts that are not suspended. */
export const isActive = (accountId: RawBuilder<unknown>) => sql`${accountId} not in (${suspendedAccounts})`

import { sql } from 'kysely'
import type { Database, Tx } from '../../engine/db/index.ts'
import { countChecked, listBadFloors, listBadSums, type Wrong } from './store-check.ts'
import { listBadTransfers } from './store-transfers.ts'

/**
 * What a check says: what is wrong, at most so many as asked for, and how much of what it looks for could not be looked
 * at.
 */
export interface Checked {
  readonly wrong: readonly Wrong[]
  readonly skipped?: number
}

/** Whoever holds credit for something proves that it does; balance itself does not know what for. */
export type LedgerCheck = (tx: Tx, limit: number) => Promise<Checked>

export interface LedgerState {
  readonly clean: boolean
  /** How many were looked at. */
  readonly balances: number
  readonly entries: number
  /** Holds whose subject is not kept any more. */
  readonly skipped: number
  readonly wrong: readonly Wrong[]
}

/** Of each kind; a ledger that is broken everywhere must not fill the memory. */
const wrongMax = 1_000

/**
 * Proves every balance from its entries, every transfer from its two entries and every hold from its subject, all as of
 * one moment, while everybody works on.
 */
export function checkLedger(db: Database, checks: readonly LedgerCheck[]): Promise<LedgerState> {
  return db.transaction(async (tx) => {
    // The isolation level comes first: it can't be changed once something was read. Everything is sorted and joined
    // whole, and that wants memory.
    await sql`
      set transaction isolation level repeatable read, read only;
      set local statement_timeout = 0;
      set local work_mem = '64MB';
      set local jit = off
    `.execute(tx)
    const counted = await countChecked(tx)
    const own = [
      ...(await listBadSums(tx, wrongMax)),
      ...(await listBadFloors(tx, wrongMax)),
      ...(await listBadTransfers(tx, wrongMax)),
    ]
    const others: Checked[] = []
    for (const check of checks) others.push(await check(tx, wrongMax))
    const wrong = [...own, ...others.flatMap((one) => one.wrong)]
    return {
      clean: wrong.length === 0,
      ...counted,
      skipped: others.reduce((sum, { skipped = 0 }) => sum + skipped, 0),
      wrong,
    }
  })
}

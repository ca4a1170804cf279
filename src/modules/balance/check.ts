import { sql } from 'kysely'
import type { Database, Tx } from '../../engine/db/index.ts'
import { countChecked, listBadFloors, listBadSums, type Wrong } from './store-check.ts'
import { listBadTransfers } from './store-transfers.ts'

/** Up to `limit` errors. Each module checks its own holds; the balance module does not know their subjects. */
export type LedgerCheck = (tx: Tx, limit: number) => Promise<readonly Wrong[]>

export interface LedgerState {
  readonly clean: boolean
  readonly balances: number
  readonly entries: number
  readonly wrong: readonly Wrong[]
}

/** For each kind of error, so that a broken ledger cannot fill the memory. */
const wrongMax = 1_000

/**
 * Checks every balance against its entries, every transfer against its two entries, and every hold against its subject,
 * in one snapshot and without blocking others.
 */
export function checkLedger(db: Database, checks: readonly LedgerCheck[]): Promise<LedgerState> {
  return db.transaction(async (tx) => {
    // The isolation level must be set before the first read. The joins sort whole tables, which needs memory. Without
    // the lock, a partition that is dropped meanwhile would be missing from the snapshot.
    await sql`
      set transaction isolation level repeatable read, read only;
      set local statement_timeout = 0;
      set local work_mem = '64MB';
      set local jit = off;
      lock table sms_messages, sms_requests in access share mode
    `.execute(tx)
    const counted = await countChecked(tx)
    const wrong: Wrong[] = []
    for (const check of [listBadSums, listBadFloors, listBadTransfers, ...checks])
      wrong.push(...(await check(tx, wrongMax)))
    return { clean: wrong.length === 0, ...counted, wrong }
  })
}

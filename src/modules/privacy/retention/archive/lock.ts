import { sql } from 'kysely'
import type { Database } from '../../../../engine/db/index.ts'
import { Semaphore } from '../../../../engine/flow/semaphore.ts'

export interface Held {
  /** Throws if the lock was lost with its connection, for example while the process was frozen. */
  confirm(): Promise<void>
}

export type Exclusively = <T>(run: (held: Held) => Promise<T>) => Promise<T>

/**
 * Only one process at a time changes the archive. On PostgreSQL the lock belongs to an idle transaction, which has no
 * snapshot and does not delay vacuum. The embedded engine has only one process, and a transaction would block it.
 */
export function createLock(db: Database): Exclusively {
  const own = new Semaphore(1)
  return (run) => own.run(() => (db.engine === 'embedded' ? run({ async confirm() {} }) : lockAndRun(db, run)))
}

async function lockAndRun<T>(db: Database, run: (held: Held) => Promise<T>): Promise<T> {
  // Throws inside a transaction, which would hold its locks for as long as files are written.
  db.getExecutor()
  const tx = await db.kysely.startTransaction().execute()
  try {
    await sql`
      set local idle_in_transaction_session_timeout = 0;
      set local statement_timeout = 0
    `.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('ngoma archive'))`.execute(tx)
    return await run({
      async confirm() {
        await sql`select 1`.execute(tx)
      },
    })
  } finally {
    // A lost connection has already ended the transaction.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

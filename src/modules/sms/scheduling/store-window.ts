import { sql } from 'kysely'
import type { Changes } from '../../../engine/changes.ts'
import {
  columnsOf,
  type Database,
  type Queryable,
  type Row,
  type RowOf,
  run,
  type Tx,
} from '../../../engine/db/index.ts'
import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { Window } from '../model.ts'
import { listAwaitedCarriers } from '../sending/store-batches.ts'
import { batchesOf } from './store-scheduled.ts'

const columns = columnsOf('sms_windows', { opensMinute: 'opens_minute', closesMinute: 'closes_minute' })

export function findWindow(db: Queryable, accountId: number): Promise<Window | null> {
  return run.first<RowOf<typeof columns>>(db)`
    select ${columns} from sms_windows where account_id = ${accountId}
  `
}

export async function upsertWindow(tx: Tx, accountId: number, { opensMinute, closesMinute }: Window, now: Date) {
  await sql`
    insert into sms_windows (account_id, opens_minute, closes_minute, changed_at)
    values (${accountId}, ${opensMinute}, ${closesMinute}, ${now})
        on conflict (account_id) do update
       set opens_minute = excluded.opens_minute, closes_minute = excluded.closes_minute, changed_at = excluded.changed_at
  `.execute(tx)
}

export async function deleteWindow(tx: Tx, accountId: number): Promise<void> {
  await sql`delete from sms_windows where account_id = ${accountId}`.execute(tx)
}

/**
 * Makes bulk batches due again that were waiting for the previous window to open, and returns their carriers. Locks
 * batches in the order of their ids, like every statement that locks several.
 */
export async function wakeHeldBatches(tx: Tx, accountId: number, now: Date): Promise<Set<string>> {
  const { rows: held } = await sql<Row<'sms_batches', 'id'>>`
    select b.id
      from ${batchesOf(accountId, await listAwaitedCarriers(tx), ['bulk'])} b
      join sms_messages m on m.id = b.first_message_id
      join sms_requests r on r.id = m.request_id
     where b.due_at > ${now}
       and r.due_at <= ${now}
  `.execute(tx)
  const { rows: free } = await sql<Row<'sms_batches', 'id'>>`
    select id
      from sms_batches
     where id = any(${held.map(({ id }) => id)}::bigint[])
       and due_at > ${now}
       and lease_owner is null
     order by id
       for update
  `.execute(tx)
  const { rows } = await sql<Row<'sms_batches', 'carrier'>>`
    update sms_batches set due_at = ${now} where id = any(${free.map(({ id }) => id)}::bigint[]) returning carrier
  `.execute(tx)
  return new Set(rows.map(({ carrier }) => carrier))
}

/** The sending windows of accounts. Changes on any process arrive within a second. */
export type Windows = ReturnType<typeof createWindows>

const accountsMax = 10_000

export function createWindows(db: Database, changes: Changes) {
  const known = new BoundedMap<number, Promise<Window | null>>(accountsMax)
  changes.watch('windows', () => known.clear())

  function read(accountId: number): Promise<Window | null> {
    const window = findWindow(db, accountId)
    known.set(accountId, window)
    // Do not cache a failed read.
    window.catch(() => known.get(accountId) === window && known.delete(accountId))
    return window
  }

  return {
    of: (accountId: number) => known.get(accountId) ?? read(accountId),
    /** Reads the window again, and tells whether it differs from `than`. */
    async hasChanged(accountId: number, than: Window | null) {
      const window = await read(accountId)
      return window?.opensMinute !== than?.opensMinute || window?.closesMinute !== than?.closesMinute
    },
    forget: (accountId: number) => void known.delete(accountId),
  }
}

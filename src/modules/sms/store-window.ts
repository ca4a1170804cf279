import { sql } from 'kysely'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import { batchesOf, listCarriers } from './store-scheduled.ts'
import type { Window } from './window-rules.ts'

/** The SQL of sending windows. */

export async function findWindow(db: Queryable, accountId: number): Promise<Window | null> {
  const { rows } = await sql<Window>`
    select opens_minute as "opensMinute", closes_minute as "closesMinute" from sms_windows where account_id = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}

export async function upsertWindow(tx: Tx, accountId: number, { opensMinute, closesMinute }: Window, now: Date): Promise<void> {
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

/** Makes due again what waits for an opening that is another one now: bulk that was to go out before, and is due later. Says through which carriers. */
export async function wakeHeld(tx: Tx, accountId: number, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ carrier: string }>`
    update sms_batches b
       set due_at = ${now}
     where b.id in (
             select h.id
               from ${batchesOf(accountId, await listCarriers(tx), ['bulk'])} h
               join sms_messages m on m.id = h.first_message_id
               join sms_requests r on r.id = m.request_id
              where h.due_at > ${now}
                and r.due_at <= ${now})
       and b.due_at > ${now}
       and b.lease_owner is null
    returning b.carrier
  `.execute(tx)
  return new Set(rows.map(({ carrier }) => carrier))
}

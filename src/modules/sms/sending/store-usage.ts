import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../engine/db/index.ts'

/** The SQL of daily limits. Days are written as yyyy-mm-dd. */

/**
 * How many messages the accounts have sent on a day. Nobody else gets these rows until the transaction ends; in a fixed
 * order, so that nobody deadlocks.
 */
export async function lockUsage(tx: Tx, accountIds: readonly number[], day: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ accountId: number; messages: number }>`
    insert into sms_usage as u (account_id, day, messages)
    select account_id, ${day}::date, 0
      from unnest(${accountIds}::bigint[]) as account_id
     order by account_id
        on conflict (account_id, day) do update
       set messages = u.messages
    returning account_id as "accountId", messages
  `.execute(tx)
  return new Map(rows.map(({ accountId, messages }) => [accountId, messages]))
}

/** Takes no new locks: the rows are those of `lockUsage`. */
export async function addUsage(tx: Tx, added: ReadonlyMap<number, number>, day: string): Promise<void> {
  await sql`
    update sms_usage u
       set messages = u.messages + v.messages
      from unnest(${[...added.keys()]}::bigint[], ${[...added.values()]}::bigint[]) as v(account_id, messages)
     where u.account_id = v.account_id
       and u.day = ${day}::date
  `.execute(tx)
}

export async function deleteOldUsage(db: Queryable, before: string): Promise<void> {
  await sql`delete from sms_usage where day < ${before}::date`.execute(db)
}

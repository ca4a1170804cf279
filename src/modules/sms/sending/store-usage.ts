import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, type Tx } from '../../../engine/db/index.ts'

/** Daily limits. Days are formatted yyyy-mm-dd. */

const usageColumns = columnsOf({ u: 'sms_usage' }, { accountId: 'u.account_id', messages: 'u.messages' })

/** Reads and locks the usage of accounts on a day. Locks in a fixed order, so that transactions cannot deadlock. */
export async function lockUsage(tx: Tx, accountIds: readonly number[], day: string): Promise<Map<number, number>> {
  const { rows } = await sql<RowOf<typeof usageColumns>>`
    insert into sms_usage as u (account_id, day, messages)
    select account_id, ${day}::date, 0
      from unnest(${accountIds}::bigint[]) as account_id
     order by account_id
        on conflict (account_id, day) do update
       set messages = u.messages
    returning ${usageColumns}
  `.execute(tx)
  return new Map(rows.map(({ accountId, messages }) => [accountId, messages]))
}

/** Takes no new locks, because `lockUsage` has locked these rows. */
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

/** Reads the contents of the database after a run. */
import type { Stock } from './history.ts'
import { oldCarrier, readOldData } from './retention.ts'
import type { Query } from './store.ts'

/** Rows that were due this long ago should be done. */
const overdue = `clock_timestamp() - interval '20 seconds'`

export async function readStock(
  query: Query,
  withRetention: boolean,
): Promise<Omit<Stock, 'ledger' | 'receiptsWaiting'>> {
  const messages = await query<{ phone: string; status: string; price: string }>(
    `select phone, status, price::text from sms_messages where account_id = 1 and carrier <> '${oldCarrier}'`,
  )
  const [money] = await query<{ credited: string; left: string; held: string }>(`
    select (select coalesce(sum(case kind when 'credit' then amount else -amount end), 0)::text
              from ledger_entries
             where account_id = 1 and product = 'SMS' and kind in ('credit', 'debit')) as credited,
           available::text as left, held::text
      from balances
     where account_id = 1 and product = 'SMS'
  `)
  return {
    messages: messages.map(({ phone, status, price }) => ({ phone, status, price: Number(price) })),
    stuck: await listStuck(query),
    credited: Number(money?.credited),
    left: Number(money?.left),
    held: Number(money?.held),
    retention: withRetention ? await readOldData(query) : null,
  }
}

/** Every table that is work, and those batches and events that nobody finished. */
async function listStuck(query: Query): Promise<Stock['stuck']> {
  const tables = await query<{ table: string }>(`
    select table_name as table
      from information_schema.columns
     where table_schema = 'public' and column_name in ('due_at', 'lease_until', 'lease_owner')
     group by table_name
    having count(*) = 3
     order by table_name
  `)
  const stuck: { table: string; rows: number }[] = []
  for (const { table } of tables) {
    const all = table === 'sms_batches' ? 'true' : `due_at < ${overdue} and coalesce(lease_until, due_at) < ${overdue}`
    const [counted] = await query<{ rows: string | number }>(`select count(*) as rows from ${table} where ${all}`)
    if (Number(counted?.rows) > 0) stuck.push({ table, rows: Number(counted?.rows) })
  }
  return stuck
}

/** Whether nothing waits any more; asked while programs run, on PostgreSQL alone. */
export async function isDrained(query: Query): Promise<boolean> {
  const [waiting] = await query<{ rows: string | number }>(`
    select (select count(*) from sms_batches) + (select count(*) from webhook_events where due_at is not null) as rows
  `)
  return Number(waiting?.rows) === 0 && (await listStuck(query)).length === 0
}

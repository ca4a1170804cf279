import { sql } from 'kysely'
import { type Database, type Row, readSchemaState, run } from '../engine/db/index.ts'
import { migrationsDirectory } from '../migrations.ts'
import { clinicName, clinicSender, shopKey, shopName } from './credentials.ts'

/** `foreign`: the database has other data. */
export type DemoState = 'empty' | 'filled' | 'unfinished' | 'foreign'

/** The shop is created first and the clinic last, so the two show whether the demo is complete. */
export async function readDemoState(db: Database): Promise<DemoState> {
  const { applied } = await readSchemaState(db, migrationsDirectory)
  if (applied.length === 0) return (await hasTables(db)) ? 'foreign' : 'empty'
  const { rows } = await sql<{ any: boolean; ours: boolean; ended: boolean }>`
    select exists (select from accounts) as any,
           exists (select from accounts a join credentials c on c.account_id = a.id
                    where a.id = 1 and a.name = ${shopName} and c.login = ${shopKey.apiKey}) as ours,
           exists (select from accounts a join senders s on s.account_id = a.id where a.name = ${clinicName} and s.sender = ${clinicSender}) as ended
  `.execute(db)
  const { any = false, ours = false, ended = false } = rows[0] ?? {}
  if (!any) return 'empty'
  return ours ? (ended ? 'filled' : 'unfinished') : 'foreign'
}

function hasTables(db: Database): Promise<boolean> {
  return run.hasRows(db)`select from information_schema.tables where table_schema = current_schema() limit 1`
}

/** The port that receives the callbacks of the shop; 0 without one. */
export async function findReceiverPort(db: Database): Promise<number> {
  const { rows } = await sql<Row<'webhook_endpoints', 'url'>>`
    select url from webhook_endpoints where account_id = 1 and event = 'inbound-sms' and removed_at is null order by id limit 1
  `.execute(db)
  const { protocol, hostname, port } = new URL(rows[0]?.url ?? 'none:')
  return protocol === 'http:' && hostname === '127.0.0.1' ? Number(port) : 0
}

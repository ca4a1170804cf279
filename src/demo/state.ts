import { type Database, type Row, readSchemaState, run } from '../engine/db/index.ts'
import { migrationsDirectory } from '../migrations.ts'
import { clinicName, clinicSender, shopKey, shopName } from './credentials.ts'

/** `foreign`: the database has other data. */
export type DemoState = 'empty' | 'filled' | 'unfinished' | 'foreign'

/** The shop is created first and the clinic last, so the two show whether the demo is complete. */
export async function readDemoState(db: Database): Promise<DemoState> {
  const { applied } = await readSchemaState(db, migrationsDirectory)
  if (applied.length === 0) {
    const hasTables = await run.hasRows(db)`
      select from information_schema.tables where table_schema = current_schema() limit 1
    `
    return hasTables ? 'foreign' : 'empty'
  }
  const found = await run.first<{ any: boolean; ours: boolean; ended: boolean }>(db)`
    select exists (select from accounts) as any,
           exists (select from accounts a join credentials c on c.account_id = a.id
                    where a.id = 1 and a.name = ${shopName} and c.login = ${shopKey.apiKey}) as ours,
           exists (select from accounts a join senders s on s.account_id = a.id where a.name = ${clinicName} and s.sender = ${clinicSender}) as ended
  `
  const { any = false, ours = false, ended = false } = found ?? {}
  if (!any) return 'empty'
  return ours ? (ended ? 'filled' : 'unfinished') : 'foreign'
}

/** The port that receives the callbacks of the shop; 0 without one. */
export async function findReceiverPort(db: Database): Promise<number> {
  const endpoint = await run.first<Row<'webhook_endpoints', 'url'>>(db)`
    select url from webhook_endpoints where account_id = 1 and event = 'inbound-sms' and removed_at is null order by id limit 1
  `
  const { protocol, hostname, port } = new URL(endpoint?.url ?? 'none:')
  return protocol === 'http:' && hostname === '127.0.0.1' ? Number(port) : 0
}

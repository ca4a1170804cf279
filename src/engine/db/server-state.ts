import { sql } from 'kysely'
import type { Database } from './database.ts'
import { run } from './run.ts'

export interface ServerState {
  readonly version: string
  /** 150004 is 15.4. */
  readonly versionNumber: number
  /** Difference to the clock of this machine, in milliseconds. */
  readonly clockAheadMs: number
  /** If fsync or synchronousCommit is false, an accepted message may be lost in a power cut. */
  readonly fsync: boolean
  readonly synchronousCommit: boolean
  /** After how many seconds the server ends an idle transaction; 0 for never. */
  readonly idleTransactionSeconds: number
  /** Whether the user may create tables; false also when no schema is selected. */
  readonly mayCreate: boolean
  readonly connections: ConnectionsState
}

export interface ConnectionsState {
  readonly max: number
  /** Reserved for superusers and similar roles. */
  readonly reserved: number
  /** Connections of all clients, without the one that runs this query. */
  readonly used: number
  /** The part of `used` that belongs to Ngoma. */
  readonly ours: number
}

type Row = Omit<ServerState, 'clockAheadMs' | 'connections'> & ConnectionsState

/** Needs no special permission. Compares clocks at the middle of the round trip. */
export async function readServerState(db: Database): Promise<ServerState> {
  // Opens the connection first, so that its setup does not distort the clock comparison.
  await sql`select 1`.execute(db)
  const asked = Date.now()
  const clock = await run.first<{ now: Date }>(db)`select clock_timestamp() as now`
  const middle = (asked + Date.now()) / 2
  const row = await run.first<Row>(db)`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::int as "versionNumber",
           current_setting('fsync') = 'on' as fsync,
           current_setting('synchronous_commit') <> 'off' as "synchronousCommit",
           extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::float8 as "idleTransactionSeconds",
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate",
           current_setting('max_connections')::int as max,
           current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used,
           (select count(*)::int from pg_stat_activity where application_name in ('ngoma', 'ngoma listen') and pid <> pg_backend_pid()) as ours
  `
  if (!row) throw new Error('no response from the database')
  const { max, reserved, used, ours, ...others } = row
  return {
    ...others,
    clockAheadMs: Math.round((clock?.now.getTime() ?? middle) - middle),
    connections: { max, reserved, used, ours },
  }
}

import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What the database server is, and how it is set up. */
export interface ServerState {
  readonly version: string
  /** 150004 is 15.4. */
  readonly versionNumber: number
  /** How far its clock is ahead of this machine's, in milliseconds. */
  readonly clockAheadMs: number
  /** Both false when an answered send may be gone after a power cut. */
  readonly fsync: boolean
  readonly synchronousCommit: boolean
  /**
   * Whether the user of the program may make tables, as migrations do. Without a schema to look into there is none to
   * make them in.
   */
  readonly mayCreate: boolean
  readonly connections: ConnectionsState
}

export interface ConnectionsState {
  readonly max: number
  /** Kept back for superusers and the like. */
  readonly reserved: number
  /** Of all programs together, without the one that asks. */
  readonly used: number
  /** Those among them that are Ngoma's. */
  readonly ours: number
}

interface Row {
  readonly version: string
  readonly versionNumber: number
  readonly fsync: string
  readonly synchronousCommit: string
  readonly mayCreate: boolean
  readonly max: number
  readonly reserved: number
  readonly used: number
  readonly ours: number
}

/**
 * Asks for what anybody may ask. The clock is compared with the middle of the question: its way there and back takes
 * time.
 */
export async function readServerState(db: Database): Promise<ServerState> {
  // The first question may have to open a connection, and that is one way only.
  await sql`select 1`.execute(db)
  const asked = Date.now()
  const { rows: clock } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const middle = (asked + Date.now()) / 2
  const { rows } = await sql<Row>`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::int as "versionNumber",
           current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as "synchronousCommit",
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate",
           current_setting('max_connections')::int as max,
           current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used,
           (select count(*)::int from pg_stat_activity where application_name in ('ngoma', 'ngoma listen') and pid <> pg_backend_pid()) as ours
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the database did not answer')
  const { version, versionNumber, fsync, synchronousCommit, mayCreate, max, reserved, used, ours } = row
  return {
    version,
    versionNumber,
    clockAheadMs: Math.round((clock[0]?.now.getTime() ?? middle) - middle),
    fsync: fsync === 'on',
    synchronousCommit: synchronousCommit !== 'off',
    mayCreate,
    connections: { max, reserved, used, ours },
  }
}

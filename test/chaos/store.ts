/** The database of a run, on either engine: how it is disturbed, and how it is looked into. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Client } from 'pg'
import { copyEmptyDatabase } from '../embedded.ts'
import { startPostgres, type ThrowAwayPostgres } from '../postgres.ts'
import type { Disk } from './disk.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface Store {
  /** Of the programs that run on it. */
  readonly settings: Readonly<Record<string, string>>
  /** Where the embedded database is; null where every process has a directory of its own. */
  readonly dataDirectory: string | null
  /** Null on the embedded engine. */
  readonly server: DatabaseServer | null
  /** Looks into it. With the embedded engine no program may run meanwhile. */
  look<T>(run: (query: Query) => Promise<T>): Promise<T>
  /** From now on statements that change a table fail with this SQLSTATE, a share of them; null ends that. */
  failWith(failure: { readonly sqlState: string; readonly share: number } | null): void
  close(): Promise<void>
}

export interface DatabaseServer {
  /** Past the proxy. */
  readonly url: string
  /** Between the programs and the server. */
  readonly proxy: TcpProxy
  /** Ends it, and keeps it from being started again before `start`. */
  end(signal: NodeJS.Signals): Promise<void>
  start(): Promise<void>
}

export type Query = <Row>(sql: string) => Promise<Row[]>

/** In the data directory of the database, which triggers read. */
const faultFile = 'chaos_sqlstate'

/** A trigger on every table raises what the file says. Only its text changes, so that nobody waits for a lock. */
export const installTriggers = `
  create function chaos_fail() returns trigger language plpgsql as $$
  declare
    fault text := pg_read_file('${faultFile}', 0, 100, true);
  begin
    if fault <> '' and random() < split_part(fault, ' ', 2)::float8 then
      raise exception 'a fault of the harness' using errcode = split_part(fault, ' ', 1);
    end if;
    return null;
  end $$;
  do $$
  declare
    name text;
  begin
    for name in select c.oid::regclass from pg_class c
                 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    loop
      execute format('create trigger chaos before insert or update or delete on %s for each statement execute function chaos_fail()', name);
    end loop;
  end $$;
`

export async function openPostgresStore(disk: Disk | null): Promise<Store> {
  const server = await startPostgres({
    dataDir: disk === null ? undefined : join(disk.directory, 'postgres'),
    settings: { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '64MB' },
  })
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port })
  const supervisor = supervise(server)
  const url = new URL(server.url)
  url.port = String(proxy.port)
  return {
    settings: { DATABASE_URL: url.href },
    dataDirectory: null,
    server: { url: server.url, proxy, end: supervisor.end, start: supervisor.start },
    async look(run) {
      const client = new Client({ connectionString: server.url })
      client.on('error', () => {})
      await client.connect()
      try {
        return await run(async (sql) => (await client.query(sql)).rows)
      } finally {
        await client.end()
      }
    },
    failWith: (failure) => writeFault(server.dataDir, failure),
    async close() {
      supervisor.stop()
      await proxy.close()
      await server.stop()
    },
  }
}

export async function openEmbeddedStore(dataDirectory: string): Promise<Store> {
  const directory = join(dataDirectory, 'db')
  await copyEmptyDatabase(directory)
  return {
    settings: {},
    dataDirectory,
    server: null,
    async look(run) {
      const pglite = await PGlite.create({ dataDir: directory, extensions: { pg_trgm } })
      try {
        return await run(async <Row>(sql: string) => (await pglite.exec(sql)).at(-1)?.rows as Row[])
      } finally {
        await pglite.close()
      }
    },
    failWith: (failure) => writeFault(directory, failure),
    async close() {},
  }
}

function writeFault(directory: string, failure: Parameters<Store['failWith']>[0]): void {
  const file = join(directory, faultFile)
  // Never removed: the embedded engine's file system leaks a descriptor for every read of a file that it knew.
  writeFileSync(file, failure === null ? '' : `${failure.sqlState} ${failure.share} `)
}

/** Starts PostgreSQL again when it ended by itself, as systemd would: on a full disk it may. */
function supervise(server: ThrowAwayPostgres) {
  let isWanted = true
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) {
      if (isWanted && !server.isRunning()) await server.start().catch(() => {})
      await sleep(500)
    }
  })()
  return {
    async end(signal: NodeJS.Signals) {
      isWanted = false
      await server.end(signal)
    },
    async start() {
      isWanted = true
      while (!server.isRunning() && !isStopped) await sleep(50)
    },
    stop() {
      isStopped = true
      return ended
    },
  }
}

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, openUrl, postgresUrl, type TestDatabase, until } from '../../../test/world.ts'
import { migrationsDirectory } from '../../migrations.ts'
import type { Database } from './database.ts'
import { MigrationBlocked, migrate } from './migrate.ts'
import { findApplied, type SchemaState, SchemaTooNew } from './schema-state.ts'

function directoryOf(context: TestContext, files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-migrations-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}

const empty = (db: Database) => sql`drop schema public cascade; create schema public`.execute(db)

async function tables(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('ngoma_migrations'))
}

const applied = async (db: Database) => (await findApplied(db)) ?? []

const first = {
  '0001_first.sql':
    'create table first (n int); insert into first values (1);\n-- a comment with a ; in it\ninsert into first values (2);',
}
const second = { '0002_second.sql': 'create table second (n int);' }

onBothEngines('migrations', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())
  beforeEach(() => empty(test.db))

  it('are applied once and in order', async (context) => {
    const both = directoryOf(context, { ...second, ...first, 'README.md': 'not a migration' })
    assert.deepEqual(await migrate(test.db, both), ['0001_first', '0002_second'])
    assert.deepEqual(await migrate(test.db, both), [])
    assert.deepEqual((await sql`select n from first order by n`.execute(test.db)).rows, [{ n: 1 }, { n: 2 }])
    assert.deepEqual(await tables(test.db), ['first', 'second'])
  })

  it('are applied on top of earlier ones', async (context) => {
    await migrate(test.db, directoryOf(context, first))
    assert.deepEqual(await migrate(test.db, directoryOf(context, { ...first, ...second })), ['0002_second'])
    assert.deepEqual(await applied(test.db), ['0001_first', '0002_second'])
  })

  it('keep those before the one that fails, on a database in use', async (context) => {
    await migrate(test.db, directoryOf(context, first))
    const bad = directoryOf(context, { ...first, ...second, '0003_bad.sql': 'create table half (n int); select 1/0;' })
    await assert.rejects(migrate(test.db, bad), { code: '22012' })
    assert.deepEqual(await tables(test.db), ['first', 'second'])
    assert.deepEqual(await applied(test.db), ['0001_first', '0002_second'])
  })

  it('roll back completely on an empty database when one fails, and apply once it is fixed', async (context) => {
    const bad = directoryOf(context, { ...first, '0002_bad.sql': 'create table half (n int); select 1/0;' })
    await assert.rejects(migrate(test.db, bad), { code: '22012' })
    assert.deepEqual(await tables(test.db), [])
    assert.deepEqual(await applied(test.db), [])

    writeFileSync(join(bad, '0002_bad.sql'), 'create table whole (n int);')
    assert.deepEqual(await migrate(test.db, bad), ['0001_first', '0002_bad'])
    assert.deepEqual(await tables(test.db), ['first', 'whole'])
  })

  it('are kept by an older but compatible program', async (context) => {
    await migrate(test.db, directoryOf(context, { ...first, ...second }))
    const newer: SchemaState[] = []
    assert.deepEqual(await migrate(test.db, directoryOf(context, first), { onNewer: (state) => newer.push(state) }), [])
    assert.partialDeepStrictEqual(newer, [
      { unknown: ['0002_second'], programSchema: 1, databaseSchema: 2, oldest: null },
    ])
    assert.deepEqual(await applied(test.db), ['0001_first', '0002_second'])
  })

  it('reject a program that is too old and name the version to start', async (context) => {
    const third = { '0003_third.sql': '-- oldest code: 0002 (0.3.0)\nalter table second rename n to m;' }
    const fourth = { '0004_fourth.sql': 'create table fourth (n int);' }
    await migrate(test.db, directoryOf(context, { ...first, ...second, ...third, ...fourth }))
    await assert.rejects(migrate(test.db, directoryOf(context, first)), (error: unknown) => {
      assert.ok(error instanceof SchemaTooNew)
      assert.match(error.message, /schema 4 is too new for this version \(schema 1\)\. Start version 0\.3\.0 or later/)
      return true
    })
    assert.deepEqual(await migrate(test.db, directoryOf(context, { ...first, ...second })), [])
  })

  it('reject a program of another branch', async (context) => {
    await migrate(test.db, directoryOf(context, { ...first, '0003_theirs.sql': 'create table theirs (n int);' }))
    const ours = directoryOf(context, { ...first, '0002_ours.sql': 'create table ours (n int);' })
    await assert.rejects(migrate(test.db, ours), /has migration 0003_theirs but not 0002_ours/)
    assert.deepEqual(await tables(test.db), ['first', 'theirs'])
  })

  it('reject a database of a development version, and say how to move its data', async (context) => {
    await migrate(test.db, directoryOf(context, { '0001_engine.sql': 'create table id_blocks (n int);' }))
    await assert.rejects(migrate(test.db, migrationsDirectory), {
      name: 'SchemaTooNew',
      message:
        /development version .*0001_engine\)\. Run ngoma backup with .* and ngoma restore with this one into an empty/,
    })
    assert.deepEqual(await applied(test.db), ['0001_engine'])
  })

  it('reject a new migration that sorts before applied ones', async (context) => {
    await migrate(test.db, directoryOf(context, second))
    await assert.rejects(migrate(test.db, directoryOf(context, { ...first, ...second })), /0002_second/)
    assert.deepEqual(await tables(test.db), ['second'])
  })
})

describe('migrations on PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase('postgres')
  })
  after(() => test.drop())
  beforeEach(() => empty(test.db))

  it('are applied once when several processes start on an empty database', async (context) => {
    const processes = Array.from({ length: 4 }, () => openUrl(test.url ?? ''))
    context.after(() => Promise.all(processes.map((db) => db.close())))
    const results = await Promise.all(processes.map((db) => migrate(db, migrationsDirectory)))
    const all = await applied(test.db)
    assert.ok(all.length > 0)
    assert.deepEqual(results.flat().sort(), all)
    assert.deepEqual(
      results.map(({ length }) => length).sort((a, b) => a - b),
      [0, 0, 0, all.length],
    )
  })

  it('that fail in one process do not block another', async (context) => {
    const other = openUrl(test.url ?? '')
    context.after(() => other.close())
    const bad = directoryOf(context, { '0001_first.sql': 'select 1/0' })
    await assert.rejects(migrate(test.db, bad), { code: '22012' })
    assert.deepEqual(await migrate(other, directoryOf(context, first)), ['0001_first'])
  })

  it('release all locks while they wait for a table in use, and keep those that are done', async (context) => {
    const [reader, sender] = [openUrl(test.url ?? ''), openUrl(test.url ?? '')]
    context.after(() => Promise.all([reader.close(), sender.close()]))
    await migrate(test.db, directoryOf(context, { ...first, ...second }))
    const third = { '0003_third.sql': 'create table third (n int)' }
    const fourth = { '0004_fourth.sql': 'create index fourth on first (n); alter table second add column m int;' }
    const all = directoryOf(context, { ...first, ...second, ...third, ...fourth })
    const found: number[] = []
    let migrated: Promise<readonly string[]> | undefined
    await reader.transaction(async (tx) => {
      await sql`select from second`.execute(tx)
      const waited = new Promise<void>((resolve) => {
        migrated = migrate(test.db, all, {
          pauseMsMax: 10,
          triesMax: 1_000,
          onWait(tries) {
            found.push(tries)
            resolve()
          },
        })
      })
      await waited
      assert.deepEqual(await applied(sender), ['0001_first', '0002_second', '0003_third'])
      await sql`insert into first values (3)`.execute(sender)
    })
    assert.deepEqual(await migrated, ['0003_third', '0004_fourth'])
    assert.equal(found[0], 1)
  })

  it('lock the table in use first in the next try, so that its user can get the others', async (context) => {
    const [sender, observer] = [openUrl(test.url ?? ''), openUrl(test.url ?? '')]
    context.after(() => Promise.all([sender.close(), observer.close()]))
    await migrate(test.db, directoryOf(context, { ...first, ...second }))
    const third = { '0003_third.sql': 'alter table second add column m int; alter table first add column m int;' }
    const all = directoryOf(context, { ...first, ...second, ...third })
    /** The tables that the migration waits for, and those that it has. */
    const locks = async () => {
      const { rows } = await sql<{ name: string; granted: boolean }>`
        select c.relname as name, l.granted
          from pg_locks l
          join pg_class c on c.oid = l.relation
         where c.relname in ('first', 'second')
           and l.mode = 'AccessExclusiveLock'
         order by 1
      `.execute(observer)
      return rows.map(({ name, granted }) => `${granted ? 'has' : 'wants'} ${name}`).join(', ')
    }
    let migrated: Promise<readonly string[]> = Promise.resolve([])
    const sent = sender.transaction(async (tx) => {
      await sql`update first set n = n`.execute(tx)
      migrated = migrate(test.db, all, { pauseMsMax: 10, triesMax: 1_000, lockMsMax: 900 })
      await until('the table in use is locked first', async () => (await locks()) === 'wants first')
      await sql`update second set n = n`.execute(tx)
    })
    // Also after a failure, so that it does not run beside the next test.
    await sent.finally(() => migrated)
    assert.deepEqual(await migrated, ['0003_third'])
  })

  it('give up after the last try and name the session that uses the table', async (context) => {
    const reader = openUrl(test.url ?? '')
    context.after(() => reader.close())
    await migrate(test.db, directoryOf(context, first))
    const third = { '0002_wider.sql': 'alter table first add column m int' }
    const all = directoryOf(context, { ...first, ...third })
    await reader.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, n from first`.execute(tx)
      const pid = rows[0]?.pid
      await assert.rejects(migrate(test.db, all, { pauseMsMax: 10, triesMax: 3, lockMsMax: 900 }), (error: unknown) => {
        assert.ok(error instanceof MigrationBlocked)
        assert.match(
          error.message,
          new RegExp(`in 3 tries.*: process ${pid} \\(user ngoma, application ngoma, .*idle in `),
        )
        assert.match(error.message, /transaction since .*query since .*select pg_backend_pid\(\)/)
        return true
      })
    })
  })

  it('get through beside transactions that lock the same tables in another order', async (context) => {
    // Otherwise, on a busy machine, PostgreSQL may abort a sender as a deadlock before the migration gives up its locks.
    const url = new URL(test.url ?? '')
    url.searchParams.set('options', '-c deadlock_timeout=10s')
    const sender = openUrl(url.href)
    context.after(() => sender.close())
    await migrate(test.db, directoryOf(context, { ...first, ...second }))
    await sql`insert into second values (1)`.execute(test.db)
    const third = { '0003_third.sql': 'alter table second add column m int; alter table first add column m int;' }
    const stopping = new AbortController()
    const failures: unknown[] = []
    const send = async () => {
      while (!stopping.signal.aborted)
        await sender
          .transaction(async (tx) => {
            await sql`update first set n = n where n = 1`.execute(tx)
            await sql`update second set n = n`.execute(tx)
          })
          .catch((error: unknown) => failures.push(error))
    }
    const sending = Promise.all(Array.from({ length: 4 }, send))
    const all = directoryOf(context, { ...first, ...second, ...third })
    const done = await migrate(test.db, all, { pauseMsMax: 50, triesMax: 200, lockMsMax: 300 }).finally(() =>
      stopping.abort(),
    )
    await sending
    assert.deepEqual(done, ['0003_third'])
    assert.deepEqual(failures, [])
  })
})

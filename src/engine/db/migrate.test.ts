import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, openUrl, postgresUrl, type TestDatabase } from '../../../test/world.ts'
import { migrationsDirectory } from '../../migrations.ts'
import type { Database } from './database.ts'
import { findApplied, migrate, SchemaTooNew } from './migrate.ts'

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

  it('are applied in order and once', async (context) => {
    const both = directoryOf(context, { ...second, ...first, 'README.md': 'not a migration' })
    assert.deepEqual(await migrate(test.db, both), ['0001_first', '0002_second'])
    assert.deepEqual(await migrate(test.db, both), [])
    assert.deepEqual((await sql`select n from first order by n`.execute(test.db)).rows, [{ n: 1 }, { n: 2 }])
    assert.deepEqual(await tables(test.db), ['first', 'second'])
  })

  it('are applied to a database that has the earlier ones', async (context) => {
    await migrate(test.db, directoryOf(context, first))
    assert.deepEqual(await migrate(test.db, directoryOf(context, { ...first, ...second })), ['0002_second'])
    assert.deepEqual(await applied(test.db), ['0001_first', '0002_second'])
  })

  it('leave nothing behind when one fails, and go through when it was put right', async (context) => {
    const bad = directoryOf(context, { ...first, '0002_bad.sql': 'create table half (n int); select 1/0;' })
    await assert.rejects(migrate(test.db, bad), { code: '22012' })
    assert.deepEqual(await tables(test.db), [])
    assert.deepEqual(await applied(test.db), [])

    writeFileSync(join(bad, '0002_bad.sql'), 'create table whole (n int);')
    assert.deepEqual(await migrate(test.db, bad), ['0001_first', '0002_bad'])
    assert.deepEqual(await tables(test.db), ['first', 'whole'])
  })

  it('refuse a program that is older than the schema, and change nothing', async (context) => {
    await migrate(test.db, directoryOf(context, { ...first, ...second }))
    const older = directoryOf(context, first)
    await assert.rejects(migrate(test.db, older), (error: unknown) => {
      assert.ok(error instanceof SchemaTooNew)
      assert.match(
        error.message,
        /has migration 0002_second, which this program does not know: it is older than the schema/,
      )
      return true
    })
    assert.deepEqual(await applied(test.db), ['0001_first', '0002_second'])
  })

  it('refuse a new one that sorts before what was applied', async (context) => {
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

  it('are applied once each when several processes start together on an empty database', async (context) => {
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

  it('that fail in one process do not keep another waiting', async (context) => {
    const other = openUrl(test.url ?? '')
    context.after(() => other.close())
    const bad = directoryOf(context, { '0001_first.sql': 'select 1/0' })
    await assert.rejects(migrate(test.db, bad), { code: '22012' })
    assert.deepEqual(await migrate(other, directoryOf(context, first)), ['0001_first'])
  })

  it('do not wait for long for a table that is being read, and hold no other meanwhile', async (context) => {
    const [reader, sender] = [openUrl(test.url ?? ''), openUrl(test.url ?? '')]
    context.after(() => Promise.all([reader.close(), sender.close()]))
    await migrate(test.db, directoryOf(context, { ...first, ...second }))
    const third = { '0003_third.sql': 'create index third on first (n); alter table second add column m int;' }
    const all = directoryOf(context, { ...first, ...second, ...third })
    const told: number[] = []
    let migrated: Promise<readonly string[]> | undefined
    await reader.transaction(async (tx) => {
      await sql`select from second`.execute(tx)
      const waited = new Promise<void>((resolve) => {
        migrated = migrate(test.db, all, {
          pauseMs: 10,
          lockSeconds: 1,
          onWait(tries) {
            told.push(tries)
            resolve()
          },
        })
      })
      await waited
      await sql`insert into first values (3)`.execute(sender)
      await assert.rejects(migrate(sender, all, { pauseMs: 10, lockSeconds: 1, triesMax: 1 }), { code: '55P03' })
    })
    assert.deepEqual(await migrated, ['0003_third'])
    assert.equal(told[0], 1)
  })
})

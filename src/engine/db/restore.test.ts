import assert from 'node:assert/strict'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  asLines,
  bareDatabase,
  contentsOf,
  fillSmallSchema,
  linesOf,
  openScope,
  schemaOf,
  signed,
  smallDatabase,
  writeSmallSchema,
} from '../../../test/backups.ts'
import { badFiles, changeLine } from '../../../test/bad-backups.ts'
import { onBothEngines, postgresUrl, type TestDatabase } from '../../../test/world.ts'
import * as program from '../../migrations.ts'
import { BadBackup, dump, migrate, NotEmpty, readBackup, restore, SchemaTooNew } from './index.ts'
import { listMigrations } from './migration-files.ts'
import { findApplied } from './schema-state.ts'

const developmentBackup = new URL('../../../test/fixtures/development.backup', import.meta.url)

const later = {
  '9001_later.sql': `create table laters (id int primary key); insert into laters values (1); alter table accounts add column later text default 'x'`,
}

onBothEngines('restore', (engine) => {
  const seeded = ['id_blocks']
  const scope = openScope()
  let migrationsDirectory: string
  let source: TestDatabase
  let lines: string[]
  /** Migrated but unused; a rejected restore must leave it unchanged. */
  let target: TestDatabase
  let untouched: Record<string, string>
  before(async () => {
    migrationsDirectory = writeSmallSchema(scope)
    source = await smallDatabase(scope, engine, migrationsDirectory)
    await fillSmallSchema(source.db)
    lines = await linesOf(dump(source.db))
    target = await smallDatabase(scope, engine, migrationsDirectory)
    untouched = await contentsOf(target.db)
  })
  after(() => scope.close())

  const bad = badFiles(() => lines)
  // Files are checked the same way on both engines, but the rollback depends on the engine.
  const tried =
    engine === 'postgres' || postgresUrl === null
      ? bad
      : bad.filter(([title]) => /^cut in the middle|^with rows that refer/.test(title))
  for (const [title, change, message, at] of tried) {
    it(`rejects a file ${title} without changes`, async () => {
      await assert.rejects(restore(target.db, asLines(change()), { migrationsDirectory, seeded }), (error: unknown) => {
        assert.ok(error instanceof BadBackup, String(error))
        assert.match(error.message, message)
        const index = at()
        assert.equal(error.line, index === null ? null : index + 1)
        return true
      })
      assert.deepEqual(await contentsOf(target.db), untouched)
    })
  }

  it('rejects a file of a newer version without changes', async () => {
    const newer = signed(changeLine(lines, 0, /\],"engine"/, ',"9999_future"],"engine"'))
    await assert.rejects(restore(target.db, asLines(newer), { migrationsDirectory, seeded }), (error: unknown) => {
      assert.ok(error instanceof SchemaTooNew)
      assert.match(error.message, /made by a newer version \(it has migration 9999_future\)/)
      return true
    })
    assert.deepEqual(await contentsOf(target.db), untouched)
  })

  it('rethrows errors of the file', async () => {
    async function* failing() {
      yield* lines.slice(0, 10)
      throw new Error('the disk is gone')
    }
    await assert.rejects(restore(target.db, failing(), { migrationsDirectory, seeded }), {
      message: 'the disk is gone',
    })
    assert.deepEqual(await contentsOf(target.db), untouched)
  })

  it('refuses a non-empty database and leaves it unchanged', async () => {
    const before = await contentsOf(source.db)
    await assert.rejects(restore(source.db, asLines(lines), { migrationsDirectory, seeded }), NotEmpty)
    assert.deepEqual(await contentsOf(source.db), before)
  })

  it('rejects a database that another tool filled in a single transaction', async (context) => {
    const { db } = await bareDatabase(context, engine)
    await db.transaction(async (tx) => {
      await sql`
        create table ngoma_migrations
          (name text primary key, applied_at timestamptz not null default now(), oldest_code integer, oldest_version text)
      `.execute(tx)
      for (const name of listMigrations(migrationsDirectory)) {
        await sql.raw(readFileSync(join(migrationsDirectory, `${name}.sql`), 'utf8')).execute(tx)
        await sql`insert into ngoma_migrations (name) values (${name})`.execute(tx)
      }
      await sql`insert into accounts (name, created_at) values ('Somebody', now())`.execute(tx)
    })
    await assert.rejects(restore(db, asLines(lines), { migrationsDirectory, seeded }), {
      name: 'NotEmpty',
      message: /accounts has rows/,
    })
    assert.deepEqual((await sql`select name from accounts`.execute(db)).rows, [{ name: 'Somebody' }])
  })

  it('rejects rows of a migration that are not listed as seeded', async (context) => {
    const newer = await smallDatabase(context, engine, writeSmallSchema(context, later))
    const before = await contentsOf(newer.db)
    await assert.rejects(restore(newer.db, asLines(lines), { migrationsDirectory, seeded }), {
      name: 'NotEmpty',
      message: /laters has rows/,
    })
    assert.deepEqual(await contentsOf(newer.db), before)
  })

  it('rejects a database with foreign tables', async (context) => {
    const foreign = await bareDatabase(context, engine)
    await sql`create table theirs (id int)`.execute(foreign.db)
    await assert.rejects(restore(foreign.db, asLines(lines), { migrationsDirectory, seeded }), {
      name: 'NotEmpty',
      message: /the foreign table theirs/,
    })
    assert.deepEqual(Object.keys(await contentsOf(foreign.db)), ['theirs'])
  })

  it('migrates a backup of an older version, also when the schema is already newer', async (context) => {
    const directory = writeSmallSchema(context, later)
    const newer = await smallDatabase(context, engine, directory)
    const { migrated } = await restore(newer.db, asLines(lines), {
      migrationsDirectory: directory,
      seeded: [...seeded, 'laters'],
    })
    assert.deepEqual(migrated, ['9001_later'])
    assert.deepEqual((await sql`select distinct later from accounts`.execute(newer.db)).rows, [{ later: 'x' }])
    assert.deepEqual((await sql`select id from laters`.execute(newer.db)).rows, [{ id: 1 }])

    // Once migrated, the seeded row comes from the backup, with its changes.
    await sql`update laters set id = 2`.execute(newer.db)
    const again = await bareDatabase(context, engine)
    await restore(again.db, dump(newer.db), { migrationsDirectory: directory, seeded: [...seeded, 'laters'] })
    assert.deepEqual(await contentsOf(again.db), await contentsOf(newer.db))
    assert.deepEqual(await schemaOf(again.db), await schemaOf(newer.db))
  })

  it('restores into a schema that is older than the backup', async (context) => {
    const older = await bareDatabase(context, engine)
    assert.deepEqual(await migrate(older.db, migrationsDirectory, { upTo: '0001_small' }), ['0001_small'])
    await restore(older.db, asLines(lines), { migrationsDirectory, seeded })
    assert.deepEqual(await contentsOf(older.db), await contentsOf(source.db))
  })

  it('restores a backup of the last development version, but of no earlier one', async (context) => {
    const options = { migrationsDirectory: program.migrationsDirectory, seeded: program.seededTables }
    const file = await linesOf(readBackup(createReadStream(developmentBackup)))
    const { db } = await bareDatabase(context, engine)
    const earlier = signed(changeLine(file, 0, ',"0088_fixed_retries"', ''))
    await assert.rejects(restore(db, asLines(earlier), options), /development version .*0087_websites_and_string_ids\)/)

    const { rows } = await restore(db, asLines(file), options)
    assert.partialDeepStrictEqual(rows, { accounts: 1, ledger_entries: 1, sms_messages: 4 })
    assert.deepEqual(await findApplied(db), listMigrations(options.migrationsDirectory))
    assert.deepEqual((await sql`select name, product from providers`.execute(db)).rows, [
      { name: 'shop', product: 'airtime' },
    ])
  })

  it('clears leases, and succeeds after rejected attempts', async () => {
    await sql`update periodic_tasks set lease_until = now() + interval '1 hour', lease_owner = 'me', attempts = 3 where id = 1`.execute(
      source.db,
    )
    await restore(target.db, dump(source.db), { migrationsDirectory, seeded })
    assert.deepEqual(
      (await sql`select lease_until, lease_owner, attempts from periodic_tasks where id = 1`.execute(target.db)).rows,
      [{ lease_until: null, lease_owner: null, attempts: 3 }],
    )
    await sql`update periodic_tasks set lease_until = null, lease_owner = null`.execute(source.db)
    assert.deepEqual(await contentsOf(target.db), await contentsOf(source.db))
  })
})

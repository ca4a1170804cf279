import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  asLines,
  bareDatabase,
  contentsOf,
  linesOf,
  migratedDatabase,
  moreMigrations,
  openScope,
  schemaOf,
  signed,
} from '../../../test/backups.ts'
import { onBothEngines, openWorld, postgresUrl, type TestDatabase } from '../../../test/world.ts'
import { migrationsDirectory, seededTables } from '../../migrations.ts'
import { BadBackup, dump, migrate, NotEmpty, restore, SchemaTooNew } from './index.ts'
import { listMigrations } from './migrate.ts'

const later = {
  '9001_later.sql': `create table laters (id int primary key); insert into laters values (1); alter table accounts add column later text default 'x'`,
}

onBothEngines('a restore', (engine) => {
  const scope = openScope()
  let source: TestDatabase
  let lines: string[]
  /** Migrated and never used; what is refused leaves it so. */
  let target: TestDatabase
  let untouched: Record<string, string>
  before(async () => {
    source = await migratedDatabase(scope, engine)
    const world = await openWorld(engine, { database: source })
    await world.send({ message: 'one' }, { 'idempotency-key': 'one' })
    await world.send({
      message: 'two',
      recipients: [1, 2, 3].map((id) => ({ recipient_id: id, dest_addr: `25571234567${id}` })),
    })
    await world.close()
    lines = await linesOf(dump(source.db))
    target = await migratedDatabase(scope, engine)
    untouched = await contentsOf(target.db)
  })
  after(() => scope.close())

  const lineOf = (text: string) => lines.findIndex((line) => line.includes(text))
  const tableLine = (name: string) => lineOf(`{"ngoma":"table","name":"${name}"`)
  const without = (index: number) => lines.toSpliced(index, 1)
  const changed = (index: number, from: string | RegExp, to: string) => {
    const line = lines[index] ?? ''
    assert.notEqual(line.replace(from, to), line)
    return lines.with(index, line.replace(from, to))
  }

  /** What is done to the file, and what is said about it; `at` is the index of the line that is named. */
  const bad: readonly (readonly [title: string, change: () => string[], message: RegExp, at: () => number | null])[] = [
    ['with nothing in it', () => [], /it is empty/, () => null],
    ['that is something else', () => ['<html>'], /does not begin like a backup/, () => 0],
    ['that begins with a table', () => without(0), /does not begin like a backup/, () => 0],
    [
      'of another format',
      () => signed(changed(0, '"format":1', '"format":2')),
      /its format is 2, and this program reads format 1/,
      () => 0,
    ],
    [
      'with a broken header',
      () => signed(changed(0, /"migrations":\[[^\]]*\]/, '"migrations":"all"')),
      /its header is broken/,
      () => 0,
    ],
    ['that lacks a migration', () => signed(changed(0, '"0002_accounts",', '')), /it lacks migrations before/, () => 0],
    ['cut after the header', () => lines.slice(0, 1), /it is cut: its end is missing/, () => null],
    [
      'cut in the middle of a table',
      () => lines.slice(0, tableLine('sms_messages') + 2),
      /it is cut: its end is missing/,
      () => null,
    ],
    [
      'cut in the middle of a line',
      () => [...lines.slice(0, tableLine('senders') + 1), '{"id":1,"acc'],
      /it is cut: its end is missing/,
      () => null,
    ],
    ['without its last line', () => lines.slice(0, -1), /it is cut: its end is missing/, () => null],
    ['with something after its end', () => [...lines, '{}'], /something follows its end/, () => lines.length],
    [
      'with one character changed',
      () => changed(lineOf('"text":"two"'), '"text":"two"', '"text":"twa"'),
      /its checksum is another/,
      () => lines.length - 1,
    ],
    [
      'with another column name',
      () => changed(tableLine('senders'), '"sender"', '"sendes"'),
      /senders has other columns .*: sendes, sender$/,
      () => tableLine('senders'),
    ],
    [
      'with a row less',
      () => without(lineOf('"text":"two"')),
      /sms_requests should have 2 rows and has 1/,
      () => lines.length - 2,
    ],
    [
      'with a row in front of the tables',
      () => signed(lines.toSpliced(1, 0, '{"id":1}')),
      /a row before the first table/,
      () => 1,
    ],
    [
      'with a table that does not exist',
      () => signed(changed(tableLine('senders'), '"senders"', '"bands"')),
      /there is no table bands/,
      () => tableLine('senders'),
    ],
    [
      'with a table twice',
      () => signed(lines.toSpliced(-1, 0, lines[tableLine('senders')] ?? '')),
      /senders comes a second time/,
      () => lines.length - 1,
    ],
    [
      'without a table',
      () => signed(without(tableLine('sms_optouts'))),
      /sms_optouts is missing/,
      () => lines.length - 2,
    ],
    [
      'with a line of another kind',
      () => signed(lines.toSpliced(5, 0, '{"ngoma":"view","name":"x"}')),
      /neither a table, nor a row, nor the end/,
      () => 5,
    ],
    [
      'with a number that is none',
      () => signed(changed(tableLine('senders') + 1, '"id":1', '"id":"one"')),
      /row does not fit into senders: .*bigint/,
      () => tableLine('senders') + 1,
    ],
    [
      'with a value missing',
      () => signed(changed(lineOf('"text":"two"'), '"sender"', '"sent"')),
      /does not fit into sms_requests: .*sender/,
      () => lineOf('"text":"two"'),
    ],
    [
      'with a row twice',
      () => signed(lines.toSpliced(tableLine('senders') + 2, 0, lines[tableLine('senders') + 1] ?? '')),
      /does not fit into senders: duplicate key/,
      () => tableLine('senders') + 2,
    ],
    [
      'with two rows in a line',
      () =>
        signed(
          lines.toSpliced(
            tableLine('sms_optouts') + 1,
            0,
            [1, 2].map((phone) => `{"account_id":1,"phone":"${phone}","created_at":"2024-01-01"}`).join(),
          ),
        ),
      /does not fit into sms_optouts: a line holds one row/,
      () => tableLine('sms_optouts') + 1,
    ],
    [
      'with an empty line',
      () => signed(lines.toSpliced(tableLine('senders') + 1, 0, '')),
      /does not fit into senders: a line holds one row/,
      () => tableLine('senders') + 1,
    ],
    [
      'with an id of no partition',
      () => signed(changed(lineOf('"text":"two"'), /^{"id":\d+/, '{"id":999999999999')),
      /does not fit into sms_requests: no partition/,
      () => lineOf('"text":"two"'),
    ],
    [
      'with partitions that overlap',
      () =>
        signed(
          changed(
            tableLine('sms_requests'),
            '"partitions":[',
            '"partitions":[{"name":"sms_requests_px","from":1000,"to":2000},',
          ),
        ),
      /would overlap/,
      () => tableLine('sms_requests'),
    ],
    [
      'with partitions of a table that has none',
      () =>
        signed(
          changed(tableLine('senders'), '"partitions":[]', '"partitions":[{"name":"senders_p0","from":0,"to":1}]'),
        ),
      /senders/,
      () => tableLine('senders'),
    ],
    [
      'with a number that is too large for a sequence',
      () => signed(changed(tableLine('senders'), /"sequences":{"id":"\d+"/, `"sequences":{"id":"${'9'.repeat(19)}"`)),
      /out of range/,
      () => tableLine('senders'),
    ],
    [
      'with rows that refer to nothing',
      () => signed(without(tableLine('accounts') + 1)),
      /rows of \w+ refer to rows that are not there/,
      () => null,
    ],
  ]
  // What is wrong with a file is found the same way on both. How what was written before is taken back is up to the
  // engine.
  const tried =
    engine === 'postgres' || postgresUrl === null
      ? bad
      : bad.filter(([title]) => /^cut in the middle|^with rows that refer/.test(title))
  for (const [title, change, message, at] of tried) {
    it(`refuses a file ${title}, and changes nothing`, async () => {
      await assert.rejects(
        restore(target.db, asLines(change()), { migrationsDirectory, seeded: seededTables }),
        (error: unknown) => {
          assert.ok(error instanceof BadBackup, String(error))
          assert.match(error.message, message)
          const index = at()
          assert.equal(error.line, index === null ? null : index + 1)
          return true
        },
      )
      assert.deepEqual(await contentsOf(target.db), untouched)
    })
  }

  it('refuses a file of a newer version, and changes nothing', async () => {
    const newer = signed(changed(0, /\],"engine"/, ',"9999_future"],"engine"'))
    await assert.rejects(
      restore(target.db, asLines(newer), { migrationsDirectory, seeded: seededTables }),
      (error: unknown) => {
        assert.ok(error instanceof SchemaTooNew)
        assert.match(
          error.message,
          /has migration 9999_future, which this program does not know: it was made by a newer version/,
        )
        return true
      },
    )
    assert.deepEqual(await contentsOf(target.db), untouched)
  })

  it('hands on what the reading of the file fails with', async () => {
    async function* failing() {
      yield* lines.slice(0, 10)
      throw new Error('the disk is gone')
    }
    await assert.rejects(restore(target.db, failing(), { migrationsDirectory, seeded: seededTables }), {
      message: 'the disk is gone',
    })
    assert.deepEqual(await contentsOf(target.db), untouched)
  })

  it('refuses a database with anything in it, and changes nothing', async () => {
    const before = await contentsOf(source.db)
    await assert.rejects(restore(source.db, asLines(lines), { migrationsDirectory, seeded: seededTables }), NotEmpty)
    assert.deepEqual(await contentsOf(source.db), before)
  })

  it('refuses a database that another tool filled in a single transaction, schema and rows', async (context) => {
    const { db } = await bareDatabase(context, engine)
    await db.transaction(async (tx) => {
      await sql`create table ngoma_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
        tx,
      )
      for (const name of listMigrations(migrationsDirectory)) {
        await sql.raw(readFileSync(join(migrationsDirectory, `${name}.sql`), 'utf8')).execute(tx)
        await sql`insert into ngoma_migrations (name) values (${name})`.execute(tx)
      }
      await sql`insert into accounts (name, created_at) values ('Somebody', now())`.execute(tx)
    })
    await assert.rejects(restore(db, asLines(lines), { migrationsDirectory, seeded: seededTables }), {
      name: 'NotEmpty',
      message: /rows in accounts/,
    })
    assert.deepEqual((await sql`select name from accounts`.execute(db)).rows, [{ name: 'Somebody' }])
  })

  it('refuses rows of a migration that it was not told of', async (context) => {
    const newer = await migratedDatabase(context, engine, moreMigrations(context, later))
    const before = await contentsOf(newer.db)
    await assert.rejects(restore(newer.db, asLines(lines), { migrationsDirectory, seeded: seededTables }), {
      name: 'NotEmpty',
      message: /rows in laters/,
    })
    assert.deepEqual(await contentsOf(newer.db), before)
  })

  it('refuses a database with tables of somebody else', async (context) => {
    const foreign = await bareDatabase(context, engine)
    await sql`create table theirs (id int)`.execute(foreign.db)
    await assert.rejects(restore(foreign.db, asLines(lines), { migrationsDirectory, seeded: seededTables }), {
      name: 'NotEmpty',
      message: /theirs, which is not Ngoma's/,
    })
    assert.deepEqual(Object.keys(await contentsOf(foreign.db)), ['theirs'])
  })

  it('of an older version is brought up to date, also where the schema is newer already', async (context) => {
    const directory = moreMigrations(context, later)
    const newer = await migratedDatabase(context, engine, directory)
    const { migrated } = await restore(newer.db, asLines(lines), {
      migrationsDirectory: directory,
      seeded: [...seededTables, 'laters'],
    })
    assert.deepEqual(migrated, ['9001_later'])
    assert.deepEqual((await sql`select distinct later from accounts`.execute(newer.db)).rows, [{ later: 'x' }])
    assert.deepEqual((await sql`select id from laters`.execute(newer.db)).rows, [{ id: 1 }])

    // And from there on as any other: the row that the migration made comes from the backup, changed.
    await sql`update laters set id = 2`.execute(newer.db)
    const again = await bareDatabase(context, engine)
    await restore(again.db, dump(newer.db), { migrationsDirectory: directory, seeded: [...seededTables, 'laters'] })
    assert.deepEqual(await contentsOf(again.db), await contentsOf(newer.db))
    assert.deepEqual(await schemaOf(again.db), await schemaOf(newer.db))
  })

  it('goes into a schema that is older than the backup', async (context) => {
    const older = await bareDatabase(context, engine)
    assert.deepEqual(await migrate(older.db, migrationsDirectory, { upTo: '0002_accounts' }), [
      '0001_engine',
      '0002_accounts',
    ])
    await restore(older.db, asLines(lines), { migrationsDirectory, seeded: seededTables })
    assert.deepEqual(await contentsOf(older.db), await contentsOf(source.db))
  })

  it('leaves no leases, and succeeds after all that was refused', async () => {
    await sql`update periodic_tasks set lease_until = now() + interval '1 hour', lease_owner = 'me', attempts = 3 where id = 1`.execute(
      source.db,
    )
    await restore(target.db, dump(source.db), { migrationsDirectory, seeded: seededTables })
    assert.deepEqual(
      (await sql`select lease_until, lease_owner, attempts from periodic_tasks where id = 1`.execute(target.db)).rows,
      [{ lease_until: null, lease_owner: null, attempts: 3 }],
    )
    await sql`update periodic_tasks set lease_until = null, lease_owner = null`.execute(source.db)
    assert.deepEqual(await contentsOf(target.db), await contentsOf(source.db))
  })
})

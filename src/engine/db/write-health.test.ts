import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startPostgres } from '../../../test/postgres.ts'
import { findPostgres } from '../../../test/postgres-programs.ts'
import { onBothEngines, openTestDatabase, type TestDatabase, until } from '../../../test/world.ts'
import { createDatabase, type Database, type Queryable } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { isOutage, mayHaveCommitted } from './errors.ts'
import { openPostgres } from './postgres.ts'

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('it worked'),
    (error: unknown) => error,
  )

const raise = (db: Database, state: string) =>
  sql.raw(`do $$ begin raise exception 'the test wants it so' using errcode = '${state}'; end $$`).execute(db)

/** Opens a connection before the check, which is limited to a second, because connecting may take longer. */
const useConnection = (db: Database) => sql`select 1`.execute(db)

onBothEngines('canWrite', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('is true while writes work, also after unrelated errors', async () => {
    await useConnection(test.db)
    assert.equal(await test.db.canWrite(), true)
    for (const state of ['23505', '40P01', '57014']) await errorOf(raise(test.db, state))
    await useConnection(test.db)
    assert.equal(await test.db.canWrite(), true)
  })

  it('is false after a write failed on a full disk, although reads work', async () => {
    await errorOf(raise(test.db, '53100'))
    assert.equal(await test.db.canWrite(), false)
    const { rows } = await sql`select 1 as one`.execute(test.db)
    assert.deepEqual(rows, [{ one: 1 }])
  })

  it('leaves no data behind', async () => {
    const { rows } = await sql`select count(*)::int as objects from pg_largeobject_metadata`.execute(test.db)
    assert.deepEqual(rows, [{ objects: 0 }])
  })
})

describe('a frozen PostgreSQL server', { skip: findPostgres() === null && 'PostgreSQL is not installed' }, () => {
  it('cannot write: at once while an earlier check waits for it, and until it continues', async (context) => {
    const server = await startPostgres()
    context.after(() => server.stop())
    const db = createDatabase(openPostgres({ url: server.url, connectionsMax: 2 }))
    await useConnection(db)
    assert.equal(await db.canWrite(), true)
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db)
    const main = Number(readFileSync(join(server.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    const pids = [main, ...rows.map(({ pid }) => pid)]
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    try {
      assert.equal(await db.canWrite(), false)
      assert.equal(await Promise.race([db.canWrite(), sleep(200, 'late')]), false)
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    await until('it can write again', () => db.canWrite().catch(() => false))
    await db.close()
  })
})

describe('a process that uses all its connections', {
  skip: findPostgres() === null && 'PostgreSQL is not installed',
}, () => {
  it('can write while its other statements succeed', async (context) => {
    const server = await startPostgres()
    context.after(() => server.stop())
    const db = createDatabase(openPostgres({ url: server.url, connectionsMax: 1 }))
    await useConnection(db)
    assert.equal(await db.canWrite(), true)
    const answers: Promise<boolean>[] = []
    // Longer than a check waits for a connection.
    await db.transaction(async (tx) => {
      for (let count = 0; count < 300; count += 1) {
        await sql`select pg_sleep(0.01)`.execute(tx)
        answers.push(db.canWrite().catch(() => false))
      }
    })
    assert.deepEqual([...new Set(await Promise.all(answers))], [true])
    await db.close()
  })
})

describe('an embedded database on a nearly full disk', () => {
  it('rejects writes like PostgreSQL on a full disk, and accepts them again with free space', async () => {
    let freeBytes = 2 ** 30
    const db = createDatabase(await openEmbedded({ directory: null, freeBytes: () => freeBytes }))
    const insert = (on: Queryable = db) => sql`insert into notes values (1)`.execute(on)
    await sql`create table notes (id int)`.execute(db)
    const changeSpace = async (bytes: number) => {
      freeBytes = bytes
      await sql`select pg_sleep(0.11)`.execute(db)
    }
    await changeSpace(2 ** 20)
    for (const error of [await errorOf(insert()), await errorOf(db.transaction((tx) => insert(tx)))]) {
      assert.match(String(error), /less than 64 MB/)
      assert.ok(isOutage(error))
      assert.equal(mayHaveCommitted(error), false)
    }
    assert.equal(await db.canWrite(), false)
    assert.deepEqual((await sql`select * from notes`.execute(db)).rows, [])
    await changeSpace(2 ** 30)
    await insert()
    await db.close()
  })
})

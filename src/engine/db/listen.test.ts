import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, openUrl, postgresUrl, type TestDatabase, until } from '../../../test/world.ts'
import type { Queryable } from './database.ts'

const notify = (db: Queryable, channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(db)

onBothEngines('notifications', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('arrive with their payload after a commit, and not after a rollback', async () => {
    const heard: string[] = []
    const unlisten = await test.db.listen('news', (payload) => payload !== '' && heard.push(payload))
    const undone = test.db.transaction(async (tx) => {
      await notify(tx, 'news', 'undone')
      throw new Error('no')
    })
    await assert.rejects(undone)
    await test.db.transaction(async (tx) => {
      await notify(tx, 'news', 'first')
      await sql`select 1`.execute(tx)
      assert.deepEqual(heard, [])
    })
    await notify(test.db, 'other news', 'not this')
    await notify(test.db, 'news', 'second')
    await until('both are heard', () => heard.length >= 2)
    assert.deepEqual(heard, ['first', 'second'])
    await unlisten()
  })

  it('allow the handler to use the database', async () => {
    const read = Promise.withResolvers<unknown>()
    const unlisten = await test.db.listen('news', (payload) => {
      if (payload !== '') sql`select 1 as one`.execute(test.db).then(({ rows }) => read.resolve(rows), read.reject)
    })
    await test.db.transaction((tx) => notify(tx, 'news', 'look'))
    assert.deepEqual(await read.promise, [{ one: 1 }])
    await unlisten()
  })

  it('are started and stopped outside of running transactions', async () => {
    const heard: string[] = []
    let listening: Promise<() => Promise<void>> | undefined
    const failing = test.db.transaction(async (tx) => {
      listening = test.db.listen('news', (payload) => payload !== '' && heard.push(payload))
      await sql`select 1/0`.execute(tx)
    })
    await assert.rejects(failing, { code: '22012' })
    const unlisten = await listening
    assert.ok(unlisten)
    await notify(test.db, 'news', 'first')
    await until('it is heard', () => heard.length > 0)

    let ending: Promise<void> | undefined
    const failingToo = test.db.transaction(async (tx) => {
      await sql`select 1/0`.execute(tx).catch(() => {})
      ending = unlisten()
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('no')
    })
    await assert.rejects(failingToo, { message: 'no' })
    await ending
    await notify(test.db, 'news', 'second')
    const { rows } = await sql<{ channel: string }>`select channel from pg_listening_channels() as channel`.execute(
      test.db,
    )
    assert.deepEqual(rows, [])
    assert.deepEqual(heard, ['first'])
  })
})

describe('notifications on PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('arrive from other connections, and after a reconnection with one extra call', async () => {
    const test = await openTestDatabase('postgres')
    const other = openUrl(test.url ?? '')
    // The connection for notifications keeps its own name.
    const named = new URL(test.url ?? '')
    named.searchParams.set('application_name', 'shop')
    const db = openUrl(named.href)
    const heard: string[] = []
    const unlisten = await db.listen('news', (payload) => heard.push(payload))
    assert.deepEqual(heard, [''])
    await notify(other, 'news', 'first')
    await until('the first is heard', () => heard.length === 2)

    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended
        from pg_stat_activity
       where datname = current_database()
         and application_name = 'ngoma listen'
    `.execute(other)
    assert.deepEqual(rows, [{ ended: true }])
    await until('it listens again', () => heard.length === 3)
    await notify(other, 'news', 'second')
    await until('the second is heard', () => heard.length === 4)
    assert.deepEqual(heard, ['', 'first', '', 'second'])

    await unlisten()
    await db.close()
    await other.close()
    await test.drop()
  })
})

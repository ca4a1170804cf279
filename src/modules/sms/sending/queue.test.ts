import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../../../test/world.ts'
import { createClock } from '../../../engine/clock.ts'
import type { Database } from '../../../engine/db/index.ts'
import type { Lane } from '../model.ts'
import { watchQueue } from './queue.ts'

onOneEngine('watchQueue', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const insert = (carrier: string, lane: Lane, dueAt: Date) =>
    sql`
      insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
      values (1, ${carrier}, ${lane}, 1, 1, ${dueAt}, ${dueAt})
    `.execute(test.db)

  /** A database that counts queries and can be unavailable. */
  function openWatched() {
    const state = { asked: 0, away: false }
    const db: Database = {
      ...test.db,
      getExecutor() {
        state.asked += 1
        if (state.away) throw new Error('away')
        return test.db.getExecutor()
      },
    }
    const clock = createClock()
    return { state, clock, watch: watchQueue(db, clock, () => ['a', 'b']) }
  }

  it('knows the oldest due batch of each carrier and lane', async () => {
    const { watch, clock } = openWatched()
    const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000)
    await insert('a', 'bulk', inSeconds(-100))
    await insert('a', 'bulk', inSeconds(-200))
    await insert('a', 'single', inSeconds(50))
    await insert('b', 'pin', inSeconds(-10))
    await insert('c', 'bulk', inSeconds(-1_000))
    assert.equal(watch.ageSeconds('a', 'bulk'), 0, 'nobody has looked yet')
    assert.equal(await watch.read(), true)
    const ages = (['a', 'b'] as const).map((carrier) =>
      (['pin', 'single', 'bulk'] as const).map((lane) => Math.floor(watch.ageSeconds(carrier, lane) / 10)),
    )
    assert.deepEqual(ages, [
      [0, 0, 20],
      [1, 0, 0],
    ])
    clock.moveForward(100_000)
    assert.equal(Math.floor(watch.ageSeconds('a', 'bulk') / 10), 30)
    assert.equal(Math.floor(watch.ageSeconds('a', 'single') / 10), 5)
  })

  it('runs one query for many callers', async () => {
    const { watch, state } = openWatched()
    await Promise.all(Array.from({ length: 100 }, () => watch.refresh()))
    for (let times = 0; times < 100; times += 1)
      assert.equal(watch.refresh(), undefined, 'there is nothing to wait for')
    assert.equal(state.asked, 1)
  })

  it('reads again after the clock was moved', async () => {
    const { watch, state, clock } = openWatched()
    await watch.refresh()
    clock.moveForward(1_000)
    assert.equal(await watch.refresh(), true)
    assert.equal(state.asked, 2)
  })

  it('keeps the known ages while the database is unavailable', async () => {
    const { watch, state } = openWatched()
    await watch.read()
    const before = watch.ageSeconds('a', 'bulk')
    assert.ok(before > 0)
    state.away = true
    assert.equal(await watch.read(), false)
    assert.ok(watch.ageSeconds('a', 'bulk') >= before)
    assert.equal(watch.refresh(), undefined, 'it is not asked for every request')
    state.away = false
    assert.equal(await watch.read(), true)
  })
  it('does not wait for a database that hangs, or query it again meanwhile', async () => {
    const { state, watch } = openWatched()
    const [locked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locking = test.db.transaction(async (tx) => {
      await sql`lock table sms_batches in access exclusive mode`.execute(tx)
      locked.resolve()
      await goesOn.promise
    })
    await locked.promise
    assert.equal(await watch.read(), false)
    assert.equal(await watch.read(), false)
    assert.equal(state.asked, 1)
    goesOn.resolve()
    await locking
    await until('it answers again', () => watch.read())
  })
})

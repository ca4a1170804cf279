import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onBothEngines, openTestDatabase, type TestDatabase, until } from '../../../test/world.ts'
import { createClock } from '../../engine/clock.ts'
import type { Database } from '../../engine/db/index.ts'
import { type Events, startEvents } from './index.ts'

interface Row {
  readonly kind: string
  readonly subject: string
  readonly reason: string
  readonly count: number
  readonly first: Date
  readonly last: Date
}

const hourMs = 3_600_000

onBothEngines('account events', (engine) => {
  let test: TestDatabase
  const clock = createClock(new Date('2030-06-15T10:30:00Z'))
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const rowsOf = async (accountId: number) =>
    (
      await sql<Row>`
        select kind, subject, reason, count, first_at as first, last_at as last from account_events where account_id = ${accountId} order by subject, reason
      `.execute(test.db)
    ).rows

  /** Writes only on request, or when stopped. */
  async function gather(use: (events: Events) => Promise<void> | void, db: Database = test.db) {
    const events = startEvents(db, clock, log, hourMs)
    await use(events)
    await events.stop()
  }

  it('counts equal events in one row', async () => {
    await gather((events) => {
      for (let time = 0; time < 3; time += 1) events.note(1, 'a.b', 'SHOP', 'pending')
      events.note(1, 'a.b', 'SHOP', 'rejected')
      events.note(2, 'a.b', 'SHOP', 'pending')
    })
    assert.deepEqual(
      (await rowsOf(1)).map(({ kind, subject, reason, count }) => [kind, subject, reason, count]),
      [
        ['a.b', 'SHOP', 'pending', 3],
        ['a.b', 'SHOP', 'rejected', 1],
      ],
    )
    const [first] = await rowsOf(1)
    clock.moveForward(60_000)
    await gather(async (events) => {
      events.note(1, 'a.b', 'SHOP', 'pending')
      await events.write()
      events.note(1, 'a.b', 'SHOP', 'pending')
    })
    const [later] = await rowsOf(1)
    assert.equal(later?.count, 5)
    assert.deepEqual(later?.first, first?.first)
    assert.ok(Number(later?.last) >= Number(first?.last) + 60_000)
    assert.deepEqual(
      (await rowsOf(2)).map(({ count }) => count),
      [1],
    )
  })

  it('writes events in the background', async () => {
    const events = startEvents(test.db, clock, log, 10)
    events.note(3, 'a.b', '', 'x')
    await until('it is written', async () => (await rowsOf(3)).length === 1)
    await events.stop()
  })

  it('adds up the counts of several processes', async () => {
    const many = [1, 2, 3, 4].map(() => startEvents(test.db, clock, log, hourMs))
    for (const [index, events] of many.entries()) {
      const names = Array.from({ length: 50 }, (_, number) => `S${number}`)
      for (const name of index % 2 === 0 ? names : names.toReversed()) events.note(4, 'a.b', name, 'unknown')
    }
    await Promise.all(many.map((events) => events.stop()))
    const rows = await rowsOf(4)
    assert.deepEqual([rows.length, new Set(rows.map(({ count }) => count))], [50, new Set([4])])
  })

  it('drops events of a noisy account but keeps those of others', async () => {
    await gather((events) => {
      for (let number = 0; number < 10_000; number += 1) events.note(5, 'a.b', `S${number}`, 'unknown')
      events.note(6, 'a.b', 'SHOP', 'unknown')
    })
    assert.equal((await rowsOf(5)).length, 100)
    assert.equal((await rowsOf(6)).length, 1)
  })

  it('keeps at most 1,000 rows per account, dropping new events but still counting known ones', async () => {
    await gather(async (events) => {
      for (let number = 0; number < 1_200; number += 1) {
        events.note(7, 'a.b', `S${number}`, 'unknown')
        if (number % 90 === 0) await events.write()
      }
    })
    assert.equal((await rowsOf(7)).length, 1_000)
    await gather((events) => {
      events.note(7, 'a.b', 'S0', 'unknown')
      events.note(7, 'a.b', 'A NEW ONE', 'unknown')
    })
    const rows = await rowsOf(7)
    assert.equal(rows.length, 1_000)
    assert.equal(rows.find(({ subject }) => subject === 'S0')?.count, 2)
  })

  it('retries while the database is unavailable, and drops events that cannot be written', async () => {
    let fail: Error | null = Object.assign(new Error('connection terminated'), {})
    const db: Database = {
      ...test.db,
      getExecutor() {
        if (fail) throw fail
        return test.db.getExecutor()
      },
    }
    await gather(async (events) => {
      events.note(8, 'a.b', 'SHOP', 'unknown')
      await assert.rejects(events.write(), /connection terminated/)
      events.note(8, 'a.b', 'SHOP', 'unknown')
      fail = null
    }, db)
    assert.deepEqual(
      (await rowsOf(8)).map(({ count }) => count),
      [2],
    )
    assert.deepEqual(lines, [])

    fail = new Error('no such table')
    await gather(async (events) => {
      events.note(9, 'a.b', 'SHOP', 'unknown')
      await events.write()
      fail = null
    }, db)
    assert.deepEqual(await rowsOf(9), [])
    assert.match(lines.join(''), /failed to store account events/)
  })
})

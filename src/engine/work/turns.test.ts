import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Job, openJobs } from '../../../test/jobs.ts'
import { onOneEngine, openTestDatabase, openUrl, postgresUrl, type TestDatabase, until } from '../../../test/world.ts'
import type { Database } from '../db/index.ts'
import { again, done, type Outcome } from './work.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

/** Counts concurrent runs in total and by key. */
function counted(run: (job: Job) => Promise<Outcome> = async () => done()) {
  const now = new Map<string, number>()
  const most = { all: 0, perKey: 0 }
  const order: string[] = []
  const change = (key: string, by: number) => now.set(key, (now.get(key) ?? 0) + by)
  return {
    most,
    /** Keys in start order. */
    order,
    async run(job: Job) {
      change(job.key, 1)
      most.all = Math.max(
        most.all,
        [...now.values()].reduce((sum, one) => sum + one, 0),
      )
      most.perKey = Math.max(most.perKey, now.get(job.key) ?? 0)
      order.push(job.key)
      try {
        for (let turn = 0; turn < 3; turn += 1) await nextTurn()
        return await run(job)
      } finally {
        change(job.key, -1)
      }
    },
  }
}

onOneEngine('turns', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('use the concurrency limits in total and per key fully, but never exceed them', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, most, order } = counted()
    await jobs.insert(...times(60, (index) => ({ key: `key ${index % 4}` })))
    await jobs.workers([{ concurrency: 5, concurrencyPerKey: 2, run }])
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual(most, { all: 5, perKey: 2 })
    assert.equal(order.length, 60)
  })

  it('respect the limit of a single key', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, most } = counted()
    await jobs.insert(...times(12, () => ({})))
    await jobs.workers([{ concurrency: 10, concurrencyPerKey: 3, run }])
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual(most, { all: 3, perKey: 3 })
  })

  it('rotate through the keys, one row at a time', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, order } = counted()
    for (const key of ['d', 'b', 'a', 'c']) await jobs.insert(...times(5, () => ({ key })))
    await jobs.workers([{ concurrency: 1, concurrencyPerKey: 1, run }])
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
    assert.equal(order.join(''), 'abcd'.repeat(5))
  })

  it('start with a different key each time', async (context) => {
    const jobs = await openJobs(context, test.db)
    const began: string[] = []
    await jobs.insert({ key: 'a' }, { key: 'b' })
    const dueAt = (await jobs.list())[0]?.dueAt ?? new Date(0)
    await jobs.workers([
      {
        concurrency: 2,
        concurrencyPerKey: 1,
        async run({ key }) {
          began.push(key)
          return again(dueAt)
        },
      },
    ])
    await until('both ran a few times', () => began.length >= 20)
    const first = new Set(began.slice(0, 20).filter((_, index) => index % 2 === 0))
    assert.deepEqual(first, new Set(['a', 'b']))
  })

  it('do not let a key with a thousand due rows delay the only row of another', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, order } = counted()
    await jobs.insert(...times(1_000, () => ({ key: 'big', dueAt: new Date(0) })))
    const workers = await jobs.workers([{ concurrency: 4, concurrencyPerKey: 4, run }])
    await until('rows of the big key are running', () => order.length >= 20)
    for (const key of ['after big', 'zebra']) {
      await jobs.insert({ key })
      const before = order.length
      workers.wake()
      await until('the small one ran', () => order.includes(key))
      // At most a few rounds after it was inserted.
      assert.ok(order.indexOf(key) - before <= 20, `${order.indexOf(key) - before} of the big key came first`)
    }
    await workers.stop()
    assert.ok((await jobs.list()).length > 500, 'the big one is not finished: the small ones overtook it')
  })

  it('continue with other keys while one is full', async (context) => {
    const jobs = await openJobs(context, test.db)
    const stuck = Promise.withResolvers<Outcome>()
    const ran: string[] = []
    await jobs.insert(...times(10, () => ({ key: 'a' })))
    const workers = await jobs.workers([
      {
        concurrency: 4,
        concurrencyPerKey: 2,
        async run({ key }) {
          if (key === 'a') return stuck.promise
          ran.push(key)
          return done()
        },
      },
    ])
    await until(
      'the full one is full',
      async () => (await jobs.list()).filter(({ owner }) => owner !== null).length === 2,
    )
    await jobs.insert({ key: 'b' }, { key: '0' }, { key: 'c' })
    workers.wake()
    await until('the others ran', () => ran.length === 3)
    stuck.resolve(done())
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
  })

  /** The same database with a counter of statements. */
  function counting(db: Database) {
    const count = { statements: 0 }
    const counted: Database = {
      ...db,
      getExecutor() {
        count.statements += 1
        return db.getExecutor()
      },
    }
    return { db: counted, count }
  }

  it('query the database hardly when idle, and a few times per second when a full key waits', async (context) => {
    const [idle, full] = [await openJobs(context, test.db), await openJobs(context, test.db)]
    const [idleSide, fullSide] = [counting(test.db), counting(test.db)]
    const later = new Date(idle.clock.now().getTime() + 3_600_000)
    await idle.insert({ dueAt: later }, { dueAt: null }, { lease: { owner: 'other', seconds: 3_600 } }, {})
    await full.insert(...times(50, () => ({ key: 'a' })))
    const stuck = Promise.withResolvers<Outcome>()
    let running = 0
    const run = () => {
      running += 1
      return stuck.promise
    }
    await idle.workers([{ run: async () => done() }], { on: idleSide.db })
    await full.workers([{ concurrency: 4, concurrencyPerKey: 2, run }], { on: fullSide.db })
    await until('the one is idle and the other full', async () => running === 2 && (await idle.list()).length === 3)

    idleSide.count.statements = 0
    fullSide.count.statements = 0
    const began = performance.now()
    await until('a second passed', () => performance.now() - began > 1_000)
    // On a busy machine it was more than a second.
    const seconds = (performance.now() - began) / 1_000
    const perSecond = ({ count: { statements } }: { count: { statements: number } }) => statements / seconds
    assert.ok(perSecond(idleSide) <= 3, `${perSecond(idleSide)} statements per second`)
    // After claimed rows there are two claims: from the last key and from the first.
    assert.ok(perSecond(fullSide) <= 12, `${perSecond(fullSide)} statements per second`)
    stuck.resolve(done())
    await until('all rows are deleted', async () => (await full.list()).length === 0)
  })
})

describe('several processes on PostgreSQL', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  it('share all rows and never run one twice at once', async (context) => {
    const test = await openTestDatabase('postgres')
    const others = [openUrl(test.url ?? ''), openUrl(test.url ?? '')]
    const jobs = await openJobs(context, test.db)
    const running = new Set<number>()
    const ran = new Map<string, number[]>()
    const twice: number[] = []
    const processes = await Promise.all(
      others.map((on, index) =>
        jobs.workers(
          [
            {
              concurrency: 10,
              concurrencyPerKey: 3,
              async run({ id }) {
                if (running.has(id)) twice.push(id)
                running.add(id)
                for (let turn = 0; turn < 3; turn += 1) await nextTurn()
                running.delete(id)
                ran.set(`process ${index}`, [...(ran.get(`process ${index}`) ?? []), id])
                return done()
              },
            },
          ],
          { on },
        ),
      ),
    )
    await jobs.insert(...times(600, (index) => ({ key: `key ${index % 7}` })))
    for (const workers of processes) workers.wake()
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
    await Promise.all(processes.map((workers) => workers.stop()))
    assert.deepEqual(twice, [])
    assert.deepEqual(
      [...ran.values()].flat().sort((a, b) => a - b),
      times(600, (index) => index + 1),
    )
    assert.equal(ran.size, 2, 'both had their share')
    await Promise.all(others.map((db) => db.close()))
    await test.drop()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { held, type Jobs, openJobs } from '../../../test/jobs.ts'
import { onBothEngines, openTestDatabase, openUrl, postgresUrl, type TestDatabase, until } from '../../../test/world.ts'
import { done, type Outcome } from './work.ts'

/** Longer than any test takes, and renewed much more often than usual. */
const leaseSeconds = 300
const renewEveryMs = 50

/** Waits until the lease of the only row is extended. */
async function untilRenewed(jobs: Jobs): Promise<void> {
  const leaseUntil = async () => (await jobs.list())[0]?.leaseUntil?.getTime() ?? Number.NaN
  const before = await leaseUntil()
  await until('the lease was renewed', async () => (await leaseUntil()) > before)
}

onBothEngines('leases', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  /** Takes the only row like another worker after the lease expired. */
  const steal = (jobs: Jobs, seconds: number) =>
    sql`
      update ${sql.table(jobs.table)}
         set lease_owner = 'thief', attempts = attempts + 1, lease_until = clock_timestamp() + make_interval(secs => ${seconds})
    `.execute(test.db)

  it('of a dead worker are taken over when they expire, and not before', async (context) => {
    const jobs = await openJobs(context, test.db)
    const [id = 0] = await jobs.insert({ attempts: 1, lease: { owner: 'dead', seconds: 0.7 } })
    const diedWith = await jobs.find(id)
    const ranAt = Promise.withResolvers<Date>()
    await jobs.workers([
      {
        leaseSeconds: 1,
        async run() {
          const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(test.db)
          ranAt.resolve(rows[0]?.now ?? new Date(0))
          return done()
        },
      },
    ])
    const at = await ranAt.promise
    assert.ok(
      diedWith?.leaseUntil && at >= diedWith.leaseUntil,
      `${at.toISOString()} is before ${diedWith?.leaseUntil?.toISOString()}`,
    )
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
  })

  it('are renewed during a run, so that no other worker gets its row', async (context) => {
    const jobs = await openJobs(context, test.db)
    const job = held<Outcome>()
    let others = 0
    await jobs.insert({})
    await jobs.workers([{ leaseSeconds, run: (_, { signal }) => job.run(signal) }], { renewEveryMs })
    const signal = await job.began
    await jobs.workers([
      {
        leaseSeconds,
        async run() {
          others += 1
          return done()
        },
      },
    ])
    await untilRenewed(jobs)
    assert.equal(signal.aborted, false)
    job.end(done())
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.equal(others, 0)
  })

  it('expire by the clock in a suspended process, before any timer fires', async (context) => {
    const jobs = await openJobs(context, test.db)
    const seen: boolean[] = []
    await jobs.insert({})
    await jobs.workers([
      {
        leaseSeconds: 60,
        async run(_, lease) {
          seen.push(lease.isOver())
          const now = performance.now.bind(performance)
          const clock = context.mock.method(performance, 'now', () => now() + 60_000)
          seen.push(lease.signal.aborted, lease.isOver(), lease.signal.aborted)
          clock.mock.restore()
          return done()
        },
      },
    ])
    await until('it ran', () => seen.length >= 4)
    assert.deepEqual(seen.slice(0, 4), [false, false, true, true])
  })

  it('expire while the machine is suspended and only the wall clock goes on', async (context) => {
    const jobs = await openJobs(context, test.db)
    const seen: boolean[] = []
    await jobs.insert({})
    await jobs.workers([
      {
        leaseSeconds: 60,
        async run(_, lease) {
          seen.push(lease.isOver())
          const now = Date.now.bind(Date)
          const clock = context.mock.method(Date, 'now', () => now() + 60_000)
          seen.push(lease.isOver())
          clock.mock.restore()
          return done()
        },
      },
    ])
    await until('it ran', () => seen.length >= 2)
    assert.deepEqual(seen.slice(0, 2), [false, true])
  })

  it('taken by another worker abort the run, whose late result changes nothing', async (context) => {
    const jobs = await openJobs(context, test.db)
    const job = held<Outcome>()
    let written = false
    const [id = 0] = await jobs.insert({})
    const loop = jobs.loop({ leaseSeconds, run: (_, { signal }) => job.run(signal) }, { renewEveryMs })
    const signal = await job.began
    await steal(jobs, 3_600)
    const stolen = await jobs.find(id)
    assert.deepEqual({ owner: stolen?.owner, attempts: stolen?.attempts }, { owner: 'thief', attempts: 2 })
    await until('the run is aborted', () => signal.aborted)
    assert.match(String(signal.reason), /another worker took the lease/)
    job.end(
      done(async () => {
        written = true
      }),
    )
    await loop.stop(10_000)
    assert.deepEqual(await jobs.find(id), stolen)
    assert.equal(written, false)
  })

  const late: readonly (readonly [string, (write: () => void) => Outcome | Error])[] = [
    ['done', () => done()],
    ['done, with something to write', (write) => done(async () => write())],
    ['again', () => ({ kind: 'again', at: new Date(0) })],
    ['failed for the last time', () => ({ kind: 'failed', why: 'no' })],
    ['thrown', () => new Error('no')],
  ]
  for (const [title, outcome] of late) {
    it(`reject a late result after another worker took the lease: ${title}`, async (context) => {
      const jobs = await openJobs(context, test.db)
      const job = held<Outcome | Error>()
      let written = false
      const write = () => {
        written = true
      }
      const [id = 0] = await jobs.insert({})
      const loop = jobs.loop({
        leaseSeconds,
        giveUp: async () => write(),
        async run(_, { signal }) {
          const end = await job.run(signal)
          if (end instanceof Error) throw end
          return end
        },
      })
      const signal = await job.began
      await steal(jobs, 3_600)
      const stolen = await jobs.find(id)
      job.end(outcome(write))
      await loop.stop(10_000)
      assert.equal(signal.aborted, false)
      assert.deepEqual(await jobs.find(id), stolen)
      assert.equal(written, false)
    })
  }

  it('are not claimed again by the same process while the lost run continues', async (context) => {
    const jobs = await openJobs(context, test.db)
    const [first, second] = [held<Outcome>(), held<Outcome>()]
    let runs = 0
    const [id = 0] = await jobs.insert({})
    const loop = jobs.loop(
      {
        leaseSeconds,
        run({ key }, { signal }) {
          if (key === 'other') return Promise.resolve(done())
          runs += 1
          return runs === 1 ? first.run(signal) : second.run(signal)
        },
      },
      { renewEveryMs },
    )
    const firstSignal = await first.began
    // The run lost its lease and ignores the signal; the row is free again.
    await steal(jobs, 0)
    await until('the first run is aborted', () => firstSignal.aborted)
    // Another row runs meanwhile, so this one would have been claimed too.
    await jobs.insert({ key: 'other' })
    await until('the other row was run', async () => (await jobs.list()).length === 1)
    assert.equal(runs, 1)
    first.end(done())
    const secondSignal = await second.began
    await untilRenewed(jobs)
    assert.equal(secondSignal.aborted, false)
    assert.equal((await jobs.find(id))?.attempts, 3)
    second.end(done())
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    await loop.stop(10_000)
    assert.equal(runs, 2)
  })
})

describe('leases on PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('expire by the clock of the worker while a renewal hangs, and are not renewed afterwards', async (context) => {
    const test = await openTestDatabase('postgres')
    const other = openUrl(test.url ?? '')
    const jobs = await openJobs(context, test.db)
    const job = held<Outcome>()
    const locked = Promise.withResolvers<void>()
    const [id = 0] = await jobs.insert({})
    // Concurrency 1, so that the hanging run keeps this worker from claiming the row again.
    const loop = jobs.loop({ leaseSeconds: 1, concurrency: 1, run: (_, { signal }) => job.run(signal) })
    const signal = await job.began
    const locking = other.transaction(async (tx) => {
      await sql`select 1 from ${sql.table(jobs.table)} for update`.execute(tx)
      await locked.promise
    })
    try {
      await until('the run is aborted', () => signal.aborted)
      assert.match(String(signal.reason), /the lease expired/)
      locked.resolve()
      await locking
      const otherLoop = jobs.loop({ run: async () => done() }, { owner: 'other', on: other })
      await until('another ran it', async () => (await jobs.find(id)) === undefined)
      await otherLoop.stop(10_000)
    } finally {
      locked.resolve()
      job.end(done())
      await loop.stop(10_000)
      await other.close()
      await test.drop()
    }
  })
})

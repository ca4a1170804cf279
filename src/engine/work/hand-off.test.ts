import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Job, type Jobs, type NewJob, openJobs } from '../../../test/jobs.ts'
import { onBothEngines, openTestDatabase, type TestDatabase, until } from '../../../test/world.ts'
import type { HandOff } from './hand-off.ts'
import { again, done, type Outcome } from './work.ts'

/** Runs that last until the test ends them, in start order. */
function heldRuns() {
  const began: string[] = []
  const ends = new Map<string, (outcome: Outcome) => void>()
  return {
    began,
    end: (payload: string, outcome = done()) => ends.get(payload)?.(outcome),
    run({ payload }: Job): Promise<Outcome> {
      began.push(payload)
      return new Promise((resolve) => ends.set(payload, resolve))
    },
  }
}

onBothEngines('hand-offs', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  /** Inserts rows as the caller of a hand-off does. */
  async function insertLeased(jobs: Jobs, { owner, leaseSeconds: seconds }: HandOff<Job>, rows: readonly NewJob[]) {
    const ids = await jobs.insert(...rows.map((row) => ({ ...row, attempts: 1, lease: { owner, seconds } })))
    return ids.map((id, index) => {
      const { key = 'a', payload = '' } = rows[index] ?? {}
      return { key, due: jobs.clock.now(), row: { id, key, payload } }
    })
  }
  const opened = <Row extends Job>(handOff: HandOff<Row> | null): HandOff<Row> => {
    assert.ok(handOff, 'no places')
    return handOff
  }
  const isFree = async (jobs: Jobs, id: number) => {
    const { owner, leaseUntil, attempts } = (await jobs.find(id)) ?? {}
    return owner === null && leaseUntil === null && attempts === 0
  }

  it('run rows from memory and finish them', async (context) => {
    const jobs = await openJobs(context, test.db)
    const ran: Job[] = []
    const workers = await jobs.workers(
      [
        {
          async run(job, _, takenOver) {
            assert.equal(takenOver, false)
            ran.push(job)
            return done()
          },
        },
      ],
      { eager: false },
    )
    const handOff = opened(workers.handOff<Job>(jobs.table))
    const [one] = await insertLeased(jobs, handOff, [{ payload: 'stored' }])
    assert.ok(one)
    const row = { ...one.row, payload: 'in memory' }
    handOff.begin([{ ...one, row }])
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual(ran, [row])
  })

  it('are not offered by a process that does not run the work, is not ready, is full or stops', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, began, end } = heldRuns()
    let ready = false
    const workers = await jobs.workers([{ concurrency: 1, run, ready: () => ready }], { eager: false })
    assert.equal(workers.handOff('another'), null)
    assert.equal(workers.handOff(jobs.table), null)
    ready = true
    workers.wake()
    await until('it is ready', () => workers.handOff(jobs.table) !== null)
    const handOff = opened(workers.handOff<Job>(jobs.table))
    handOff.begin(await insertLeased(jobs, handOff, [{ payload: 'one' }]))
    await until('it runs', () => began.length === 1)
    assert.equal(workers.handOff(jobs.table), null)
    end('one')
    await until('there is a place', () => workers.handOff(jobs.table) !== null)
    await workers.stop()
    assert.equal(workers.handOff(jobs.table), null)
  })

  it('have a fencing token each, and count against the limits of their keys and of all', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, began } = heldRuns()
    const loop = jobs.loop({ concurrency: 20, concurrencyPerKey: 2, run }, { eager: false })
    const [first, second] = [opened(loop.handOff()), opened(loop.handOff())]
    assert.notEqual(first.owner, second.owner)
    const taken = (key: string) => Array.from({ length: 20 }, () => first.take(key)).filter(Boolean).length
    assert.deepEqual([taken('a'), taken('b')], [16, 4])
    first.begin(
      await insertLeased(
        jobs,
        first,
        ['1', '2', '3'].map((payload) => ({ payload })),
      ),
    )
    await until('two run', () => began.length === 2)
    const third = opened(loop.handOff())
    assert.deepEqual([third.total, third.perKey, [...third.byKey()]], [17, 512, [['a', 13]]])
  })

  it('keep rows of a full key waiting in order, and let other keys start', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, began, end } = heldRuns()
    const loop = jobs.loop({ concurrency: 8, concurrencyPerKey: 1, run }, { eager: false })
    const handOff = opened(loop.handOff())
    const rows = await insertLeased(jobs, handOff, [
      { payload: 'a1' },
      { payload: 'a2' },
      { payload: 'a3' },
      { key: 'b', payload: 'b1' },
    ])
    handOff.begin(rows)
    await until('one of each key runs', () => began.length === 2)
    // A claim respects the running rows too.
    await jobs.insert({ payload: 'a0' }, { key: 'c', payload: 'c1' })
    loop.wake()
    await until('the claim was made', () => began.includes('c1'))
    assert.deepEqual(began, ['a1', 'b1', 'c1'])
    // It left a row of the key behind, which goes first.
    end('a1')
    await until('the older row runs', () => began.length === 4)
    end('a0')
    await until('the next runs', () => began.length === 5)
    end('a2')
    await until('the last one runs', () => began.length === 6)
    assert.deepEqual(began.slice(3), ['a0', 'a2', 'a3'])
  })

  it('start after rows that this process was told of before', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, began } = heldRuns()
    const loop = jobs.loop({ run }, { eager: false })
    await until('the first claim was made', () => loop.handOff() !== null)
    const handOff = opened(loop.handOff())
    await jobs.insert({ payload: 'told' })
    const rows = await insertLeased(jobs, handOff, [{ payload: 'handed off' }])
    loop.wake()
    handOff.begin(rows)
    await until('both run', () => began.length === 2)
    assert.deepEqual(began, ['told', 'handed off'])
  })

  it('need no claims while all rows are handed off', async (context) => {
    const jobs = await openJobs(context, test.db)
    const ran: string[] = []
    const counted = { claims: 0 }
    const on = {
      ...test.db,
      getExecutor() {
        counted.claims += 1
        return test.db.getExecutor()
      },
    }
    const run = async ({ payload }: Job) => {
      ran.push(payload)
      return done()
    }
    const loop = jobs.loop({ concurrency: 100, run }, { on, eager: false })
    await until('it sleeps', () => counted.claims === 2)
    for (let count = 1; count <= 20; count += 1) {
      const handOff = opened(loop.handOff())
      handOff.begin(await insertLeased(jobs, handOff, [{ payload: String(count) }]))
      await until('it ran', () => ran.length === count)
    }
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
    assert.ok(counted.claims <= 22, `${counted.claims} statements: two at the start, and at most one release each`)
  })

  it('return to the queue if no slot frees up in time', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, began } = heldRuns()
    const loop = jobs.loop({ concurrencyPerKey: 1, run }, { eager: false })
    const handOff = opened(loop.handOff())
    const rows = await insertLeased(jobs, handOff, [{ payload: '1' }, { payload: '2' }])
    handOff.begin(rows)
    await until('the row is free', () => isFree(jobs, rows[1]?.row.id ?? 0))
    assert.deepEqual(began, ['1'])
  })

  it('are put back at once when the process stops', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, began, end } = heldRuns()
    const loop = jobs.loop({ concurrencyPerKey: 1, run }, { eager: false })
    const handOff = opened(loop.handOff())
    const rows = await insertLeased(jobs, handOff, [{ payload: '1' }, { payload: '2' }])
    handOff.begin(rows)
    await until('the first runs', () => began.length === 1)
    const stopped = loop.stop(60_000)
    await until('the row is free', () => isFree(jobs, rows[1]?.row.id ?? 0))
    end('1')
    await stopped
    assert.deepEqual(began, ['1'])
  })

  it('do not start rows whose lease is over, and cannot end rows that another worker has', async (context) => {
    const jobs = await openJobs(context, test.db)
    const { run, began, end } = heldRuns()
    const loop = jobs.loop({ leaseSeconds: 60, concurrencyPerKey: 1, run }, { eager: false })
    const handOff = opened(loop.handOff())
    const rows = await insertLeased(jobs, handOff, [{ payload: '1' }, { payload: '2' }])
    handOff.begin(rows)
    await until('the first runs', () => began.length === 1)
    await sql`update ${sql.table(jobs.table)} set lease_owner = 'thief', lease_until = clock_timestamp() + interval '1 hour'`.execute(
      test.db,
    )
    const stolen = await jobs.list()
    // The machine is suspended.
    const now = Date.now.bind(Date)
    context.mock.method(Date, 'now', () => now() + 60_000)
    end('1', again(new Date(0)))
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    await loop.stop(10_000)
    assert.deepEqual(began, ['1'])
    assert.deepEqual(await jobs.list(), stolen)
  })

  it('do not start rows after a slow commit, because their leases end soon', async (context) => {
    const jobs = await openJobs(context, test.db)
    const owners = Promise.withResolvers<string | null | undefined>()
    const run = async ({ id }: Job) => {
      owners.resolve((await jobs.find(id))?.owner)
      return done()
    }
    const handOff = opened(jobs.loop({ leaseSeconds: 60, run }, { eager: false }).handOff())
    const rows = await insertLeased(jobs, handOff, [{}])
    const now = Date.now.bind(Date)
    context.mock.method(Date, 'now', () => now() + 20_000)
    handOff.begin(rows)
    assert.notEqual(await owners.promise, handOff.owner)
  })

  it('leave rows to others when the process dies after the commit', async (context) => {
    const jobs = await openJobs(context, test.db)
    const dead = jobs.loop({ leaseSeconds: 0.3, run: async () => done() }, { eager: false })
    const handOff = opened(dead.handOff())
    const [id = 0] = (await insertLeased(jobs, handOff, [{ payload: 'left' }])).map(({ row }) => row.id)
    await dead.stop(0)
    const leaseUntil = (await jobs.find(id))?.leaseUntil
    const taken = Promise.withResolvers<boolean>()
    await jobs.workers([
      {
        async run(_, __, takenOver) {
          const { rows } = await sql<{
            isOver: boolean
          }>`select clock_timestamp() >= ${leaseUntil} as "isOver"`.execute(test.db)
          taken.resolve(takenOver && rows[0]?.isOver === true)
          return done()
        },
      },
    ])
    assert.equal(await taken.promise, true)
  })
})

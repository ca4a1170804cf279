import assert from 'node:assert/strict'
import { after, before, beforeEach, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openTestDatabase, openUrl, type TestDatabase, until } from '../../../test/world.ts'
import { createClock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { startWorkers } from './index.ts'
import { type PeriodicTask, periodicWork } from './periodic.ts'

onOneEngine('periodic tasks', (engine) => {
  let test: TestDatabase
  /** The same database for another process. */
  let other: Database
  before(async () => {
    test = await openTestDatabase(engine)
    other = test.url === null ? test.db : openUrl(test.url)
  })
  after(async () => {
    if (other !== test.db) await other.close()
    await test.drop()
  })
  beforeEach(() => sql`delete from periodic_tasks`.execute(test.db))

  const log = createLog('silent')

  async function start(
    context: TestContext,
    clock: ReturnType<typeof createClock>,
    tasks: readonly PeriodicTask[],
    db = test.db,
  ) {
    const workers = await startWorkers({ db, clock, log, metrics: createMetrics() })
    context.after(() => workers.stop())
    workers.add(await periodicWork(db, clock, tasks))
    return workers
  }

  /** True when no task is running and all wait for their next time. */
  const allWait = async (now: Date) =>
    (await sql`select 1 from periodic_tasks where lease_owner is not null or due_at <= ${now}`.execute(test.db)).rows
      .length === 0

  it('run at the start and after every interval', async (context) => {
    const clock = createClock()
    const ran: string[] = []
    const task = (name: string, everySeconds: number): PeriodicTask => ({
      name,
      everySeconds,
      run: async () => void ran.push(name),
    })
    await start(context, clock, [task('minute', 60), task('hour', 3_600)])
    await until('both ran', async () => ran.length === 2 && (await allWait(clock.now())))
    assert.deepEqual(ran.toSorted(), ['hour', 'minute'])

    clock.moveForward(60_000)
    await until('the minute ran again', async () => ran.length === 3 && (await allWait(clock.now())))
    assert.equal(ran[2], 'minute')
    clock.moveForward(3_600_000)
    await until('both ran again', async () => ran.length === 5 && (await allWait(clock.now())))
    assert.deepEqual(ran.slice(3).sort(), ['hour', 'minute'])
  })

  it('run once at the next start when they were missed, and wait otherwise', async (context) => {
    const clock = createClock()
    const ran: string[] = []
    const task = (name: string, everySeconds: number): PeriodicTask => ({
      name,
      everySeconds,
      run: async () => void ran.push(name),
    })
    const tasks = [task('missed', 60), task('not yet', 36_000)]
    const first = await start(context, clock, tasks)
    await until('both ran', async () => ran.length === 2 && (await allWait(clock.now())))
    await first.stop()
    clock.moveForward(3_600_000)
    await start(context, clock, tasks)
    await until('the missed one ran', async () => ran.length === 3 && (await allWait(clock.now())))
    assert.equal(ran[2], 'missed')
  })

  it('run again when the clock is moved past their next time during a run', async (context) => {
    const clock = createClock()
    const { promise, resolve } = Promise.withResolvers<void>()
    let runs = 0
    const task: PeriodicTask = {
      name: 'slow',
      everySeconds: 3_600,
      async run() {
        runs += 1
        await promise
      },
    }
    await start(context, clock, [task])
    await until('it began', () => runs === 1)
    clock.moveForward(7_200_000)
    resolve()
    await until('it ran again', async () => runs === 2 && (await allWait(clock.now())))
  })

  it('are retried a minute after a failure, then at their interval', async (context) => {
    const clock = createClock()
    let runs = 0
    const task: PeriodicTask = {
      name: 'fails twice',
      everySeconds: 600,
      async run() {
        runs += 1
        if (runs <= 2) throw new Error('not now')
      },
    }
    await start(context, clock, [task])
    const dueInSeconds = async () => {
      const { rows } = await sql<{ due: Date }>`select due_at as due from periodic_tasks`.execute(test.db)
      return Math.round((Number(rows[0]?.due.getTime()) - clock.now().getTime()) / 1_000)
    }
    for (const [index, waits] of [60, 60, 600, 600].entries()) {
      await until(`it ran ${index + 1} times`, async () => runs === index + 1 && (await allWait(clock.now())))
      const seconds = await dueInSeconds()
      assert.ok(seconds <= waits && seconds >= waits - 10, `${seconds} s after run ${index + 1}`)
      clock.moveForward(waits * 1_000)
    }
    await until('it ran once more', async () => runs === 5 && (await allWait(clock.now())))
  })

  it('run in one process at a time and once per interval', async (context) => {
    const clock = createClock()
    let running = 0
    let runningMax = 0
    let runs = 0
    const task: PeriodicTask = {
      name: 'shared',
      everySeconds: 60,
      async run() {
        runs += 1
        running += 1
        runningMax = Math.max(runningMax, running)
        await sql`select 1`.execute(test.db)
        running -= 1
      },
    }
    await Promise.all([
      start(context, clock, [task]),
      start(context, clock, [task], other),
      start(context, clock, [task], other),
    ])
    for (let round = 1; round <= 5; round += 1) {
      await until(`it ran in round ${round}`, async () => runs >= round && (await allWait(clock.now())))
      assert.equal(runs, round)
      clock.moveForward(60_000)
    }
    assert.equal(runningMax, 1)
  })

  it('ignore unknown tasks of a newer version', async (context) => {
    const clock = createClock()
    await sql`insert into periodic_tasks (name, due_at) values ('from the future', ${new Date(0)})`.execute(test.db)
    const ran: string[] = []
    await start(context, clock, [{ name: 'known', everySeconds: 60, run: async () => void ran.push('known') }])
    await until('the known one ran', () => ran.length === 1)
    const { rows } =
      await sql`select attempts, due_at as due from periodic_tasks where name = 'from the future'`.execute(test.db)
    assert.deepEqual(rows, [{ attempts: 0, due: new Date(0) }])
  })

  it('are due again at once when a run was interrupted', async (context) => {
    const clock = createClock()
    let runs = 0
    const task: PeriodicTask = {
      name: 'long',
      everySeconds: 3_600,
      async run() {
        runs += 1
        return runs < 3 ? 'unfinished' : undefined
      },
    }
    await start(context, clock, [task])
    await until('it is finished', async () => runs === 3 && (await allWait(clock.now())))
  })
})

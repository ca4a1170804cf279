import assert from 'node:assert/strict'
import { after, before, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type Jobs, type JobWork, openJobs } from '../../../test/jobs.ts'
import { createStillClock } from '../../../test/still-clock.ts'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../../test/world.ts'
import { createClock } from '../clock.ts'
import type { Tx } from '../db/index.ts'
import { again, done, failed, type Outcome } from './work.ts'

onOneEngine('tries', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`create table endings (text text primary key)`.execute(test.db)
  })
  after(() => test.drop())

  const endings = async (prefix: string) =>
    (
      await sql<{ text: string }>`select text from endings where text like ${`${prefix}%`} order by text`.execute(
        test.db,
      )
    ).rows.map(({ text }) => text)
  const write = async (tx: Tx, text: string) => void (await sql`insert into endings values (${text})`.execute(tx))

  /**
   * One row whose runs follow the given list. Returns start time by the movable clock and number of attempts of each
   * run.
   */
  async function story(
    context: TestContext,
    outcomes: readonly (Outcome | Error)[],
    work: Partial<JobWork> = {},
    clock = createClock(),
  ) {
    const jobs = await openJobs(context, test.db, 'text', clock)
    const begins: Date[] = []
    const [id = 0] = await jobs.insert({ payload: 'x' })
    const workers = await jobs.workers([
      {
        ...work,
        async run() {
          const outcome = outcomes[begins.length]
          begins.push(jobs.clock.now())
          if (outcome instanceof Error) throw outcome
          if (!outcome) throw new Error('one run too many')
          return outcome
        },
      },
    ])
    return {
      jobs,
      workers,
      id,
      begins,
      ran: (times: number) =>
        until(
          `it ran ${times} times and was released`,
          async () => begins.length === times && (await settled(jobs, id)),
        ),
    }
  }

  const settled = async (jobs: Jobs, id: number) => ((await jobs.find(id))?.owner ?? null) === null

  /** Seconds from a run until its row is due again. */
  async function waitsSeconds(jobs: Jobs, id: number, ranAt: Date | undefined): Promise<number> {
    const due = (await jobs.find(id))?.dueAt
    assert.ok(due && ranAt)
    return (due.getTime() - ranAt.getTime()) / 1_000
  }

  it('follow the schedule for thrown errors and failed outcomes, then give up', async (context) => {
    const schedule = [30, 60, 300, 1_800]
    const outcomes = [new Error('1'), failed('2'), new Error('3'), failed('4'), new Error('5')]
    const gaveUp: number[] = []
    const work: Partial<JobWork> = {
      retryAfterSeconds: schedule,
      async giveUp(_, job) {
        gaveUp.push(job.id)
      },
    }
    const { jobs, id, begins, ran } = await story(context, outcomes, work, createStillClock())
    for (const [index, seconds] of schedule.entries()) {
      await ran(index + 1)
      assert.equal(await waitsSeconds(jobs, id, begins[index]), seconds)
      assert.equal((await jobs.find(id))?.attempts, index + 1)
      assert.deepEqual(gaveUp, [])
      jobs.clock.moveForward(seconds * 1_000)
    }
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.equal(begins.length, 5)
    assert.deepEqual(gaveUp, [id])
  })

  for (const { whose, callsCustomers, level, levels } of [
    { whose: 'others', level: 'warn', levels: [20, 40] },
    { whose: 'calls of customers', callsCustomers: true as const, level: 'debug', levels: [20, 20] },
  ])
    it(`log the last expected failure of ${whose} as ${level}`, async (context) => {
      const { jobs, ran } = await story(context, [failed('1'), failed('2')], {
        retryAfterSeconds: [30],
        callsCustomers: callsCustomers || undefined,
      })
      await ran(1)
      jobs.clock.moveForward(30_000)
      await until('the row is deleted', async () => (await jobs.list()).length === 0)
      const lines = jobs.logs.map((line) => JSON.parse(line)).filter(({ msg }) => /^work failed/.test(msg))
      assert.deepEqual(
        lines.map(({ level, err }) => [level, err.message]),
        levels.map((number, index) => [number, `${index + 1}`]),
      )
    })

  it('do not count the outcome again', async (context) => {
    const never = again(new Date('2100-01-01'))
    const { jobs, workers, id, begins, ran } = await story(
      context,
      [never, failed('once'), never, never, failed('twice'), done()],
      { retryAfterSeconds: [50, 70] },
      createStillClock(),
    )
    const expected = [
      { attempts: 0, waits: null },
      { attempts: 1, waits: 50 },
      { attempts: 1, waits: null },
      { attempts: 1, waits: null },
      { attempts: 2, waits: 70 },
    ]
    for (const [index, { attempts, waits }] of expected.entries()) {
      await ran(index + 1)
      const stored = await jobs.find(id)
      assert.equal(stored?.attempts, attempts)
      if (waits === null) assert.deepEqual(stored?.dueAt, never.kind === 'again' && never.at)
      else assert.equal(await waitsSeconds(jobs, id, begins[index]), waits)
      await sql`update ${sql.table(jobs.table)} set due_at = ${jobs.clock.now()}`.execute(test.db)
      workers.wake()
    }
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.equal(begins.length, 6)
  })

  it('do not count outages and conflicts of the database', async (context) => {
    const states = ['53100', '40001']
    const errors = states.map((code) => Object.assign(new Error('not now'), { code }))
    const { jobs, id, ran } = await story(context, [...errors, failed('once')], { retryAfterSeconds: [50] })
    await ran(states.length + 1)
    assert.equal((await jobs.find(id))?.attempts, 1)
  })

  it('keep the due time of a resting row and after an outage', async (context) => {
    const jobs = await openJobs(context, test.db)
    const [id = 0, away = 0] = await jobs.insert({ payload: 'again' }, { payload: 'away' })
    const dueAt = (await jobs.find(id))?.dueAt
    let runs = 0
    await jobs.workers([
      {
        async run({ payload }) {
          runs += 1
          if (payload === 'away') throw Object.assign(new Error('the database is away'), { code: '57P01' })
          return again(dueAt ?? jobs.clock.now(), 60_000)
        },
      },
    ])
    await until('both ran once', async () => runs === 2 && (await jobs.list()).every(({ owner }) => owner === null))
    assert.deepEqual([(await jobs.find(id))?.dueAt, (await jobs.find(away))?.dueAt], [dueAt, dueAt])
    await until('the run with the outage was repeated', () => runs > 2)
    const before = runs
    jobs.clock.moveForward(60_000)
    await until('both ran again', () => runs > before)
  })

  it('end with giveUp in the transaction that finishes the row', async (context) => {
    const seen: number[] = []
    const { jobs } = await story(context, [new Error('no')], {
      async giveUp(tx, { id }) {
        await write(tx, `given up ${id}`)
        const { rows } = await sql`select 1 from ${sql.table(jobs.table)}`.execute(tx)
        seen.push(rows.length)
      },
    })
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.equal((await endings('given up')).length, 1)
    assert.deepEqual(seen, [0])
  })

  it('write nothing when giveUp fails, and repeat it when the lease expires', async (context) => {
    let times = 0
    let isSeen = false
    const { jobs, id, begins } = await story(context, [new Error('no'), new Error('no again')], {
      leaseSeconds: 60,
      ready: () => times === 0 || isSeen,
      async giveUp(tx) {
        times += 1
        await write(tx, `in one piece ${times}`)
        if (times === 1) throw new Error('can not even give up')
      },
    })
    await until('it failed', () => jobs.logs.some((line) => line.includes('can not even give up')))
    assert.deepEqual(await endings('in one piece'), [])
    assert.ok(await jobs.find(id))
    isSeen = true
    await jobs.endLeases()
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual(await endings('in one piece'), ['in one piece 2'])
    assert.equal(begins.length, 2)
  })

  it('keep a given-up row when configured, while finished rows are deleted', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({ payload: 'good' }, { payload: 'bad' })
    await jobs.workers([
      {
        finished: 'delete',
        givenUp: 'keep',
        run: async ({ payload }) => (payload === 'good' ? done() : failed('bad')),
      },
    ])
    await until('both ended', async () => (await jobs.list()).every(({ dueAt }) => dueAt === null))
    const left = (await jobs.list()).map(({ payload, owner, leaseUntil, attempts }) => ({
      payload,
      owner,
      leaseUntil,
      attempts,
    }))
    assert.deepEqual(left, [{ payload: 'bad', owner: null, leaseUntil: null, attempts: 1 }])
  })

  it('repeat the last step until retryUntil', async (context) => {
    let end = new Date(8.64e15)
    let gaveUp = 0
    const { jobs, id, begins, ran } = await story(
      context,
      Array.from({ length: 5 }, () => failed('not yet')),
      {
        retryAfterSeconds: [10, 20],
        retryUntil: () => end,
        async giveUp() {
          gaveUp += 1
        },
      },
      createStillClock(),
    )
    for (const [index, seconds] of [10, 20, 20, 20].entries()) {
      await ran(index + 1)
      assert.equal(await waitsSeconds(jobs, id, begins[index]), seconds)
      if (index === 3) end = new Date(jobs.clock.now().getTime() + 15_000)
      jobs.clock.moveForward(seconds * 1_000)
    }
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.equal(begins.length, 5)
    assert.equal(gaveUp, 1)
  })

  it('do not end the process when the work has a bug', async (context) => {
    const broken: Partial<JobWork> = {
      leaseSeconds: 1,
      retryAfterSeconds: [1],
      retryUntil() {
        throw new Error('no idea until when')
      },
    }
    const { jobs, begins } = await story(context, [failed('first'), done()], broken)
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.equal(begins.length, 2)
    assert.ok(jobs.logs.some((line) => line.includes('no idea until when')))
  })

  it('log thrown errors as warnings and expected failures at debug level', async (context) => {
    const { jobs, id, ran } = await story(context, [new Error('a surprise'), failed('as expected'), done()], {
      retryAfterSeconds: [60, 60],
    })
    await ran(1)
    jobs.clock.moveForward(60_000)
    await ran(2)
    const lines = jobs.logs.map((line) => JSON.parse(line)).filter((line) => line.id === id)
    assert.deepEqual(
      lines.map(({ level, attempts, work, err }) => ({ level, attempts, work, message: err.message })),
      [
        { level: 40, attempts: 1, work: 'test', message: 'a surprise' },
        { level: 20, attempts: 2, work: 'test', message: 'as expected' },
      ],
    )
    jobs.clock.moveForward(60_000)
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
  })
})

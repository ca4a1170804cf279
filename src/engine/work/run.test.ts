import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { held, type Job, openJobs } from '../../../test/jobs.ts'
import { onBothEngines, openTestDatabase, openUrl, type TestDatabase, until } from '../../../test/world.ts'
import { notifyWork } from './claim.ts'
import { done, type Outcome } from './work.ts'

onBothEngines('workers', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`create table results (text text primary key)`.execute(test.db)
  })
  after(() => test.drop())

  const results = async (prefix: string) =>
    (
      await sql<{ text: string }>`select text from results where text like ${`${prefix}%`} order by text`.execute(
        test.db,
      )
    ).rows.map(({ text }) => text)
  const inSeconds = (clock: { now(): Date }, seconds: number) => new Date(clock.now().getTime() + seconds * 1_000)

  it('run due rows once and delete them', async (context) => {
    const jobs = await openJobs(context, test.db)
    const ran: string[] = []
    await jobs.insert(
      ...Array.from({ length: 20 }, (_, index) => ({ key: `key ${index % 3}`, payload: String(index) })),
    )
    await jobs.workers([
      {
        async run({ key, payload }) {
          ran.push(`${key}: ${payload}`)
          return done()
        },
      },
    ])
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual(ran.sort(), Array.from({ length: 20 }, (_, index) => `key ${index % 3}: ${index}`).sort())
  })

  it('keep finished rows with due_at null when configured', async (context) => {
    const jobs = await openJobs(context, test.db)
    const [id = 0] = await jobs.insert({ payload: 'x' })
    await jobs.workers([{ finished: 'keep', run: async () => done() }])
    await until('it is finished', async () => (await jobs.find(id))?.dueAt === null)
    const { leaseUntil, owner, attempts } = (await jobs.find(id)) ?? {}
    assert.deepEqual({ leaseUntil, owner, attempts }, { leaseUntil: null, owner: null, attempts: 1 })
  })

  it('run rows when they are due, and at once when the clock is moved', async (context) => {
    const jobs = await openJobs(context, test.db)
    const ran: string[] = []
    await jobs.insert(
      { payload: 'first', dueAt: inSeconds(jobs.clock, 3_600) },
      { payload: 'second', dueAt: inSeconds(jobs.clock, 7_200) },
    )
    await jobs.workers([
      {
        async run({ payload }) {
          ran.push(payload)
          return done()
        },
      },
    ])
    jobs.clock.moveForward(3_000_000)
    await jobs.insert({ payload: 'now' })
    await until('something runs', () => ran.length > 0)
    assert.deepEqual(ran, ['now'])
    jobs.clock.moveForward(600_000)
    await until('the first ran', () => ran.length > 1)
    jobs.clock.moveForward(3_600_000)
    await until('the second ran', () => ran.length > 2)
    assert.deepEqual(ran, ['now', 'first', 'second'])
  })

  it('sleep until the next row is due instead of the next poll', async (context) => {
    const jobs = await openJobs(context, test.db)
    const dueAt = inSeconds(jobs.clock, 0.15)
    await jobs.insert({ dueAt })
    const ran = Promise.withResolvers<Date>()
    jobs.loop(
      {
        async run() {
          ran.resolve(jobs.clock.now())
          return done()
        },
      },
      { eager: false },
    )
    assert.ok((await ran.promise) >= dueAt)
  })

  it('find rows without a notification', async (context) => {
    const jobs = await openJobs(context, test.db)
    const ran = Promise.withResolvers<void>()
    await jobs.workers([
      {
        async run() {
          ran.resolve()
          return done()
        },
      },
    ])
    await jobs.insert({})
    await ran.promise
  })

  it('react at once when woken or notified by another connection', async (context) => {
    const jobs = await openJobs(context, test.db)
    const ran: string[] = []
    const run = async ({ payload }: Job) => {
      ran.push(payload)
      return done()
    }
    const workers = await jobs.workers([{ run }], { eager: false })
    const other = test.url === null ? null : openUrl(test.url)
    context.after(() => other?.close())
    for (const payload of ['first', 'second']) {
      // By then the last poll after the previous row is over.
      await sleep(100)
      await jobs.insert({ payload })
      if (other) await notifyWork(other, jobs.table)
      else workers.wake(jobs.table)
      await until('it ran', async () => ran.includes(payload) && (await jobs.list()).length === 0)
    }
  })

  it('write the result in the transaction that finishes the row', async (context) => {
    const jobs = await openJobs(context, test.db)
    const leftInside: number[] = []
    await jobs.insert({ payload: 'one' }, { payload: 'two' })
    await jobs.workers([
      {
        async run({ id, payload }) {
          return done(async (tx) => {
            await sql`insert into results values (${`together ${payload}`})`.execute(tx)
            const { rows } = await sql`select 1 from ${sql.table(jobs.table)} where id = ${id}`.execute(tx)
            leftInside.push(rows.length)
          })
        },
      },
    ])
    await until('both rows are deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual(await results('together'), ['together one', 'together two'])
    assert.deepEqual(leftInside, [0, 0])
  })

  it('log a failed write, keep the row and run it again when its lease expires', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({})
    let runs = 0
    let isSeen = false
    await jobs.workers([
      {
        leaseSeconds: 60,
        ready: () => runs === 0 || isSeen,
        async run() {
          runs += 1
          const number = runs
          return done(async (tx) => {
            await sql`insert into results values (${`failing ${number}`})`.execute(tx)
            if (number === 1) throw new Error('the disk is full of flowers')
          })
        },
      },
    ])
    await until('it ran once', () => jobs.logs.some((line) => line.includes('full of flowers')))
    assert.deepEqual(await results('failing'), [])
    assert.equal((await jobs.list()).length, 1)
    isSeen = true
    await jobs.endLeases()
    await until('the row is deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual(await results('failing'), ['failing 2'])
  })

  it('keep the place of a row until its outcome is stored, where the work wants it', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({}, {}, {})
    const table = sql.table(jobs.table)
    const left: number[] = []
    await jobs.workers([
      {
        concurrency: 1,
        placeUntilStored: true,
        async run() {
          const { rows } = await sql`select id from ${table}`.execute(test.db)
          left.push(rows.length)
          return done()
        },
      },
    ])
    await until('all ran', () => left.length === 3)
    assert.deepEqual(left, [3, 2, 1])
  })

  it('claim rows only while ready', async (context) => {
    const jobs = await openJobs(context, test.db)
    let ready = false
    const asked = Promise.withResolvers<void>()
    const ran: number[] = []
    await jobs.insert({})
    const workers = await jobs.workers([
      {
        ready() {
          asked.resolve()
          return ready
        },
        async run({ id }) {
          ran.push(id)
          return done()
        },
      },
    ])
    await asked.promise
    for (let times = 0; times < 3; times += 1) {
      workers.wake()
      assert.equal((await jobs.list())[0]?.owner, null)
    }
    assert.deepEqual(ran, [])
    ready = true
    workers.wake()
    await until('it ran', () => ran.length === 1)
  })

  it('finish running rows on stop and claim no more', async (context) => {
    const jobs = await openJobs(context, test.db)
    const job = held<Outcome>()
    await jobs.insert({ payload: 'runs' })
    const workers = await jobs.workers([{ concurrency: 2, run: (_, { signal }) => job.run(signal) }])
    const signal = await job.began
    let stopped = false
    const stopping = workers.stop().then(() => {
      stopped = true
    })
    await jobs.insert({ payload: 'comes too late' })
    workers.wake()
    await sql`select 1`.execute(test.db)
    assert.equal(stopped, false)
    assert.equal(signal.aborted, false)
    job.end(done((tx) => sql`insert into results values ('stopping')`.execute(tx).then(() => {})))
    await stopping
    assert.deepEqual(await results('stopping'), ['stopping'])
    const left = (await jobs.list()).map(({ payload, owner, attempts }) => ({ payload, owner, attempts }))
    assert.deepEqual(left, [{ payload: 'comes too late', owner: null, attempts: 0 }])
  })

  it('stop after the grace period although a run never settles', async (context) => {
    const jobs = await openJobs(context, test.db)
    const job = held<Outcome>()
    const [id = 0] = await jobs.insert({})
    const loop = jobs.loop({ run: (_, { signal }) => job.run(signal) })
    const signal = await job.began
    await loop.stop(50)
    assert.equal(signal.aborted, true)
    assert.match(String(signal.reason), /the program is stopping/)
    const before = await jobs.find(id)
    assert.match(String(before?.owner), /^me:/)
    job.end(done())
    await loop.stop(0)
    assert.deepEqual(await jobs.find(id), before)
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { held, type Job, openJobs } from '../../../test/jobs.ts'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../../test/world.ts'
import { done, type Outcome, type Recorded } from './work.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

onOneEngine('work with notes', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`create table notes (story text not null, text text not null)`.execute(test.db)
  })
  after(() => test.drop())

  const recordIn =
    (story: string) =>
    (texts: readonly string[]): Recorded => ({
      columns: [['text', 'text', texts]],
      parts: sql`kept as (insert into notes select ${story}::text, text from noted)`,
    })
  const notesOf = async (story: string) =>
    (
      await sql<{ text: string }>`select text from notes where story = ${story} order by text`.execute(test.db)
    ).rows.map(({ text }) => text)

  it('records notes for every outcome: done, done with a write, retry and given up', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert(
      { payload: 'done' },
      { payload: 'written' },
      { payload: 'failed' },
      { payload: 'given up', attempts: 1 },
      { payload: 'silent' },
    )
    const order: string[] = []
    const record = recordIn('ends')
    const outcomeOf = ({ payload }: Job): Outcome<string> => {
      if (payload === 'silent') return done()
      if (payload === 'done') return { kind: 'done', note: payload }
      if (payload === 'written') return { kind: 'done', note: payload, write: async () => void order.push('written') }
      return { kind: 'failed', why: 'no', note: payload }
    }
    await jobs.workers<string>([
      {
        retryAfterSeconds: [60],
        finished: 'keep',
        run: async (job) => outcomeOf(job),
        record(notes) {
          order.push(...notes.map((note) => `note ${note}`))
          return record(notes)
        },
        giveUp: async () => void order.push('given up'),
      },
    ])
    await until('all have ended', async () =>
      (await jobs.list()).every(({ owner, attempts }) => owner === null && attempts > 0),
    )
    assert.deepEqual(await notesOf('ends'), ['done', 'failed', 'given up', 'written'])
    assert.deepEqual(
      (await jobs.list()).filter(({ dueAt }) => dueAt !== null).map(({ payload }) => payload),
      ['failed'],
    )
    // The write of a run sees its note.
    assert.ok(
      order.indexOf('note written') < order.indexOf('written') &&
        order.indexOf('note given up') < order.indexOf('given up'),
      order.join(),
    )
  })

  it('writes notes and releases rows atomically', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({ payload: 'done' }, { payload: 'given up' })
    const record = recordIn('neither')
    let isBroken = true
    let gaveUp = 0
    await jobs.workers<string>([
      {
        leaseSeconds: 1,
        run: async ({ payload }) =>
          payload === 'done' ? { kind: 'done', note: payload } : { kind: 'failed', why: 'no', note: payload },
        record: (notes) =>
          isBroken
            ? {
                columns: [],
                parts: sql`broken as (insert into notes select (1 / (id - id))::text, '' from noted)`,
              }
            : record(notes),
        async giveUp() {
          gaveUp += 1
        },
      },
    ])
    await until('neither could be written', () => jobs.logs.filter((line) => line.includes('22012')).length >= 2)
    assert.deepEqual([await notesOf('neither'), (await jobs.list()).length, gaveUp], [[], 2, 0])
    isBroken = false
    await until('both rows are deleted', async () => (await jobs.list()).length === 0)
    assert.deepEqual([await notesOf('neither'), gaveUp], [['done', 'given up'], 1])
  })

  it('also records the note of a run that lost its row', async (context) => {
    const jobs = await openJobs(context, test.db)
    const [id = 0] = await jobs.insert({ payload: 'lost' })
    const run = held<Outcome<string>>()
    await jobs.workers<string>([
      { leaseSeconds: 60, run: (_, { signal }) => run.run(signal), record: recordIn('lost') },
    ])
    await run.began
    await sql`update ${sql.table(jobs.table)} set lease_owner = 'thief'`.execute(test.db)
    run.end({ kind: 'done', note: 'lost' })
    await until('it is noted', async () => (await notesOf('lost')).length === 1)
    assert.equal((await jobs.find(id))?.owner, 'thief')
  })

  it('sets columns of released rows only', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({ payload: 'kept' }, { payload: 'lost' }, { payload: 'other' })
    const runs = held<undefined>()
    await jobs.workers<string>([
      {
        leaseSeconds: 60,
        finished: 'keep',
        concurrencyPerKey: 3,
        async run({ payload }, { signal }) {
          await runs.run(signal)
          return { kind: 'done', note: payload }
        },
        record: (notes) => ({
          columns: [['text', 'text', notes]],
          set: sql`payload = case when held.text = 'other' then w.payload else held.text || ' and set' end`,
          parts: sql`
            unset as (insert into notes select 'unset', text from noted where not exists (select from released where released.id = noted.id))
          `,
        }),
      },
    ])
    await runs.began
    await until('all are leased', async () => (await jobs.list()).every(({ owner }) => owner !== null))
    await sql`update ${sql.table(jobs.table)} set lease_owner = 'thief' where payload = 'lost'`.execute(test.db)
    runs.end(undefined)
    await until('all have ended', async () => (await jobs.list()).filter(({ owner }) => owner === null).length === 2)
    await until('the lost run is noted', async () => (await notesOf('unset')).length === 1)
    assert.deepEqual(
      (await jobs.list()).map(({ payload }) => payload),
      ['kept and set', 'lost', 'other'],
    )
  })

  it('waits until notBefore when it is later than the schedule', async (context) => {
    const jobs = await openJobs(context, test.db)
    const now = jobs.clock.now().getTime()
    const at = (seconds: number) => new Date(now + seconds * 1_000)
    await jobs.insert({ payload: '3600' }, { payload: '1' }, { payload: '' }, { payload: '7200', attempts: 1 })
    await jobs.workers([
      {
        retryAfterSeconds: [60],
        givenUp: 'keep',
        run: async ({ payload }) => ({
          kind: 'failed',
          why: 'no',
          notBefore: payload === '' ? null : at(Number(payload)),
        }),
      },
    ])
    await until('all have failed', async () =>
      (await jobs.list()).every(({ owner, attempts }) => owner === null && attempts > 0),
    )
    const [long, short, none, last] = (await jobs.list()).map(({ dueAt }) =>
      dueAt === null ? null : (dueAt.getTime() - now) / 1_000,
    )
    assert.equal(long, 3_600)
    for (const seconds of [short, none]) assert.ok(seconds != null && seconds >= 60 && seconds < 90, `${seconds}`)
    assert.equal(last, null, 'the last try is the last, whatever it asks for')
  })

  it('adds a random delay to retries', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert(...times(20, () => ({})))
    await jobs.workers([
      { retryAfterSeconds: [1_000], retryJitter: 0.5, run: async () => ({ kind: 'failed', why: 'no' }) },
    ])
    const began = jobs.clock.now().getTime()
    await until('all have failed', async () =>
      (await jobs.list()).every(({ owner, attempts }) => owner === null && attempts > 0),
    )
    const waits = (await jobs.list()).map(({ dueAt }) => ((dueAt?.getTime() ?? 0) - began) / 1_000)
    for (const seconds of waits) assert.ok(seconds > 990 && seconds < 1_530, `${seconds}`)
    assert.ok(Math.max(...waits) - Math.min(...waits) > 50, waits.join())
  })

  it('uses the current concurrency of each key', async (context) => {
    const jobs = await openJobs(context, test.db)
    const places = new Map([
      ['a', 1],
      ['c', 0],
      ['d', 6],
    ])
    const running = new Map<string, number>()
    const most = new Map<string, number>()
    const gate = Promise.withResolvers<void>()
    for (const key of ['a', 'b', 'c', 'd']) await jobs.insert(...times(6, () => ({ key })))
    const workers = await jobs.workers([
      {
        concurrency: 40,
        concurrencyPerKey: 4,
        placesByKey: () => places,
        async run({ key }) {
          running.set(key, (running.get(key) ?? 0) + 1)
          most.set(key, Math.max(most.get(key) ?? 0, running.get(key) ?? 0))
          await gate.promise
          running.set(key, (running.get(key) ?? 0) - 1)
          return done()
        },
      },
    ])
    await until('those run that may', () => running.get('a') === 1 && running.get('b') === 4 && running.get('d') === 6)
    for (let look = 0; look < 3; look += 1) {
      workers.wake()
      // A row that comes and goes proves another poll.
      const [id] = await jobs.insert({ key: `look ${look}` })
      await until('it looked again', async () => (await jobs.list()).some((one) => one.id === id && one.owner !== null))
    }
    assert.deepEqual([most.get('a'), most.get('b'), most.get('c')], [1, 4, undefined])
    places.clear()
    workers.wake()
    await until('all may run again', () => running.get('a') === 4 && running.get('c') === 4)
    gate.resolve()
    await until('all rows are deleted', async () => (await jobs.list()).length === 0)
  })
})

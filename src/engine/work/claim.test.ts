import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type Jobs, type JobWork, openJobs } from '../../../test/jobs.ts'
import { onBothEngines, openTestDatabase, openUrl, type TestDatabase } from '../../../test/world.ts'
import { type ClaimRequest, claim, findNextDue, release, renew } from './claim.ts'
import { done } from './work.ts'

onBothEngines('claims', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const run = async () => done()
  const request = (jobs: Jobs, change: Partial<ClaimRequest> = {}): ClaimRequest => ({
    owner: 'me',
    leaseSeconds: 30,
    now: jobs.clock.now(),
    limit: 100,
    running: new Map(),
    after: null,
    ...change,
  })
  /** Keys and payloads of claimed rows in order. */
  async function claimed(
    jobs: Jobs,
    change: Partial<ClaimRequest> = {},
    work: Partial<JobWork> = {},
  ): Promise<string[]> {
    const claims = await claim(test.db, jobs.work({ run, ...work }), request(jobs, change))
    return claims.map(({ key, row }) => `${key}${row.payload}`)
  }
  const at = (jobs: Jobs, seconds: number) => new Date(jobs.clock.now().getTime() + seconds * 1_000)

  it('return due rows with their columns, lease them and count the attempt', async (context) => {
    const jobs = await openJobs(context, test.db)
    const [id] = await jobs.insert({ key: 'a', payload: 'x', attempts: 2 })
    const claims = await claim(test.db, jobs.work({ run }), request(jobs, { leaseSeconds: 60 }))
    assert.equal(claims.length, 1)
    assert.deepEqual(
      { ...claims[0], due: null, row: { id, key: claims[0]?.row.key, payload: claims[0]?.row.payload } },
      {
        key: 'a',
        owner: 'me',
        due: null,
        attempts: 3,
        takenOver: false,
        row: { id, key: 'a', payload: 'x' },
      },
    )
    const [stored] = await jobs.list()
    assert.equal(stored?.owner, 'me')
    assert.equal(stored?.attempts, 3)
    const left = Number(stored?.leaseUntil?.getTime()) - Date.now()
    assert.ok(left > 50_000 && left < 70_000)
  })

  it('skip rows that are not due, finished, leased or filtered out', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert(
      { payload: 'due' },
      { payload: 'later', dueAt: at(jobs, 60) },
      { payload: 'finished', dueAt: null },
      { payload: 'leased', lease: { owner: 'other', seconds: 60 } },
      { payload: 'lease over', lease: { owner: 'other', seconds: -1 } },
      { payload: 'not meant' },
    )
    assert.deepEqual(
      (await claimed(jobs, {}, { concurrencyPerKey: 100, only: sql`w.payload <> 'not meant'` })).sort(),
      ['adue', 'alease over'],
    )
    assert.deepEqual(await claimed(jobs, { now: at(jobs, 61) }, { concurrencyPerKey: 100 }), ['anot meant', 'alater'])
    assert.deepEqual(await claimed(jobs, { now: at(jobs, 61) }, { concurrencyPerKey: 100 }), [])
  })

  it('take the oldest rows of each key, up to its limit', async (context) => {
    const jobs = await openJobs(context, test.db)
    for (const key of ['b', 'c', 'a'])
      await jobs.insert(...[3, 1, 2].map((place) => ({ key, payload: String(place), dueAt: at(jobs, place - 100) })))
    assert.deepEqual(await claimed(jobs, {}, { concurrencyPerKey: 2 }), ['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
  })

  it('use the order of the work for rows with the same due time', async (context) => {
    const jobs = await openJobs(context, test.db)
    const dueAt = at(jobs, -100)
    await jobs.insert(...[1, 2, 3, 4].map((place) => ({ payload: String(place), dueAt })))
    await sql`update ${sql.table(jobs.table)} set attempts = 1 where payload < '3'`.execute(test.db)
    const byId = { concurrencyPerKey: 2, order: sql`w.due_at, w.id` }
    assert.deepEqual(await claimed(jobs, {}, byId), ['a1', 'a2'])
  })

  it('return the shared data of each key', async (context) => {
    const jobs = await openJobs(context, test.db)
    for (const key of ['b', 'a', 'c']) await jobs.insert({ key }, { key })
    const claims = await claim(
      test.db,
      jobs.work({ run, concurrencyPerKey: 2, ofKey: sql`upper(nullif("workTurn", 'b'))` }),
      request(jobs),
    )
    assert.deepEqual(
      claims.map(({ key, row }) => [key, (row as { ofKey?: unknown }).ofKey]),
      [
        ['a', 'A'],
        ['a', 'A'],
        ['b', null],
        ['b', null],
        ['c', 'C'],
        ['c', 'C'],
      ],
    )
  })

  it('respect the running rows of each key', async (context) => {
    const jobs = await openJobs(context, test.db)
    for (const key of ['a', 'b', 'c', 'd'])
      await jobs.insert(...[1, 2, 3].map((place) => ({ key, payload: String(place), dueAt: at(jobs, place - 100) })))
    const running = new Map([
      ['a', 1],
      ['b', 2],
      ['c', 7],
    ])
    assert.deepEqual(await claimed(jobs, { running }, { concurrencyPerKey: 2 }), ['a1', 'd1', 'd2'])
  })

  it('stop at the limit within a key and lock no other rows', async (context) => {
    const jobs = await openJobs(context, test.db)
    for (const key of ['a', 'b', 'c'])
      await jobs.insert(...[1, 2, 3].map((place) => ({ key, payload: String(place), dueAt: at(jobs, place - 100) })))
    assert.deepEqual(await claimed(jobs, { limit: 4 }, { concurrencyPerKey: 3 }), ['a1', 'a2', 'a3', 'b1'])
    assert.deepEqual(await claimed(jobs, { limit: 4 }, { concurrencyPerKey: 3 }), ['b2', 'b3', 'c1', 'c2'])
  })

  it('start after a given key', async (context) => {
    const jobs = await openJobs(context, test.db)
    for (const key of ['a', 'b', 'c', 'd']) await jobs.insert({ key }, { key })
    const one = { concurrencyPerKey: 1 }
    assert.deepEqual(await claimed(jobs, { after: 'b', limit: 1 }, one), ['c'])
    assert.deepEqual(await claimed(jobs, { after: 'c' }, one), ['d'])
    assert.deepEqual(await claimed(jobs, { after: 'd' }, one), [])
    assert.deepEqual(await claimed(jobs, { after: null }, one), ['a', 'b', 'c', 'd'])
    assert.deepEqual(await claimed(jobs, { after: 'a' }, one), ['b'])
  })

  it('do not look at the keys of later rows', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert(
      ...Array.from({ length: 200 }, (_, index) => ({ key: `b${index}`, dueAt: at(jobs, 60) })),
      { key: 'a' },
      { key: 'c' },
    )
    await sql`drop sequence if exists looked_at; create sequence looked_at`.execute(test.db)
    assert.deepEqual(await claimed(jobs, {}, { only: sql`nextval('looked_at') > 0` }), ['a', 'c'])
    const { rows } = await sql<{ count: number }>`select last_value as count from looked_at`.execute(test.db)
    assert.ok(Number(rows[0]?.count) < 10, `${rows[0]?.count} rows`)
  })

  it('take turns between keys when more rows are due than a claim looks at', async (context) => {
    const jobs = await openJobs(context, test.db)
    const many = Array.from({ length: 600 }, (_, index) => ({ key: 'b', dueAt: at(jobs, index - 1_000) }))
    await jobs.insert(
      ...many,
      { key: 'a', dueAt: at(jobs, 60) },
      ...['c', 'd'].map((key) => ({ key, dueAt: at(jobs, -1) })),
      { key: 'e', dueAt: at(jobs, 60) },
    )
    const one = { concurrencyPerKey: 1 }
    assert.deepEqual(await claimed(jobs, {}, one), ['b', 'c', 'd'])
    assert.deepEqual(await claimed(jobs, { after: 'b', limit: 1 }, one), [])
    assert.deepEqual(await claimed(jobs, { after: 'a' }, one), ['b'])
    assert.deepEqual(await claimed(jobs, { running: new Map([['b', 1]]) }, one), [])
  })

  it('sort numeric keys as numbers', async (context) => {
    const jobs = await openJobs(context, test.db, 'bigint')
    for (const key of ['10', '9', '100', '2']) await jobs.insert({ key }, { key })
    const one = { concurrencyPerKey: 1 }
    assert.deepEqual(await claimed(jobs, { running: new Map([['9', 1]]) }, one), ['2', '10', '100'])
    assert.deepEqual(await claimed(jobs, { after: '9' }, one), ['10', '100'])
  })

  it('skip rows locked by another connection without waiting', {
    skip: engine === 'embedded' && 'it has one connection',
  }, async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({ payload: '1' }, { payload: '2' }, { payload: '3' })
    const other = openUrl(test.url ?? '')
    context.after(() => other.close())
    const locked = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<void>()
    const locking = other.transaction(async (tx) => {
      await sql`select 1 from ${sql.table(jobs.table)} where payload = '2' for update`.execute(tx)
      locked.resolve()
      await finished.promise
    })
    await locked.promise
    assert.deepEqual((await claimed(jobs, {}, { concurrencyPerKey: 2 })).sort(), ['a1', 'a3'])
    finished.resolve()
    await locking
    assert.deepEqual(await claimed(jobs), ['a2'])
  })

  it('find the next due time', async (context) => {
    const jobs = await openJobs(context, test.db)
    const now = jobs.clock.now()
    const soon = at(jobs, 5)
    const work = jobs.work({ run })
    assert.equal(await findNextDue(test.db, work, now), null)
    await jobs.insert(
      { dueAt: null },
      { dueAt: at(jobs, -5) },
      { dueAt: at(jobs, 9) },
      { dueAt: soon },
      { dueAt: at(jobs, 3), key: 'other' },
    )
    assert.deepEqual(await findNextDue(test.db, { ...work, only: sql`w.key = 'a'` }, now), soon)
    assert.equal(await findNextDue(test.db, work, at(jobs, 10)), null)
  })

  it('are renewed and released only by their current owner', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({ payload: 'mine' }, { payload: 'stolen' }, { payload: 'claimed again' })
    const work = jobs.work({ run })
    const mine = await claim(test.db, work, request(jobs))
    assert.equal(mine.length, 3)
    const table = sql.table(jobs.table)
    await sql`update ${table} set lease_owner = 'thief' where payload = 'stolen'`.execute(test.db)
    await sql`update ${table} set lease_owner = 'me again' where payload = 'claimed again'`.execute(test.db)
    const before = await jobs.list()

    assert.deepEqual(
      [...(await renew(test.db, work, mine, 300))].map(({ row }) => row.payload),
      ['mine'],
    )
    const items = mine.map((one) => ({ claim: one, due: null, failed: true }))
    assert.deepEqual([...(await release(test.db, work, items))], [before[0]?.id])
    assert.deepEqual(await jobs.list(), before.slice(1))

    const later = mine.map((one) => ({ claim: one, due: jobs.clock.now(), failed: false }))
    assert.deepEqual([...(await release(test.db, work, later))], [])
    assert.deepEqual(await jobs.list(), before.slice(1))
  })

  it('are released in a batch: deleted, kept, retried or not counted', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({ payload: 'deleted' }, { payload: 'kept' }, { payload: 'failed' }, { payload: 'again' })
    const work = jobs.work({ run })
    const claims = await claim(test.db, work, request(jobs))
    const due = at(jobs, 60)
    const ends = {
      deleted: { due: null, failed: true },
      kept: { due: null, failed: true, finished: 'keep' as const },
      failed: { due, failed: true },
      again: { due, failed: false },
    }
    const items = claims.map((one) => ({ claim: one, ...ends[one.row.payload as keyof typeof ends] }))
    assert.equal((await release(test.db, work, items)).size, 4)
    const left = (await jobs.list()).map(({ payload, dueAt, leaseUntil, owner, attempts }) => ({
      payload,
      dueAt,
      leaseUntil,
      owner,
      attempts,
    }))
    assert.deepEqual(left, [
      { payload: 'kept', dueAt: null, leaseUntil: null, owner: null, attempts: 1 },
      { payload: 'failed', dueAt: due, leaseUntil: null, owner: null, attempts: 1 },
      { payload: 'again', dueAt: due, leaseUntil: null, owner: null, attempts: 0 },
    ])
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { startOf } from '../../values/place.ts'
import { addRequests, countRejected, deleteOldest, listRequests, type NewRequest, type RequestFilter } from './store.ts'

const hourMs = 3_600_000
const noon = new Date('2030-06-15T12:00:00Z')
const later = (hours: number) => new Date(noon.getTime() + hours * hourMs)

const rejected = (accountId: number, path: string, at = noon, change: Partial<NewRequest> = {}): NewRequest => ({
  accountId,
  requestId: 'r',
  kind: `${change.credentialId} ${path}`,
  isCounted: true,
  credentialId: 7,
  address: null,
  method: 'GET',
  path,
  route: path,
  query: null,
  status: 404,
  code: 404,
  message: 'Not Found',
  hint: null,
  durationMs: 1,
  userAgent: null,
  contentType: null,
  idempotencyKey: null,
  body: null,
  answer: null,
  count: 1,
  firstAt: at,
  lastAt: at,
  ...change,
})

onBothEngines('rejected requests', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const list = async (accountId: number, filter: Partial<RequestFilter> = {}) =>
    (await listRequests(test.db, accountId, { isGrouped: true, ...filter }, startOf(10_000))).items

  it('add up by kind, with the latest hint, and the first and the last time', async () => {
    const { db } = test
    const hint = (left: number) => ({ hint: `${left} can be spent`, count: 2 })
    await addRequests(db, [rejected(1, '/a', later(1), hint(5)), rejected(1, '/b', noon), rejected(2, '/a')])
    await addRequests(db, [rejected(1, '/a', later(3), hint(3))])
    await addRequests(db, [rejected(1, '/a', later(14), { hint: '2 can be spent' })])
    await addRequests(db, [rejected(1, '/a', later(2), { isCounted: false, hint: '4 can be spent' })])
    assert.deepEqual(
      (await list(1)).map(({ path, count, hint, firstAt, at }) => ({ path, count, hint, firstAt, at })),
      [
        { path: '/a', count: 6, hint: '2 can be spent', firstAt: later(1), at: later(14) },
        { path: '/b', count: 1, hint: null, firstAt: noon, at: noon },
      ],
    )
    assert.deepEqual(
      (await list(1, { isGrouped: false })).map(({ path, count }) => [path, count]),
      [
        ['/a', 1],
        ['/a', 4],
        ['/a', 1],
        ['/b', 1],
      ],
    )
    assert.deepEqual(
      (await list(2)).map(({ path, count }) => [path, count]),
      [['/a', 1]],
    )
  })

  it('are found by credential, by number and by visible text', async () => {
    await addRequests(test.db, [
      rejected(3, '/v1/send', noon, { hint: 'sender NOBODY is unknown' }),
      rejected(3, '/v1/verify', noon, { credentialId: 8, code: 111, body: '{"to":"0712 345 678"}' }),
    ])
    const paths = async (filter: Partial<RequestFilter>) => (await list(3, filter)).map(({ path }) => path)
    assert.deepEqual(await paths({ credentialId: 8 }), ['/v1/verify'])
    assert.deepEqual(await paths({ phone: '255712345678' }), ['/v1/verify'])
    assert.deepEqual(await paths({ search: 'nobody' }), ['/v1/send'])
    assert.deepEqual(await paths({ search: '111' }), ['/v1/verify'])
    assert.deepEqual(await paths({ search: 'v1/s' }), ['/v1/send'])
    assert.deepEqual(await paths({ search: '%' }), [])
  })

  it('are counted for each day', async () => {
    const { db } = test
    await addRequests(db, [rejected(4, '/a', noon, { count: 10 }), rejected(4, '/b', noon, { count: 5 })])
    assert.equal(await countRejected(db, 4, later(1)), 15)
    await addRequests(db, [rejected(4, '/a', later(11), { isCounted: false })])
    assert.equal(await countRejected(db, 4, later(11)), 16)
    assert.equal(await countRejected(db, 4, later(13)), 0)
    await addRequests(db, [rejected(4, '/a', later(13), { count: 2 })])
    assert.equal(await countRejected(db, 4, later(13)), 2)
    assert.equal((await list(4))[0]?.count, 13)
  })

  it('are limited apart from accepted requests, and those of many kinds apart from those of one', async () => {
    const { db } = test
    const many = (count: number, kind: RawBuilder<unknown>, countedOn = sql`null::date`) =>
      sql`
        insert into request_log (account_id, request_id, kind, counted_on, code, method, path, route, status, duration_ms, first_at, at)
        select 5, '', ${kind}, ${countedOn}, case when ${kind} is null then null else 1 end, 'GET', '/', '/', 400, 1, ${noon}, ${noon}
          from generate_series(1, ${count}) as n
      `.execute(db)
    await addRequests(db, [rejected(6, '/of-another')])
    await many(1_100, sql`n::text`, sql`'2030-06-15'::date`)
    await many(5_100, sql`'one'`)
    await many(5_100, sql`null::text`)
    await deleteOldest(db, [5])
    const kinds = await list(5)
    assert.equal(kinds.length, 1_001)
    assert.equal(kinds.find(({ count }) => count > 1)?.count, 5_000)
    assert.equal((await list(5, { isGrouped: false, outcome: 'accepted' })).length, 5_000)
    assert.equal((await list(6)).length, 1)
  })

  it('add up across processes', async () => {
    const kinds = Array.from({ length: 50 }, (_, number) => `/${number}`)
    await Promise.all(
      [1, 2, 3, 4].map((process) =>
        addRequests(
          test.db,
          (process % 2 === 0 ? kinds : kinds.toReversed()).map((path) => rejected(9, path, later(process))),
        ),
      ),
    )
    const found = await list(9)
    assert.deepEqual([found.length, new Set(found.map(({ count }) => count))], [50, new Set([4])])
  })
})

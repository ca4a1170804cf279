import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { addRefusals, type CountedRefusal, countRefused, listRefusals } from './store.ts'

const hourMs = 3_600_000
const noon = new Date('2030-06-15T12:00:00Z')
const later = (hours: number) => new Date(noon.getTime() + hours * hourMs)

const refused = (accountId: number, path: string, at = noon, change: Partial<CountedRefusal> = {}): CountedRefusal => ({
  accountId,
  credentialId: 7,
  smppCredentialId: null,
  method: 'GET',
  path,
  status: 404,
  code: 404,
  message: 'Not Found',
  reason: 'Not Found',
  hint: null,
  count: 1,
  firstAt: at,
  lastAt: at,
  ...change,
})

onBothEngines('refused requests', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const list = async (accountId: number, filter: { credentialId?: number; search?: string } = {}) =>
    (await listRefusals(test.db, accountId, { credentialId: null, search: null, ...filter }, { page: 1, limit: 1_000 }))
      .items

  it('add up by kind, with the latest hint, and the first and the last time', async () => {
    const hint = (left: number) => ({ hint: `${left} can be spent`, count: 2 })
    await addRefusals(test.db, [refused(1, '/a', later(1), hint(5)), refused(1, '/b', noon), refused(2, '/a')])
    await addRefusals(test.db, [refused(1, '/a', later(3), hint(3))])
    await addRefusals(test.db, [refused(1, '/a', later(2), { count: 1, hint: '4 can be spent' })])
    assert.deepEqual(
      (await list(1)).map(({ path, count, firstAt, lastAt }) => ({ path, count, firstAt, lastAt })),
      [
        { path: '/a', count: 5, firstAt: later(1), lastAt: later(3) },
        { path: '/b', count: 1, firstAt: noon, lastAt: noon },
      ],
    )
    assert.deepEqual(
      (await list(2)).map(({ path, count }) => [path, count]),
      [['/a', 1]],
    )
  })

  it('are found by credential and by visible text', async () => {
    await addRefusals(test.db, [
      refused(3, '/v1/send', noon, { hint: 'sender NOBODY is unknown' }),
      refused(3, '/v1/verify', noon, { credentialId: 8, code: 111 }),
    ])
    const paths = async (filter: { credentialId?: number; search?: string }) =>
      (await list(3, filter)).map(({ path }) => path)
    assert.deepEqual(await paths({ credentialId: 8 }), ['/v1/verify'])
    assert.deepEqual(await paths({ search: 'nobody' }), ['/v1/send'])
    assert.deepEqual(await paths({ search: '111' }), ['/v1/verify'])
    assert.deepEqual(await paths({ search: 'v1/s' }), ['/v1/send'])
    assert.deepEqual(await paths({ search: '%' }), [])
  })

  it('are counted for each day', async () => {
    await addRefusals(test.db, [refused(4, '/a', noon, { count: 10 }), refused(4, '/b', noon, { count: 5 })])
    assert.equal(await countRefused(test.db, 4, later(1)), 15)
    await addRefusals(test.db, [refused(4, '/a', later(11), { count: 1 })])
    assert.equal(await countRefused(test.db, 4, later(11)), 16)
    assert.equal(await countRefused(test.db, 4, later(13)), 0)
    await addRefusals(test.db, [refused(4, '/a', later(13), { count: 2 })])
    assert.equal(await countRefused(test.db, 4, later(13)), 2)
    assert.equal((await list(4))[0]?.count, 13)
  })

  it('are limited to the newest five hundred kinds of an account, and deleted when they are old', async () => {
    await addRefusals(test.db, [refused(6, '/of-another')])
    for (let round = 0; round < 7; round += 1) {
      const kinds = Array.from({ length: 100 }, (_, number) => refused(5, `/${round}/${number}`, later(round)))
      await addRefusals(test.db, [...kinds, refused(5, '/always', later(round))])
    }
    const rows = await list(5)
    assert.equal(rows.length, 500)
    assert.equal(rows.find(({ path }) => path === '/always')?.count, 7)
    assert.equal(
      rows.some(({ path }) => path.startsWith('/0/') || path.startsWith('/1/')),
      false,
    )
    assert.equal((await list(6)).length, 1)
  })

  it('add up across processes', async () => {
    const kinds = Array.from({ length: 50 }, (_, number) => `/${number}`)
    await Promise.all(
      [1, 2, 3, 4].map((process) =>
        addRefusals(
          test.db,
          (process % 2 === 0 ? kinds : kinds.toReversed()).map((path) => refused(9, path, later(process))),
        ),
      ),
    )
    const { rows } = await sql<{ kinds: number; count: number }>`
      select count(*) as kinds, sum(count)::bigint as count from refusals where account_id = 9
    `.execute(test.db)
    assert.deepEqual(rows, [{ kinds: 50, count: 200 }])
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import type { PersonQuery } from '../table-data/index.ts'
import { data } from './data.ts'

const phone = '255712600001'

const sources = data.flatMap(({ person }) => person ?? [])

onBothEngines('consent data of a number', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
    const { db } = database
    for (const id of [11, 12]) {
      await sql`insert into accounts (id, name, created_at) values (${id}, 'An account', now())`.execute(db)
      for (const number of [phone, '255712600002']) {
        await sql`insert into sms_optouts (account_id, phone, source, created_at) values (${id}, ${number}, 'stop', '2026-01-01T00:00Z')`.execute(
          db,
        )
        for (const given of [true, false])
          await sql`
            insert into consents (account_id, phone, given, source, at, text, recorded_at)
            values (${id}, ${number}, ${given}, 'form', '2026-01-01T00:00Z', 'Yes', '2026-01-02T00:00Z')
          `.execute(db)
      }
    }
    await sql`
      insert into do_not_disturb (phone, source, note, created_at)
      values (${phone}, 'person', 'by letter', '2026-01-01T00:00Z'), ('255712600002', 'import', '', '2026-01-01T00:00Z')
    `.execute(db)
  })
  after(() => database.drop())

  const listAll = async (query: PersonQuery) =>
    Promise.all(
      sources.map(async ({ list, columns }) => {
        const first = await list(database.db, query, null, 1)
        const rest = first[0] ? await list(database.db, query, first[0].id, 10) : []
        for (const record of [...first, ...rest]) assert.deepEqual(Object.keys(record), columns)
        return [...first, ...rest]
      }),
    )
  const erase = (query: PersonQuery) =>
    Promise.all(
      sources.map(async (source) => {
        let erased = 0
        for (let count = -1; count !== 0; erased += count)
          count = await database.db.transaction(async (tx) => (await source.erase?.(tx, query, 1)) ?? 0)
        return erased
      }),
    )
  const countsOf = async (query: PersonQuery) => (await listAll(query)).map((records) => records.length)

  it('are listed for one account or for all', async () => {
    const [optOuts, consents, listed] = await listAll({ accountId: null, phone })
    assert.deepEqual(optOuts?.[0], {
      id: '11',
      accountId: 11,
      phone,
      source: 'stop',
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    assert.deepEqual(
      [optOuts, consents, listed].map((records) => records?.length),
      [2, 4, 1],
    )
    assert.equal(consents?.[0]?.status, 'given')
    assert.deepEqual(await countsOf({ accountId: 11, phone }), [1, 2, 0])
  })

  it('are erased in one account, and then in all', async () => {
    assert.deepEqual(await erase({ accountId: 11, phone }), [1, 2, 0])
    assert.deepEqual(await countsOf({ accountId: null, phone }), [1, 2, 1])
    assert.deepEqual(await erase({ accountId: null, phone }), [1, 2, 1])
    assert.deepEqual(await countsOf({ accountId: null, phone }), [0, 0, 0])
    assert.deepEqual(await countsOf({ accountId: null, phone: '255712600002' }), [2, 4, 1])
  })
})

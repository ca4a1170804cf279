import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import type { Direction } from '../../values/page.ts'
import { startOf } from '../../values/place.ts'
import { columnsOf } from './columns.ts'
import { selectLongPage, selectPage } from './page.ts'

onOneEngine('selectPage', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
    await sql`create table listed as select generate_series(1, 7)::int as id`.execute(database.db)
    await sql`create sequence asked`.execute(database.db)
  })
  after(() => database.drop())

  const read = async (
    page: number,
    limit: number,
    { direction = 'desc' as Direction, ...known }: { direction?: Direction; total?: RawBuilder<unknown> } = {},
  ) => {
    const list = {
      columns: columnsOf({}, { id: sql<number>`id` }),
      from: sql`listed`,
      order: [[sql`id`, direction]] as const,
      ...known,
    }
    const { items, total } = await selectPage(database.db, { page, limit }, list)
    return [items.map(({ id }) => id), total]
  }

  /** The real total, except on the first call. */
  const firstSaid = async (count: number) => {
    await sql`alter sequence asked restart`.execute(database.db)
    return sql`(select case nextval('asked') when 1 then ${count}::bigint else (select count(*) from listed) end)`
  }

  it('returns ordered rows and the total, from the start and from the end', async () => {
    assert.deepEqual(await read(1, 3), [[7, 6, 5], 7])
    assert.deepEqual(await read(2, 3), [[4, 3, 2], 7])
    assert.deepEqual(await read(3, 3), [[1], 7])
    assert.deepEqual(await read(4, 3), [[], 7])
    assert.deepEqual(await read(1, 100), [[7, 6, 5, 4, 3, 2, 1], 7])
  })

  it('includes rows inserted after the count without dropping others', async () => {
    assert.deepEqual(await read(1, 100, { total: await firstSaid(5) }), [[7, 6, 5, 4, 3, 2, 1], 7])
    assert.deepEqual(await read(1, 5, { total: await firstSaid(5) }), [[7, 6, 5, 4, 3], 5])
  })

  it('returns the right page from the end when the list grew or shrank after the count', async () => {
    const ascending = async (page: number, limit: number, counted: number) =>
      read(page, limit, { direction: 'asc', total: await firstSaid(counted) })
    assert.deepEqual(await ascending(2, 2, 4), [[3, 4], 4])
    assert.deepEqual(await ascending(2, 3, 4), [[4, 5, 6], 6])
    assert.deepEqual(await ascending(3, 3, 9), [[7], 9])
    assert.deepEqual(await ascending(3, 4, 12), [[], 12])
    assert.deepEqual(await read(2, 2, { total: await firstSaid(4) }), [[5, 4], 4])
  })

  it('counts a long list up to a limit', async () => {
    const long = async (countedMax: number) => {
      const list = { columns: columnsOf({}, { id: sql<number>`id` }), from: sql`listed where true` }
      const { items, total, hasMore } = await selectLongPage(database.db, startOf(3), {
        ...list,
        order: [[sql`id`, 'desc']],
        countedMax,
      })
      return [items.map(({ id }) => id), total, hasMore]
    }
    assert.deepEqual(await long(7), [[7, 6, 5], 7, false])
    assert.deepEqual(await long(6), [[7, 6, 5], 7, true])
    assert.deepEqual(await long(3), [[7, 6, 5], 4, true])
  })

  it('reads no more rows of a long list than it counts', async () => {
    await sql`alter sequence asked restart`.execute(database.db)
    const from = sql`listed where nextval('asked') > 0`
    await selectLongPage(database.db, startOf(1), {
      columns: columnsOf({}, { id: sql<number>`id` }),
      from,
      order: [[sql`id`, 'desc']],
      countedMax: 2,
    })
    const { rows } = await sql<{ count: number }>`select last_value as count from asked`.execute(database.db)
    // Three rows are counted; the table has no index, so the page itself reads all seven.
    assert.equal(Number(rows[0]?.count), 3 + 7)
  })

  it('refuses a page of more than 16 MB, and names a limit that fits', async () => {
    const columns = columnsOf({}, { id: sql<number>`id`, text: sql<string>`repeat('x', 100000)` })
    const from = sql`generate_series(1, 300) as long(id) where true`
    const list = { columns, from, order: [[sql`id`, 'asc']] as const, countedMax: 100 }
    for (const ask of [
      (limit: number) => selectPage(database.db, { page: 1, limit }, list),
      (limit: number) => selectPage(database.db, startOf(limit), list),
      (limit: number) => selectLongPage(database.db, startOf(limit), list),
    ]) {
      const hint = 'limit is at most 167 for these items, because they are large'
      await assert.rejects(ask(1_000), { status: 400, hint })
      assert.equal((await ask(160)).items.length, 160)
    }
  })
})

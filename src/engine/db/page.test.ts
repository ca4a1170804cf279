import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { selectPage } from './page.ts'

onOneEngine('a page of a list', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
    await sql`create table listed as select generate_series(1, 7)::int as id`.execute(database.db)
  })
  after(() => database.drop())

  const read = async (page: number, limit: number, total?: number) => {
    const list = { columns: sql`id`, from: sql`listed`, order: [[sql`id`, 'desc']] as const, ...(total === undefined ? {} : { total }) }
    const { items, total: all } = await selectPage<{ id: number }>(database.db, { page, limit }, list)
    return [items.map(({ id }) => id), all]
  }

  it('is in order, from wherever it was read, and says how many there are', async () => {
    assert.deepEqual(await read(1, 3), [[7, 6, 5], 7])
    assert.deepEqual(await read(2, 3), [[4, 3, 2], 7])
    assert.deepEqual(await read(3, 3), [[1], 7])
    assert.deepEqual(await read(4, 3), [[], 7])
    assert.deepEqual(await read(1, 100), [[7, 6, 5, 4, 3, 2, 1], 7])
  })

  it('has what came since they were counted where there is room for it, and pushes nothing out', async () => {
    assert.deepEqual(await read(1, 100, 5), [[7, 6, 5, 4, 3, 2, 1], 7])
    assert.deepEqual(await read(1, 5, 5), [[7, 6, 5, 4, 3], 5])
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { cursorAfter } from '../../../test/cursors.ts'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { readPlace } from '../../values/place.ts'
import { columnsOf } from './columns.ts'
import { type Ordering, selectLongPage, selectPage } from './page.ts'

const id = sql<number>`id`
const orders: Readonly<Record<string, readonly Ordering[]>> = {
  'the id': [[id, 'desc']],
  'a time, newest first': [
    [sql`at`, 'desc'],
    [id, 'desc'],
  ],
  'a name': [
    [sql`lower(name collate "C")`, 'asc', 'long'],
    [id, 'asc'],
  ],
  'a rank that may be missing, at the end': [
    [sql`rank`, 'asc', 'nullable'],
    [sql`name`, 'desc'],
    [id, 'asc'],
  ],
  'a rank that may be missing, at the start': [
    [sql`at`, 'asc'],
    [sql`rank`, 'desc', 'nullable'],
    [id, 'desc'],
  ],
}

const row = fc.record({
  name: fc.constantFrom('Asha', 'asha', 'Duka', `${'é'.repeat(120)}a`, `${'é'.repeat(120)}b`, '"x", \\'),
  rank: fc.option(fc.integer({ min: 1, max: 3 })),
  micros: fc.integer({ min: 0, max: 4 }),
})
const step = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  added: fc.array(row, { maxLength: 3 }),
  removed: fc.array(fc.nat(30), { maxLength: 2 }),
})

onBothEngines('a list with a cursor', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`create table rows (id bigint generated always as identity, name text not null, rank int, at timestamptz not null)`.execute(
      test.db,
    )
  })
  after(() => test.drop())

  const list = (order: readonly Ordering[]) => ({ columns: columnsOf({}, { id }), from: sql`rows where true`, order })

  const add = (rows: readonly { name: string; rank: number | null; micros: number }[]) =>
    sql`
      insert into rows (name, rank, at)
      select name, rank, timestamptz '2030-01-01' + micros * interval '1 microsecond'
        from json_to_recordset(${JSON.stringify(rows)}::json) as v(name text, rank int, micros int)
    `.execute(test.db)

  const idsOf = async () => (await sql<{ id: number }>`select id from rows`.execute(test.db)).rows.map((one) => one.id)

  for (const [name, order] of Object.entries(orders))
    it(`sorted by ${name} shows every row that stays exactly once, while others come and go`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 5, maxLength: 20 }),
          fc.infiniteStream(step),
          async (rows, steps) => {
            await sql`truncate rows`.execute(test.db)
            await add(rows)
            const staying = new Set(await idsOf())
            const seen: number[] = []
            let cursor: string | undefined
            for (const { limit, added, removed } of steps) {
              const page = await selectPage(test.db, readPlace({ q: 'x', limit: String(limit), cursor }), list(order))
              assert.ok(page.items.length === limit || page.next === null)
              seen.push(...page.items.map((one) => one.id))
              if (page.next === null) break
              cursor = page.next
              // The list would have no end if it always grew.
              if (seen.length < 100) await add(added)
              const now = await idsOf()
              for (const at of removed) {
                const gone = now[at]
                if (gone === undefined) continue
                staying.delete(gone)
                await sql`delete from rows where id = ${gone}`.execute(test.db)
              }
            }
            assert.equal(new Set(seen).size, seen.length, 'no row is repeated')
            assert.deepEqual(
              [...staying].filter((one) => !seen.includes(one)),
              [],
              'no row is missing',
            )
          },
        ),
        { seed: 45, numRuns: 6 },
      )
    })

  it('rejects a cursor of another search or order, and values of another type', async () => {
    await sql`truncate rows`.execute(test.db)
    await add([...'abc'].map((name) => ({ name, rank: null, micros: 0 })))
    const byTime = list(orders['a time, newest first'] ?? [])
    const { next } = await selectPage(test.db, readPlace({ limit: '1', q: 'x' }), byTime)
    const cursor = next ?? ''
    assert.equal((await selectPage(test.db, readPlace({ cursor, q: 'x', sortBy: '' }), byTime)).items.length, 2)
    for (const query of [
      { cursor },
      { cursor, q: 'y' },
      { cursor, q: 'x', sortBy: 'id' },
      { cursor: 'x' },
      { cursor: ['a'] },
    ])
      assert.throws(() => readPlace(query), { status: 400, message: 'Invalid Parameter: cursor' })
    for (const key of [
      [],
      ['1'],
      ['x', '1'],
      ['2030-01-01', 'x'],
      ['2030-01-01', '9'.repeat(30)],
      ['2030-01-01', '1', '2'],
    ])
      for (const select of [selectPage, selectLongPage])
        await assert.rejects(
          async () => select(test.db, readPlace({ cursor: cursorAfter({}, ...key) }), byTime),
          { status: 400, message: 'Invalid Parameter: cursor' },
          key.join(),
        )
    assert.throws(() => readPlace({ cursor: 'A'.repeat(2_001) }), { status: 400 })
  })
})

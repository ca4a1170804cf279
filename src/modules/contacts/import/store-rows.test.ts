import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../../test/world.ts'
import { startOf } from '../../../values/place.ts'
import type { Import } from './store.ts'
import { listReportRows } from './store-rows.ts'

const [accountId, importId, rowsTotal] = [1, 7, 20_000]

onBothEngines('listReportRows with an outcome', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(() => database.drop())

  it('uses the partial index on every page', async () => {
    const { db } = database
    await sql`insert into accounts (id, name, created_at) overriding system value values (${accountId}, 'Shop', now())`.execute(
      db,
    )
    await sql`
      insert into contact_imports (id, account_id, book_id, file_name, status, columns, bytes, rows_total, rows_done, added, updated, invalid, created_at)
      overriding system value
      values (${importId}, ${accountId}, 1, 'people.csv', 'done', '{}', 0, ${rowsTotal}, ${rowsTotal}, ${rowsTotal - 40}, 20, 20, now())
    `.execute(db)
    await sql`
      insert into contact_import_rows (import_id, account_id, row, outcome, phone)
      select ${importId}, ${accountId}, row, case when row % 1000 = 0 then 'invalid' when row % 1000 = 1 then 'updated' else 'added' end, row
        from generate_series(1, ${rowsTotal}::integer) as row
    `.execute(db)
    await sql`analyze contact_import_rows`.execute(db)
    const report = { id: importId, rowsDone: rowsTotal } as Import
    const scans = async () => {
      const { rows } = await sql<{
        scans: number
      }>`select idx_scan as scans from pg_stat_user_indexes where indexrelname = 'contact_import_rows_outcome'`.execute(
        db,
      )
      return rows[0]?.scans ?? -1
    }
    const before = await scans()
    for (const outcome of ['invalid', 'updated'] as const) {
      const { items } = await db.transaction(async (tx) => {
        await sql`select pg_stat_force_next_flush()`.execute(tx)
        return listReportRows(tx, accountId, report, outcome, {
          ...startOf(10),
          after: [outcome === 'invalid' ? '10000' : '9001'],
        })
      })
      assert.deepEqual(
        items.map(({ row }) => row),
        Array.from(
          { length: 10 },
          (_, i) => (i + 10 + (outcome === 'invalid' ? 1 : 0)) * 1_000 + (outcome === 'invalid' ? 0 : 1),
        ),
      )
    }
    assert.equal(await scans(), before + 2)
  })
})

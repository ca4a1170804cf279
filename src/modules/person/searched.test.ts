import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { columnsNotSearched, listSearched, tablesNotSearched } from './searched.ts'

onBothEngines('searched columns', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('are all text and JSON columns except the listed ones', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.table_name || '.' || c.column_name as column
        from information_schema.columns c
        join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
       where c.table_schema = 'public'
         and t.relkind in ('r', 'p')
         and not t.relispartition
         and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.udt_name = '_text')
    `.execute(test.db)
    const isListed = (column: string) =>
      columnsNotSearched.includes(column) || tablesNotSearched.includes(column.split('.')[0] ?? '')
    const searched = (await listSearched(test.db)).flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    )
    assert.deepEqual(
      searched.toSorted(),
      rows
        .map(({ column }) => column)
        .filter((column) => !isListed(column))
        .toSorted(),
    )
    // A renamed column must be renamed in the list too.
    const existing = rows.map(({ column }) => column)
    assert.deepEqual(
      columnsNotSearched.filter((column) => !existing.includes(column)),
      [],
    )
  })

  it('belong to an account, or to the installation only', async () => {
    const without = (await listSearched(test.db)).filter(({ account }) => account === null).map(({ name }) => name)
    assert.deepEqual(without, [
      'archive_late',
      'credit_transfers',
      'do_not_disturb',
      'inbound_gatherings',
      'inbound_parts',
      'retention_progress',
      'routing_carriers',
      'routing_connections',
      'routing_health',
      'routing_holders',
      'routing_outcomes',
      'setup_marks',
      'sms_queue_hours',
      'sms_receipts',
    ])
  })
})

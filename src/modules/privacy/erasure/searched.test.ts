import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../../test/world.ts'
import { modules } from '../../../app/modules.ts'
import { collect } from '../../../module.ts'
import { listSearched } from './searched.ts'

const data = collect(modules, 'data')

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
    const excluded = data.flatMap(({ table, unsearched }) =>
      unsearched === 'all' ? [] : unsearched.map((column) => `${table}.${column}`),
    )
    const excludedTables = [
      'ngoma_migrations',
      ...data.filter((one) => one.unsearched === 'all').map(({ table }) => table),
    ]
    const isListed = (column: string) =>
      excluded.includes(column) || excludedTables.includes(column.split('.')[0] ?? '')
    const searched = (await listSearched(test.db, data)).flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    )
    assert.deepEqual(
      searched.toSorted(),
      rows
        .map(({ column }) => column)
        .filter((column) => !isListed(column))
        .toSorted(),
    )
    // Only columns that would be searched.
    const existing = rows.map(({ column }) => column)
    assert.deepEqual(
      excluded.filter((column) => !existing.includes(column)),
      [],
    )
  })

  it('belong to an account, or to the installation only', async () => {
    const without = (await listSearched(test.db, data))
      .filter(({ account }) => account === null)
      .map(({ name }) => name)
    assert.deepEqual(without, [
      'archive_late',
      'credit_transfers',
      'do_not_disturb',
      'inbound_gatherings',
      'inbound_parts',
      'retention_progress',
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

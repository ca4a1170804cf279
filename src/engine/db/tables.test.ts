import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { javaScriptTypeOf, listSchemaColumns, printTables, readPrinted } from '../../../tools/tables/generate.ts'

/** A value of every column type. */
const samples: Readonly<Record<string, string>> = {
  bigint: '7',
  'bigint[]': '{7,8}',
  integer: '7',
  'integer[]': '{7,8}',
  smallint: '7',
  'double precision': '0.5',
  numeric: '1.5',
  text: 'text',
  'text[]': '{one,two}',
  uuid: '0190a0a0-0000-7000-8000-000000000000',
  date: '2024-02-29',
  boolean: 'true',
  'timestamp with time zone': '2024-02-29T12:34:56Z',
  bytea: '\\x00ff',
  json: '{"a":1}',
  jsonb: '{"a":1}',
}

function javaScriptTypeOfValue(value: unknown): string {
  if (Array.isArray(value)) return `readonly ${javaScriptTypeOfValue(value[0])}[]`
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (value instanceof Date) return 'Date'
  return typeof value === 'object' ? 'unknown' : typeof value
}

onBothEngines('table types', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(() => database.drop())

  it('match the migrated schema', async () => {
    assert.equal(await printTables(database.db), readPrinted())
  })

  it('match the values that the driver returns for every column type', async () => {
    const types = new Set((await listSchemaColumns(database.db)).map(({ type }) => type.replace(/\(.*\)/, '')))
    assert.deepEqual([...types].sort(), Object.keys(samples).sort())
    for (const type of types) {
      const { rows } = await sql<{ value: unknown }>`select ${samples[type]}::text::${sql.raw(type)} as value`.execute(
        database.db,
      )
      assert.equal(javaScriptTypeOfValue(rows[0]?.value), javaScriptTypeOf(type), type)
    }
  })

  it('are unions when a check constraint lists the values', () => {
    assert.match(readPrinted(), /^ {4}cause: 'errors' \| 'receipts' \| null$/m)
    assert.match(readPrinted(), /^ {4}name: 'sandbox'$/m)
  })
})

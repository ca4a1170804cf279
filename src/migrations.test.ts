import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contentsOf, migratedDatabase } from '../test/backups.ts'
import { onBothEngines } from '../test/world.ts'
import { seededTables } from './migrations.ts'

onBothEngines('seededTables', (engine) => {
  it('lists exactly the tables that have rows in a new database', async (context) => {
    const { db } = await migratedDatabase(context, engine)
    const filled = Object.entries(await contentsOf(db)).filter(([, contents]) => !contents.startsWith('0 rows'))
    assert.deepEqual(
      filled.map(([name]) => name),
      seededTables,
    )
  })
})

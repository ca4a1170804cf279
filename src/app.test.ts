import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bareDatabase } from '../test/backups.ts'
import { openAppOn } from '../test/e2e/apps.ts'
import { onOneEngine } from '../test/world.ts'
import { listTables } from './engine/db/catalog.ts'
import { SecretProblem } from './engine/secrets/index.ts'

onOneEngine('openApp without the required NGOMA_SECRET', (engine) => {
  it('fails before it changes the schema', async (context) => {
    const database = await bareDatabase(context, engine)
    const config = { staging: false, databaseUrl: 'postgres://localhost/ngoma', secret: null }
    await assert.rejects(openAppOn(database, { config }), SecretProblem)
    assert.deepEqual(await database.db.transaction(listTables), [])
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { openCheckingProcess } from '../../../../test/smpp-credentials.ts'
import { onOneEngine, openTestDatabase, openWorld, until } from '../../../../test/world.ts'

onOneEngine('SMPP passwords', (engine) => {
  it('stay valid when the root secret is rotated', async (context) => {
    const database = await openTestDatabase(engine)
    context.after(() => database.drop())
    const world = await openWorld(engine, { database, config: { secret: null } })
    const credentials = '/accounts/1/smpp/credentials'
    const { id, systemId, password } = (await command(world, 'POST', credentials, {})).body
    const { body: rotated } = await command(world, 'POST', `${credentials}/${id}/rotate`, { overlapHours: 1 })
    const sealed = async () =>
      (await sql`select password_hash, old_password_hash from smpp_credentials`.execute(database.db)).rows[0]
    const before = await sealed()
    await command(world, 'POST', '/secret/rotate')
    await until('it is rotated', async () => (await command(world, 'GET', '/secret')).body.rotation.state === 'done')
    await world.close()
    assert.notDeepEqual(await sealed(), before)

    const process = await openCheckingProcess(database.db, () => 0, null)
    context.after(process.close)
    for (const valid of [password, rotated.password]) {
      const found = await process.authenticator.authenticate({ systemId, password: valid, address: '192.0.2.1' })
      assert.equal(typeof found === 'string' ? found : found.id, id)
    }
  })
})

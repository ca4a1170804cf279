import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { schemaErrorsOf } from '../../../test/documented.ts'
import { shareWorld } from '../../../test/shared-world.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, type World } from '../../../test/world.ts'
import { callbackBodies, type EventKind, eventKinds } from '../../contract/callbacks.ts'
import { withFlatArgs } from './bodies.ts'

onOneEngine('test events', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  it('match the contract, with flat args and string ids where enabled', async () => {
    const testOf = async (event: EventKind, change: Record<string, unknown> = {}) => {
      const { id } = await addEndpoint(world, event, `http://127.0.0.1:9/test-${event}`, change)
      await command(world, 'POST', `/accounts/${world.accountId}/webhooks/${id}/test`)
      const { rows } = await sql<{ body: string }>`
        select body from webhook_events where endpoint_id = ${id} order by id
      `.execute(world.db)
      const text = rows[0]?.body ?? ''
      assert.equal(schemaErrorsOf(callbackBodies[event], JSON.parse(text)), null, text)
      return JSON.parse(text)
    }
    for (const event of eventKinds) assert.equal('reference_id' in (await testOf(event)), false)
    const flat = await testOf('airtime', { flatArgs: true })
    assert.deepEqual(flat, withFlatArgs({ code: flat.code, message: flat.message, args: flat.args }))
    assert.equal((await testOf('delivery-report', { stringIds: true })).recipient_id, '1')
  })
})

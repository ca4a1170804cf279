import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onBothEngines, openWorld, until, type World } from '../world.ts'

onBothEngines('POST /v1/send', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('answers with exactly the nine fields and delivers the message', async () => {
    const { status, body } = await world.send()
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['successful', 'request_id', 'code', 'message', 'valid', 'invalid', 'duplicates', 'opted_out', 'total_validated'])
    await until('it is delivered', async () => (await world.statuses(body.request_id)).get('255712345678') === 'DELIVERED')
  })
})

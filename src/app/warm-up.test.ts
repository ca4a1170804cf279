import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onOneEngine, openWorld, type World } from '../../test/world.ts'

onOneEngine('warm-up', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('prepares sessions and the reference once, in steps that leave time for requests', async () => {
    let turns = 0
    const counting = setInterval(() => (turns += 1), 1)
    await world.app.warmUp()
    clearInterval(counting)
    assert.ok(turns >= 6, `the event loop had ${turns} turns`)
    for (const path of ['/console/v1/auth/get-session', '/docs', '/openapi.json'])
      assert.equal((await world.app.http.inject(path)).statusCode, 200, path)
  })

  it('does nothing in a worker', async () => {
    const worker = await openWorld(engine, { role: 'worker' })
    try {
      let turns = 0
      setImmediate(() => (turns += 1))
      await worker.app.warmUp()
      assert.equal(turns, 0)
    } finally {
      await worker.close()
    }
  })
})

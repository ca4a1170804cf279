import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { command } from '../console/people.ts'
import { simulatorOf } from '../e2e/apps.ts'
import { type Answer, onOneEngine, openWorld, until, type World } from '../world.ts'

const limitSeconds = 600
const bulk = {
  recipients: ['255712345601', '255712345602'].map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
}
const passSeconds = (world: World, seconds: number) => world.clock.moveForward(seconds * 1_000)

onOneEngine('POST /v1/send while the queue is old', (engine) => {
  let world: World
  let comesBack: () => void
  before(async () => {
    world = await openWorld(engine, {
      config: { queueAgeSeconds: limitSeconds },
      startAt: new Date('2030-01-01T00:00:10Z'),
    })
    const simulator = simulatorOf(world.app)
    const { ready } = simulator
    simulator.ready = () => false
    comesBack = () => {
      simulator.ready = ready
      world.app.sms.work.wake()
    }
  })
  after(() => world.close())

  function assertRefused({ status, headers, text }: Answer, hint: RegExp): void {
    assert.equal(status, 503)
    assert.equal(text, '{"code":103,"message":"Internal Error"}')
    assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
    assert.match(String(headers['ngoma-hint']), hint)
  }

  it('accepts bulk until the queue is older than the limit', async () => {
    const key = { 'idempotency-key': 'before' }
    assert.equal((await world.send(bulk, key)).status, 200)
    passSeconds(world, limitSeconds - 60)
    assert.equal((await world.send(bulk)).status, 200)
    passSeconds(world, 120)
    assertRefused(await world.send(bulk), /^bulk messages have been waiting for 6[6-9]\d seconds/)
    assert.equal(
      (await world.send(bulk, key)).headers['idempotent-replayed'],
      'true',
      'a request with a known key is replayed',
    )
  })

  it('rejects bulk scheduled for the current minute', async () => {
    const now = world.clock.now().toISOString().slice(0, 16).replace('T', ' ')
    assertRefused(await world.send({ ...bulk, schedule_time: now }), /^bulk/)
  })

  it('rejects bulk that is held for an undo', async () => {
    const body = { from: 'INFO', text: 'Hello', to: ['255712345601', '255712345602'], hold: 10 }
    assert.equal((await command(world, 'POST', '/accounts/1/messages', body)).status, 503)
  })

  it('accepts later schedules and single messages', async () => {
    assert.equal((await world.send({ ...bulk, schedule_time: '2199-12-31 23:59' })).status, 200)
    assert.equal((await world.send()).status, 200)
  })

  it('accepts single messages until the queue is twice as old', async () => {
    passSeconds(world, 2 * limitSeconds - 60)
    assert.equal((await world.send()).status, 200)
    passSeconds(world, 120)
    assertRefused(await world.send(), /^single messages have been waiting for 12[6-9]\d seconds/)
    assert.equal((await world.send({ schedule_time: '2199-12-31 23:59' })).status, 200)
  })

  it('reports errors of the send before the queue age', async () => {
    assert.equal((await world.send({ ...bulk, encoding: 'no' })).body.code, 118)
  })

  it('accepts everything again once the queue has drained', async () => {
    assertRefused(await world.send(bulk), /bulk/)
    comesBack()
    await until('bulk messages are accepted again', async () => (await world.send(bulk)).status === 200)
    await until('single messages are accepted again', async () => (await world.send()).status === 200)
  })
})

onOneEngine('POST /v1/send without a limit on queue age', (engine) => {
  it('accepts everything', async () => {
    const world = await openWorld(engine, { config: { queueAgeSeconds: 0 } })
    simulatorOf(world.app).ready = () => false
    try {
      assert.equal((await world.send(bulk)).status, 200)
      passSeconds(world, 200_000)
      assert.equal((await world.send(bulk)).status, 200)
    } finally {
      await world.close()
    }
  })
})

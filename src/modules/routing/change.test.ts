import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addCentre, addRoute, type Centre, carrierOf, settingsOf } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

onOneEngine('changing a running carrier', (engine) => {
  let world: World
  let centre: Centre
  before(async () => {
    world = await openWorld(engine)
    centre = await addCentre(world, 'changing', { settings: { window: 1, ratePerSecond: 1 } })
    await addRoute(world, 'changing')
  })
  after(async () => {
    await world.close()
    await centre.smsc.close()
  })

  const put = async (change: Readonly<Record<string, unknown>>) => {
    const settings = settingsOf(centre.smsc, change)
    const { status, text } = await command(world, 'PUT', '/providers/changing', {
      product: 'sms',
      kind: 'smpp',
      settings,
      secrets: { password: 'secret' },
    })
    assert.equal(status, 200, text)
  }
  const binds = () => centre.smsc.counts().binds

  it('keeps its bind for a new rate or window, and binds again for other settings', async () => {
    const before = binds()
    await put({ window: 50, ratePerSecond: 0 })
    const recipients = Array.from({ length: 100 }, (_, index) => ({
      recipient_id: index + 1,
      dest_addr: String(255_712_345_000 + index),
    }))
    const { body } = await world.send({ recipients })
    await until('all of them are delivered, which took minutes at the old rate', async () => {
      world.clock.moveForward(10)
      return [...(await world.statuses(body.request_id)).values()].every((status) => status === 'DELIVERED')
    })
    assert.equal(binds(), before)

    await put({ window: 50, ratePerSecond: 0, systemType: 'VMA' })
    await until('it is bound anew', () => binds() === before + 1)
  })

  it('shows how often it throttled recently', async () => {
    centre.smsc.setProfile('throttling')
    await world.send({
      recipients: [1, 2, 3, 4, 5, 6].map((id) => ({ recipient_id: id, dest_addr: `25571234600${id}` })),
    })
    await until('it is shown', async () => (await carrierOf(world, 'changing')).throttles > 0)
  })
})

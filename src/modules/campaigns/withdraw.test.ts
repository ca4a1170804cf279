import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openShop, type Shop } from '../../../test/campaigns.ts'
import { onOneEngine, until } from '../../../test/world.ts'
import { findCampaign } from './store.ts'
import { startRound } from './store-audience.ts'

onOneEngine('the withdrawal of a campaign', (engine) => {
  let shop: Shop
  before(async () => {
    shop = await openShop(engine)
  })
  after(() => shop.world.close())

  it('makes a draft of a delayed campaign, which can be changed and started again', async () => {
    const { world, call, post, create, find, untilStatus, textsTo } = shop
    const { id } = await create({ text: 'Wrong' })
    const before = world.clock.now().getTime()
    const { status, startsAt } = await post(`/campaigns/${id}/start?in_seconds=60`)
    assert.equal(status, 'scheduled')
    assert.ok(Date.parse(startsAt) >= before + 60_000)
    world.clock.moveForward(30_000)
    const draft = await post(`/campaigns/${id}/withdraw`)
    assert.deepEqual([draft.status, draft.startsAt], ['draft', null])
    assert.equal((await call('POST', `/campaigns/${id}/withdraw`)).body.code, 'campaign_state')
    assert.equal((await call('PUT', `/campaigns/${id}`, { text: 'Right' })).status, 200)
    await post(`/campaigns/${id}/start?in_seconds=60`)
    assert.equal((await find(id)).status, 'scheduled')
    await untilStatus(id, 'done')
    assert.deepEqual(textsTo('255712340010'), ['Right'])
    assert.equal((await call('POST', `/campaigns/${id}/withdraw`)).body.detail, 'The campaign has begun.')
    for (const seconds of ['0', '61', 'soon'])
      assert.equal((await call('POST', `/campaigns/${id}/start?in_seconds=${seconds}`)).status, 400)
  })

  it('and its start by a worker never both succeed', async () => {
    const { world, submits, call, post, create, find, untilStatus } = shop
    for (let round = 0; round < 10; round += 1) {
      const text = `Round ${round}`
      const { id } = await create({ text })
      await post(`/campaigns/${id}/start?in_seconds=1`)
      world.clock.moveForward(1_000)
      world.app.sms.work.announce('campaigns')
      for (let turn = 0; turn < round; turn += 1) await setImmediate()
      const { status } = await call('POST', `/campaigns/${id}/withdraw`)
      if (status === 200) {
        // A campaign behind this one shows that the worker has come by.
        const next = await create({ text: 'Next' })
        await post(`/campaigns/${next.id}/start`)
        await untilStatus(next.id, 'done')
        const { status: now, progress } = await find(id)
        assert.deepEqual([now, progress.recipients, progress.queued], ['draft', 0, 0])
      } else {
        assert.equal(status, 409)
        await untilStatus(id, 'done')
      }
      const sent = submits.filter(({ parts }) => parts.join('') === text).length
      assert.equal(sent, status === 200 ? 0 : 4)
    }
  })

  it('stops a worker that has already read the campaign, even if it was started again', async () => {
    const { world, call, post, create, find } = shop
    const { id } = await create()
    const read = async () => (await findCampaign(world.db, 1, id)) ?? assert.fail()
    await post(`/campaigns/${id}/start?in_seconds=30`)
    const stale = await read()
    await post(`/campaigns/${id}/withdraw`)
    assert.equal(await startRound(world.db, stale), null)
    world.clock.moveForward(1)
    await post(`/campaigns/${id}/start?in_seconds=30`)
    assert.equal(await startRound(world.db, stale), null)
    assert.notEqual(await startRound(world.db, await read()), null)
    assert.equal((await find(id)).status, 'preparing')
    const refused = await call('POST', `/campaigns/${id}/withdraw`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'campaign_state'])
  })

  it('is refused for a resend, which can be cancelled', async () => {
    const { world, call, post, newBook, create, untilStatus } = shop
    const off = await newBook('Off', [{ phone: '255712560003' }])
    const { id } = await create({ audience: { bookIds: [off] } })
    await post(`/campaigns/${id}/start`)
    await untilStatus(id, 'done')
    const again = await post(`/campaigns/${id}/resend`, undefined, 201)
    assert.equal((await call('POST', `/campaigns/${again.id}/withdraw`)).body.detail, 'A resend cannot be withdrawn.')
    await until('the resend has ended', async () => {
      world.app.sms.work.announce('campaigns')
      world.clock.moveForward(3_000)
      return (await shop.find(again.id)).endedAt !== null
    })
  })
})

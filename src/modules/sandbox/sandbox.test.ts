import assert from 'node:assert/strict'
import { it } from 'node:test'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openTestDatabase, openWorld, sendBody, until, type World } from '../../../test/world.ts'
import { addSeconds } from './store.ts'

const hour = 3_600
/** The local time is read first: otherwise the difference could become -0. */
const aheadSeconds = ({ clock }: World) => {
  const here = Date.now()
  return Math.round((clock.now().getTime() - here) / 1_000)
}
const inMinutes = ({ clock }: World, minutes: number) =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
const statusOf = async (world: World, requestId: string) => [...(await world.statuses(requestId)).values()][0]
const move = async (world: World, seconds: number) =>
  (await command(world, 'POST', '/simulator/clock', { seconds })).body

onOneEngine('sandbox', (engine) => {
  it('moves the clock forward, sends scheduled messages, and keeps the clock after a restart', async (test) => {
    const database = await openTestDatabase(engine)
    test.after(() => database.drop())
    const first = await openWorld(engine, { database })
    const none = { latencyMs: 0, refusalRate: 0, disconnectRate: 0, ratePerSecond: 0 }
    const beganAt = Date.now()
    const { now, ...before } = (await command(first, 'GET', '/simulator')).body
    assert.deepEqual(before, { movedSeconds: 0, chaos: none })
    assert.ok(Date.parse(now) >= beganAt && Date.parse(now) <= Date.now(), now)
    const { request_id: soon } = (await first.send({ schedule_time: inMinutes(first, 30) })).body
    const { request_id: later } = (await first.send({ schedule_time: inMinutes(first, 90) })).body
    assert.equal((await move(first, hour)).movedSeconds, hour)
    await until('the first message is delivered', async () => (await statusOf(first, soon)) === 'DELIVERED')
    assert.equal(await statusOf(first, later), 'PENDING')
    await first.close()

    const second = await openWorld(engine, { database })
    assert.equal(aheadSeconds(second), hour)
    assert.equal(await statusOf(second, later), 'PENDING')
    const beside = await openWorld(engine, { database, role: 'api' })
    assert.equal((await move(second, hour)).movedSeconds, 2 * hour)
    await until('the second message is delivered', async () => (await statusOf(second, later)) === 'DELIVERED')
    await until('the other process has moved too', () => aheadSeconds(beside) === 2 * hour)
    await beside.close()
    await second.close()

    const outside = await openWorld(engine, { database, config: { staging: false } })
    assert.equal(aheadSeconds(outside), 0)
    for (const [method, path] of [
      ['GET', '/simulator'],
      ['POST', '/simulator/clock'],
      ['PUT', '/simulator/chaos'],
      ['GET', '/accounts/1/phones'],
      ['GET', '/accounts/1/phones/255712345678/messages'],
      ['POST', '/accounts/1/phones/255712345678/messages'],
    ] as const) {
      const answer = await command(outside, method, path, method === 'GET' ? undefined : {})
      assert.deepEqual([answer.status, answer.body], [404, { code: 404, message: 'Not Found' }], path)
    }
    await outside.close()
  })

  it('applies chaos settings until they are reset', async (test) => {
    const database = await openTestDatabase(engine)
    test.after(() => database.drop())
    const first = await openWorld(engine, { database, config: { simulatorRatePerSecond: 1_000 } })
    const set = await command(first, 'PUT', '/simulator/chaos', { refusalRate: 1 })
    const chaos = { latencyMs: 0, refusalRate: 1, disconnectRate: 0, ratePerSecond: 1_000 }
    assert.deepEqual([set.status, set.body.chaos], [200, chaos])
    await first.close()

    const world = await openWorld(engine, { database, config: { simulatorRatePerSecond: 500 } })
    assert.deepEqual((await command(world, 'GET', '/simulator')).body.chaos, { ...chaos, ratePerSecond: 500 })
    const { request_id } = (await world.send(sendBody())).body
    await until('the message failed', async () => (await statusOf(world, request_id)) === 'UNDELIVERED')
    const [message] = (await command(world, 'GET', `/accounts/1/messages?request=${request_id}`)).body.data
    assert.equal(message.reason, 'chaos_refused')
    await command(world, 'PUT', '/simulator/chaos', { refusalRate: 0, latencyMs: 1 })
    assert.deepEqual((await command(world, 'GET', '/simulator')).body.chaos, {
      latencyMs: 1,
      refusalRate: 0,
      disconnectRate: 0,
      ratePerSecond: 500,
    })
    const { request_id: again } = (await world.send(sendBody())).body
    await until('the message is delivered', async () => (await statusOf(world, again)) === 'DELIVERED')

    const day = 86_400
    for (const seconds of [0, -1, 1.5, 367 * day, '60']) {
      assert.equal((await command(world, 'POST', '/simulator/clock', { seconds })).status, 400, String(seconds))
    }
    for (const wrong of [
      { refusalRate: 1.1 },
      { disconnectRate: -1 },
      { latencyMs: 60_001 },
      { ratePerSecond: 0.5 },
      { refusals: 1 },
    ]) {
      assert.equal((await command(world, 'PUT', '/simulator/chaos', wrong)).status, 400, JSON.stringify(wrong))
    }
    assert.equal((await command(world, 'GET', '/simulator')).body.movedSeconds, 0)
    assert.deepEqual(
      [await addSeconds(world.db, 10, 20), await addSeconds(world.db, 11, 20), await addSeconds(world.db, 10, 20)],
      [true, false, true],
    )
    await world.close()
  })
})

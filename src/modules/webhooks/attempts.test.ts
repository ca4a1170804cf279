import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, attemptsOf, endpointPath, eventsOf } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

onOneEngine('delivery attempts', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('stores the first success with its event, and every other attempt separately', async (test) => {
    const statuses = [500, 200, 500, 201]
    const receiver = await startReceiver({
      answer: (_, count) => ({
        status: statuses[count - 1] ?? 200,
        body: `"answer" \\ ${count}`,
        headers: { 'retry-after': '1' },
      }),
    })
    test.after(() => receiver.close())
    const { id } = await addEndpoint(world, 'delivery-report', receiver.url)
    await world.send()
    for (const count of [1, 2, 3, 4]) {
      await until(`attempt ${count} is stored`, async () => (await attemptsOf(world, id)).length === count)
      if (count === 2) await command(world, 'POST', endpointPath(id, '/repeat'), { since: '2000-01-01T00:00:00Z' })
      world.clock.moveForward(600_000)
    }
    const attempts = await attemptsOf(world, id)
    assert.deepEqual(
      attempts.map(({ status, answer }: { status: number; answer: string }) => [status, answer]),
      statuses.map((status, index) => [status, `"answer" \\ ${index + 1}`]),
    )
    const ids = attempts.map((one: { id: number }) => one.id)
    assert.deepEqual(
      ids.toSorted((a: number, b: number) => a - b),
      ids,
    )
    const [event] = await eventsOf(world, id)
    assert.deepEqual([event.state, event.attempts], ['delivered', 4])
    const { rows } = await sql<{ rows: number; status: number }>`
      select (select count(*) from webhook_attempts a where a.event_id = w.id) as rows, w.delivered_status as status
        from webhook_events w
       where w.endpoint_id = ${id}
    `.execute(world.db)
    assert.deepEqual(rows, [{ rows: 3, status: 200 }])
    const endpoints = (await command(world, 'GET', '/accounts/1/webhooks')).body.data
    assert.equal(endpoints.find((one: { id: number }) => one.id === id).lastAttempt.status, 201)
  })

  it('reads fewer events of each endpoint for a longer list of endpoints', async (test) => {
    const receiver = await startReceiver({ answer: () => ({ status: 200 }) })
    test.after(() => receiver.close())
    const { id } = await addEndpoint(world, 'delivery-report', receiver.url)
    await world.send()
    await until('the event is delivered', async () => (await eventsOf(world, id))[0]?.state === 'delivered')
    await sql`
      insert into webhook_events (account_id, endpoint_id, body, created_at)
      select 1, ${id}, '{}', ${world.clock.now()} from generate_series(1, 50)
    `.execute(world.db)
    const lastStatus = async (limit: number) => {
      const { data } = (await command(world, 'GET', `/accounts/1/webhooks?limit=${limit}`)).body
      return data.find((one: { id: number }) => one.id === id).lastAttempt?.status
    }
    assert.deepEqual([await lastStatus(100), await lastStatus(1_000)], [200, undefined])
  })

  it('gives up after eight attempts and can replay the event', async (test) => {
    let isWell = false
    const receiver = await startReceiver({ answer: () => ({ status: isWell ? 200 : 503 }) })
    test.after(() => receiver.close())
    const endpoint = await addEndpoint(world, 'delivery-report', receiver.url)
    await world.send()
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await until(`attempt ${attempt} is stored`, async () => (await attemptsOf(world, endpoint.id)).length === attempt)
      world.clock.moveForward(11 * 3_600_000)
    }
    await until('the event has failed', async () => (await eventsOf(world, endpoint.id))[0].state === 'failed')
    const [event] = await eventsOf(world, endpoint.id)
    assert.equal(receiver.received.length, 8)
    isWell = true
    const repeated = await command(world, 'POST', endpointPath(endpoint.id, '/repeat'), { event: event.id })
    assert.deepEqual([repeated.status, repeated.body], [200, { repeated: 1 }])
    await until('the event is delivered', async () => (await eventsOf(world, endpoint.id))[0].state === 'delivered')
    assert.equal(receiver.received.at(-1)?.headers['webhook-id'], receiver.received[0]?.headers['webhook-id'])
    const since = await command(world, 'POST', endpointPath(endpoint.id, '/repeat'), { since: event.createdAt })
    assert.deepEqual(since.body, { repeated: 1 })
    await until('the event arrived once more', () => receiver.received.length === 10)
    const failed = await command(world, 'POST', endpointPath(endpoint.id, '/repeat'), {
      since: event.createdAt,
      failedOnly: true,
    })
    assert.deepEqual(failed.body, { repeated: 0 })
  })
})

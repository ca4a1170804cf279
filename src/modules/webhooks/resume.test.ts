import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { command } from '../../../test/console/people.ts'
import { type Receiver, type ReceiverAnswer, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, endpointPath, eventsOf, type TestEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, openTestDatabase, openWorld, type TestDatabase, until, type World } from '../../../test/world.ts'
import { webhookId } from './secrets.ts'

const ok: ReceiverAnswer = { status: 200 }
const away: ReceiverAnswer = { status: 500 }

onOneEngine('webhooks after the receiver is back', (engine) => {
  let database: TestDatabase
  let worlds: readonly World[]
  let receiver: Receiver
  let answer: (id: string) => ReceiverAnswer = () => ok
  before(async () => {
    database = await openTestDatabase(engine)
    worlds = [await openWorld(engine, { database }), await openWorld(engine, { database })]
    receiver = await startReceiver({ answer: ({ headers }) => answer(headers['webhook-id'] ?? '') })
  })
  after(async () => {
    for (const world of worlds) await world.close()
    await receiver.close()
    await database.drop()
  })

  const [one, two] = [() => worlds[0] as World, () => worlds[1] as World]
  const move = (ms: number) => {
    for (const { clock } of worlds) clock.moveForward(ms)
  }
  const publish = async ({ id }: TestEndpoint): Promise<string> =>
    webhookId((await command(one(), 'POST', endpointPath(id, '/test'))).body.eventId)
  const waitingOf = async ({ id }: TestEndpoint) =>
    (await eventsOf(one(), id)).filter(({ state }: { state: string }) => state === 'waiting')
  /** All events were tried at least this often. */
  const attempted = ({ id }: TestEndpoint, times: number) =>
    until(`${times} attempts are stored`, async () =>
      (await eventsOf(one(), id)).every(({ attempts }: { attempts: number }) => attempts >= times),
    )
  const arrived = () => receiver.received.map(({ headers }) => headers['webhook-id'])

  /** Events that failed twice and wait for five minutes, in a new endpoint. */
  async function failTwice(count: number): Promise<{ endpoint: TestEndpoint; failed: string[] }> {
    const endpoint = await addEndpoint(one(), 'chat', receiver.url)
    answer = () => away
    const failed: string[] = []
    for (let index = 0; index < count; index += 1) failed.push(await publish(endpoint))
    await attempted(endpoint, 1)
    move(7_000)
    await attempted(endpoint, 2)
    receiver.received.length = 0
    return { endpoint, failed }
  }

  it('are delivered at once when a new event succeeds, by all processes', async () => {
    const { endpoint, failed } = await failTwice(20)
    answer = () => ok
    const fresh = await publish(endpoint)
    await until('nothing waits', async () => (await waitingOf(endpoint)).length === 0)
    const ids = arrived()
    assert.equal(ids[0], fresh)
    assert.deepEqual(ids.toSorted(), [fresh, ...failed].toSorted(), 'each arrives once')
    await command(one(), 'DELETE', endpointPath(endpoint.id))
  })

  it('are delivered at once when a scheduled attempt succeeds', async () => {
    const { endpoint, failed } = await failTwice(3)
    const events = await eventsOf(one(), endpoint.id)
    answer = () => ok
    const dueAt = Math.min(...events.map((event: { dueAt: string }) => Date.parse(event.dueAt)))
    move(dueAt - two().clock.now().getTime() + 50)
    await until('nothing waits', async () => (await waitingOf(endpoint)).length === 0)
    assert.deepEqual(arrived().toSorted(), failed.toSorted())
    await command(one(), 'DELETE', endpointPath(endpoint.id))
  })

  it('wait for the time that the receiver asked for', async () => {
    const endpoint = await addEndpoint(one(), 'chat', receiver.url)
    receiver.received.length = 0
    answer = () => ({ status: 503, headers: { 'retry-after': '3600' } })
    const asked = await publish(endpoint)
    await attempted(endpoint, 1)
    answer = () => away
    await publish(endpoint)
    await attempted(endpoint, 1)
    answer = () => ok
    await publish(endpoint)
    await until('only one event waits', async () => (await waitingOf(endpoint)).length === 1)
    assert.equal(arrived().filter((id) => id === asked).length, 1)
    move(3_700_000)
    await until('nothing waits', async () => (await waitingOf(endpoint)).length === 0)
    assert.equal(arrived().at(-1), asked)
    await command(one(), 'DELETE', endpointPath(endpoint.id))
  })

  it('are not repeated with every success when only one event is refused', async () => {
    const endpoint = await addEndpoint(one(), 'chat', receiver.url)
    receiver.received.length = 0
    answer = () => away
    const refused = await publish(endpoint)
    await attempted(endpoint, 1)
    answer = (id) => (id === refused ? away : ok)
    for (let count = 1; count <= 5; count += 1) {
      const fresh = await publish(endpoint)
      await until('it is delivered', async () =>
        (await eventsOf(one(), endpoint.id)).some(
          ({ id, state }: { id: number; state: string }) => webhookId(id) === fresh && state === 'delivered',
        ),
      )
    }
    // First and resumed, then scheduled and resumed again if the second attempt falls due in this time. Every success
    // repeating it would make six.
    assert.ok(arrived().filter((id) => id === refused).length <= 4)
    await command(one(), 'DELETE', endpointPath(endpoint.id))
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, verify } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { HandOff } from '../../engine/work/index.ts'
import { publishEvents, webhooksTopic } from './publish.ts'
import type { EventRow } from './store-attempts.ts'
import { insertEvents, type PublishedEvents } from './store-events.ts'

const minute = 60_000

onOneEngine('events that are handed off', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const body = { text: 'hello' }
  const publish = (count: number) =>
    world.db.transaction((tx) =>
      publishEvents(
        world.app.sms,
        tx,
        'inbound-sms',
        // biome-ignore lint/suspicious/noExplicitAny: the body does not matter
        Array.from({ length: count }, () => ({ accountId: 1, body: body as any, headers: { 'x-own': 'one' } })),
      ),
    )
  const remove = (id: number) => command(world, 'DELETE', `/accounts/1/webhooks/${id}`)

  it('are delivered with their headers, without being announced', async () => {
    const receiver = await startReceiver({ answer: () => ({ status: 200 }) })
    const endpoint = await addEndpoint(world, 'inbound-sms', receiver.url)
    const { work } = world.app.sms
    const { announce } = work
    const announced: string[] = []
    work.announce = (topic) => {
      announced.push(topic)
      announce(topic)
    }
    await publish(3)
    await until('all arrived', () => receiver.received.length === 3)
    work.announce = announce
    assert.deepEqual(
      announced.filter((topic) => topic === webhooksTopic),
      [],
    )
    for (const one of receiver.received) {
      assert.deepEqual(verify(one, endpoint), body)
      assert.equal(one.headers['x-own'], 'one')
    }
    const { rows } = await sql<{
      attempts: number
    }>`select attempts from webhook_events where endpoint_id = ${endpoint.id}`.execute(world.db)
    assert.deepEqual(
      rows.map(({ attempts }) => attempts),
      [1, 1, 1],
    )
    await remove(endpoint.id)
    await receiver.close()
  })

  const now = () => world.clock.now()
  const handOff = (changes: Partial<HandOff<EventRow>> = {}): HandOff<EventRow> => ({
    owner: 'me:1',
    leaseSeconds: 60,
    dueBefore: now(),
    total: 9,
    perKey: 9,
    byKey: () => new Map(),
    take: () => true,
    begin() {},
    ...changes,
  })
  /** Inserts events that no worker runs. */
  async function tell(
    count: number,
    { perKey = 2, total = 100, byKey = new Map<string, number>(), dueBefore = new Date(now().getTime() - minute) } = {},
  ): Promise<PublishedEvents> {
    const events = Array.from({ length: count }, (_, index) => ({
      accountId: 1,
      body: String(index + 1),
      variantBody: null,
      headers: index === 0 ? Buffer.from('ab', 'hex') : null,
    }))
    return world.db.transaction((tx) =>
      insertEvents(tx, 'chat', events, now(), handOff({ dueBefore, total, perKey, byKey: () => byKey })),
    )
  }
  const bodiesOf = ({ handedOff }: PublishedEvents): [number, string[]][] =>
    (handedOff ?? []).map(({ endpointId, events }) => [endpointId, events.map(([, text]) => text)])
  /** Endpoints are not called: their events belong to another worker, or are deleted at once. */
  const clear = () => sql`delete from webhook_events where body ~ '^[0-9]+$'`.execute(world.db)

  it('are leased up to the places of their endpoint and of all, with the destination of each endpoint', async () => {
    const one = await addEndpoint(world, 'chat', 'http://127.0.0.1:9/one')
    const other = await addEndpoint(world, 'chat', 'http://127.0.0.1:9/other')
    const published = await tell(2, { perKey: 2 })
    assert.equal(published.isDue, false)
    assert.deepEqual(bodiesOf(published).toSorted(), [
      [one.id, ['1', '2']],
      [other.id, ['1', '2']],
    ])
    assert.deepEqual(
      (published.handedOff ?? []).map(({ destination: { url, isOff } }) => `${url} ${isOff}`).toSorted(),
      ['http://127.0.0.1:9/one false', 'http://127.0.0.1:9/other false'],
    )
    assert.deepEqual(
      published.handedOff?.[0]?.events.map(([, , headers]) => headers),
      ['ab', null],
    )
    const { rows } = await sql<{ owner: string; attempts: number; isLeased: boolean }>`
      select distinct lease_owner as owner, attempts, lease_until > clock_timestamp() as "isLeased" from webhook_events where body ~ '^[0-9]+$'
    `.execute(world.db)
    assert.deepEqual(rows, [{ owner: 'me:1', attempts: 1, isLeased: true }])
    await clear()

    const limited = await tell(2, { perKey: 1, byKey: new Map([[String(other.id), 0]]) })
    await clear()
    assert.deepEqual([limited.isDue, bodiesOf(limited)], [true, [[one.id, ['1']]]])
    assert.equal(bodiesOf(await tell(2, { total: 3 })).flatMap(([, texts]) => texts).length, 3)
    await clear()
    await remove(other.id)
    await remove(one.id)
  })

  it('are not leased for a disabled endpoint, or when an older event of the endpoint waits', async () => {
    const { id } = await addEndpoint(world, 'chat', 'http://127.0.0.1:9/')
    await tell(1)
    const lease = (seconds: number) =>
      sql`update webhook_events set lease_until = clock_timestamp() + make_interval(secs => ${seconds}), due_at = ${new Date(0)} where endpoint_id = ${id}`
    // In one transaction, so that no worker claims the older event.
    const events = [{ accountId: 1, body: '9', variantBody: null, headers: null }]
    const results = await world.db.transaction(async (tx) => {
      await lease(60).execute(tx)
      const besideClaimed = await insertEvents(tx, 'chat', events, now(), handOff())
      await sql`delete from webhook_events where body = '9'`.execute(tx)
      await lease(-60).execute(tx)
      const behindWaiting = await insertEvents(tx, 'chat', events, now(), handOff())
      await sql`delete from webhook_events where endpoint_id = ${id}`.execute(tx)
      return [besideClaimed, behindWaiting].map(({ isDue, handedOff }) => [isDue, handedOff?.length ?? 0])
    })
    assert.deepEqual(results, [
      [false, 1],
      [true, 0],
    ])
    await command(world, 'PUT', `/accounts/1/webhooks/${id}`, { enabled: false })
    const { isDue, handedOff } = await tell(1)
    assert.deepEqual([isDue, handedOff], [false, null])
    await remove(id)
  })

  it('do not make PostgreSQL read the finished events of the endpoint', async () => {
    const { id } = await addEndpoint(world, 'chat', 'http://127.0.0.1:9/')
    const read = await world.db.transaction(async (tx) => {
      await sql`insert into webhook_events (account_id, endpoint_id, body, created_at) select 1, ${id}, '1', now() from generate_series(1, 5000)`.execute(
        tx,
      )
      await sql`analyze webhook_events`.execute(tx)
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      const count = async () => {
        const { rows } = await sql<{
          count: string
        }>`select seq_tup_read as count from pg_stat_xact_user_tables where relname = 'webhook_events'`.execute(tx)
        return Number(rows[0]?.count)
      }
      const before = await count()
      await insertEvents(tx, 'chat', [{ accountId: 1, body: '2', variantBody: null, headers: null }], now(), handOff())
      return (await count()) - before
    })
    assert.equal(read, 0)
    await clear()
    await remove(id)
  })
})

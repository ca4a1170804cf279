import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import type { App } from '../../src/app.ts'
import { firstAccountId } from '../../src/modules/accounts/index.ts'
import { addOptOut } from '../../src/modules/consent/index.ts'
import { commit, schema, version } from '../../src/version.ts'
import { addCarrier } from '../carriers.ts'
import { command } from '../console/people.ts'
import { simulatorOf, untilFinal } from '../e2e/apps.ts'
import { parseScrape, type Scrape } from '../prometheus.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const carrier = 'simulator'
const hourMs = 3_600_000
const to = (...phones: readonly string[]) => ({
  recipients: phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
})

async function scrape({ http }: Pick<App, 'http'>): Promise<Scrape> {
  const { statusCode, headers, body } = await http.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  return parseScrape(body)
}

onOneEngine('GET /metrics', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const failedFor = ({ value }: Scrape, reason: string) => value('ngoma_sms_failed_total', { carrier, reason }) ?? 0

  async function send(change: Record<string, unknown>): Promise<string> {
    const { status, body, text } = await world.send(change)
    assert.equal(status, 200, text)
    return body.request_id
  }

  const inAnHour = () => ({
    schedule_time: new Date(world.clock.now().getTime() + hourMs).toISOString().slice(0, 16).replace('T', ' '),
  })

  /** Waits until all messages are final and counted. Moves the clock to skip retry delays. */
  async function untilCounted(requestId: string): Promise<void> {
    await until('all messages are final', async () => {
      world.clock.moveForward(500)
      return [...(await world.statuses(requestId)).values()].every((status) => status !== 'PENDING')
    })
    await world.app.sms.progress.idle()
  }

  it('has the version, commit and schema of the process', async () => {
    const { value } = await scrape(world.app)
    const labels = { version, commit: commit ?? 'unknown', schema: String(schema) }
    assert.equal(value('ngoma_build_info', labels), 1)
  })

  it('counts sends and the outcomes of their messages', async () => {
    const key = { 'idempotency-key': 'once' }
    const many = to(
      '255712340000',
      '255712340001',
      '255712340003',
      '255712340005',
      '255712345678',
      '255712345678',
      'nobody',
    )
    const { body } = await world.send(many, key)
    assert.equal((await world.send(many, key)).headers['idempotent-replayed'], 'true')
    await untilCounted(body.request_id)
    await untilCounted(await send(to('255712345679')))
    assert.equal((await world.send({ source_addr: 'NOBODY' })).status, 400)
    assert.equal((await world.send({ encoding: 'no' })).status, 400)

    const figures = await scrape(world.app)
    const { value } = figures
    assert.equal(value('ngoma_sms_accepted_total'), 6)
    assert.equal(value('ngoma_sms_requests_total', { outcome: 'accepted' }), 2)
    assert.equal(value('ngoma_sms_requests_total', { outcome: 'refused' }), 2)
    assert.equal(value('ngoma_sms_submitted_total', { carrier, lane: 'bulk' }), 4)
    assert.equal(value('ngoma_sms_submitted_total', { carrier, lane: 'single' }), 1)
    assert.equal(value('ngoma_sms_submitted_total', { carrier, lane: 'pin' }), 0)
    assert.equal(value('ngoma_sms_delivered_total', { carrier }), 4)
    assert.deepEqual([failedFor(figures, 'refused_by_network'), failedFor(figures, 'absent_subscriber')], [1, 1])
    assert.equal(value('ngoma_sms_retried_total', { carrier }), 2)
    assert.equal(value('ngoma_sms_resent_total', { carrier }), 0)
    assert.equal(value('ngoma_sms_unknown_receipts_total', { carrier }), 0)
    assert.equal(value('ngoma_sms_submit_seconds_count', { carrier }), 8)
    assert.equal(value('ngoma_sms_wait_seconds_count', { lane: 'bulk' }), 4)
    assert.equal(value('ngoma_sms_wait_seconds_count', { lane: 'single' }), 1)
    assert.ok(
      Number(value('ngoma_sms_wait_seconds_sum', { lane: 'bulk' })) >= 3,
      'the throttled message waited three seconds',
    )
    assert.equal(value('ngoma_sms_delivery_seconds_count'), 4)
    assert.equal(
      value('ngoma_batch_items_sum', { batch: 'accept' }),
      4,
      'the request with an invalid encoding is not counted',
    )
    assert.equal(value('ngoma_http_request_seconds_count', { method: 'POST', route: '/v1/send', status: '2xx' }), 3)
    assert.equal(value('ngoma_http_request_seconds_count', { method: 'POST', route: '/v1/send', status: '4xx' }), 2)
    // Messages become final before their batch is released.
    const runs = async () =>
      (await scrape(world.app)).value('ngoma_work_runs_total', { work: 'dispatch simulator bulk', outcome: 'done' })
    await until('the run is counted', async () => Number(await runs()) >= 1)
  })

  it('counts a repeated receipt once', async () => {
    const delivered = async () => (await scrape(world.app)).value('ngoma_sms_delivered_total', { carrier })
    const requestId = await send(to('255712345680'))
    await untilCounted(requestId)
    const before = await delivered()
    const { rows } = await sql<{ reference: string }>`
      select r.reference from sms_references r join sms_messages m on m.id = r.message_id where m.request_id = ${requestId}
    `.execute(world.db)
    assert.equal(rows.length, 1)
    for (const { reference } of [...rows, ...rows]) {
      await world.app.sms.progress.add({
        kind: 'receipt',
        carrier,
        reference,
        status: 'DELIVERED',
        reason: null,
        at: world.clock.now(),
      })
    }
    assert.equal(await delivered(), before)
  })

  it('counts only committed messages, once each', async () => {
    const requestId = await send({ ...to('255712340010', '255712340011'), schedule_time: '2199-12-31 23:59' })
    const { rows } = await sql<{
      id: number
    }>`select id from sms_messages where request_id = ${requestId} order by id`.execute(world.db)
    const [first, second] = rows.map(({ id }) => id)
    await sql
      .raw(`
        create sequence test_commits;
        create function test_refuse() returns trigger language plpgsql as $$
          begin if nextval('test_commits') = 1 then raise exception 'not this time'; end if; return null; end $$;
        create constraint trigger test_refuses after update on sms_messages deferrable initially deferred
          for each row when (new.reason like 'test%') execute function test_refuse();
      `)
      .execute(world.db)
    const final = (id = 0, reason: string) =>
      ({ kind: 'final', id, status: 'UNDELIVERED', reason, at: world.clock.now() }) as const
    await Promise.all(
      [final(first, 'test_first'), final(second, 'test_second'), final(first, 'test_late')].map((one) =>
        world.app.sms.progress.add(one),
      ),
    )
    const commits = await sql<{ times: number }>`select last_value as times from test_commits`.execute(world.db)
    assert.equal(commits.rows[0]?.times, 3, 'one commit failed and two succeeded')
    const figures = await scrape(world.app)
    assert.deepEqual(
      [failedFor(figures, 'test_first'), failedFor(figures, 'test_second'), failedFor(figures, 'test_late')],
      [1, 1, 0],
    )
  })

  it('counts expired and opted-out messages', async () => {
    const requestId = await send({ ...to('255712340013', '255712340002'), ...inAnHour() })
    await addOptOut(world.app.sms, firstAccountId, '255712340013', 'person')
    world.clock.moveForward(hourMs)
    await until('the failed message is counted', async () => failedFor(await scrape(world.app), 'opted_out') === 1)
    world.clock.moveForward(73 * hourMs)
    await untilFinal(world.db, requestId)
    await until('the failed message is counted', async () => failedFor(await scrape(world.app), 'expired') === 1)
  })

  it('counts unknown receipts after they are given up', async () => {
    const unknown = async () => (await scrape(world.app)).value('ngoma_sms_unknown_receipts_total', { carrier })
    await world.app.sms.progress.add({
      kind: 'receipt',
      carrier,
      reference: 'nobodys',
      status: 'DELIVERED',
      reason: null,
      at: world.clock.now(),
    })
    assert.equal(await unknown(), 0)
    await until('the receipt is given up', async () => {
      world.clock.moveForward(hourMs)
      return (await unknown()) === 1
    })
  })

  it('counts possible resends after a killed owner: at most one window', async () => {
    simulatorOf(world.app).outstandingMax = () => 2
    const resent = async () => (await scrape(world.app)).value('ngoma_sms_resent_total', { carrier })
    assert.equal(await resent(), 0)
    const requestId = await send({ ...to('255712345681', '255712345682', '255712345685'), ...inAnHour() })
    await sql`
      update sms_batches
         set lease_owner = 'dead', lease_until = clock_timestamp() - interval '1 second', attempts = 1
       where first_message_id = (select first_message_id from sms_requests where id = ${requestId})
    `.execute(world.db)
    world.clock.moveForward(hourMs)
    await untilCounted(requestId)
    assert.equal(await resent(), 2)
    const { value } = await scrape(world.app)
    assert.equal(value('ngoma_work_taken_over_total', { work: 'dispatch simulator bulk' }), 1)
    await untilCounted(await send(to('255712345683', '255712345684')))
    assert.equal(await resent(), 2)
  })

  it('has the queue age by carrier and lane, and whether the carrier is connected', async () => {
    const simulator = simulatorOf(world.app)
    const { ready } = simulator
    const figures = async () => {
      let { value } = await scrape(world.app)
      const age = (lane: string) => value('ngoma_sms_queue_age_seconds', { carrier, lane })
      // A database that responds late has no ages.
      await until('the ages are known', async () => {
        value = (await scrape(world.app)).value
        return age('bulk') !== undefined
      })
      return {
        ready: value('ngoma_carrier_ready', { carrier }),
        pin: age('pin'),
        single: age('single'),
        bulk: age('bulk'),
      }
    }
    // Messages become final before their batch is released, many batches at a time.
    await until('earlier batches are released', async () => (await figures()).bulk === 0)
    assert.deepEqual(await figures(), { ready: 1, pin: 0, single: 0, bulk: 0 })
    simulator.ready = () => false
    try {
      const requestId = await send(to('255712345685', '255712345686'))
      world.clock.moveForward(100_000)
      const { bulk = 0, ...rest } = await figures()
      assert.deepEqual(rest, { ready: 0, pin: 0, single: 0 })
      assert.ok(bulk >= 100 && bulk < 160, String(bulk))
      simulator.ready = ready
      await untilCounted(requestId)
      await until('the queue is empty', async () => (await figures()).bulk === 0)
    } finally {
      simulator.ready = ready
    }
  })

  it('says for every configured carrier whether it is selected', async () => {
    const name = await addCarrier(world)
    const health = async () => {
      await world.app.sms.routing.refresh()
      return (await scrape(world.app)).value('ngoma_carrier_health', { carrier: name })
    }
    assert.equal(await health(), 1)
    await sql`
      insert into routing_health (carrier, state, cause, reason, since, until, times)
      values (${name}, 'out', 'errors', 'all are errors', ${world.clock.now()}, '2999-01-01', 1)
    `.execute(world.db)
    assert.equal(await health(), 0)
    await sql`update routing_health set state = 'trial', until = null where carrier = ${name}`.execute(world.db)
    assert.equal(await health(), 0.5)
    assert.equal((await command(world, 'DELETE', `/providers/${name}`)).status, 204)
    assert.equal(await health(), undefined)
    assert.equal(
      (await scrape(world.app)).value('ngoma_carrier_health', { carrier }),
      undefined,
      'the simulated network has no health',
    )
  })
})

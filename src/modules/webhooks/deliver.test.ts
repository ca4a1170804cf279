import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { type Certificate, createCertificate } from '../../../test/certificate.ts'
import { command } from '../../../test/console/people.ts'
import { slowness } from '../../../test/pace.ts'
import { parseScrape } from '../../../test/prometheus.ts'
import { type Receiver, type ReceiverAnswer, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, attemptsOf, endpointPath, eventsOf, verify } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

onOneEngine('webhook delivery', (engine) => {
  let world: World
  const receivers: Receiver[] = []
  const certificate = createCertificate()
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-ca-'))
  before(async () => {
    const callbackCa = join(directory, 'ca.pem')
    writeFileSync(callbackCa, certificate.ca)
    world = await openWorld(engine, { config: { callbackCa } })
  })
  after(async () => {
    await world.close()
    rmSync(directory, { recursive: true })
    for (const receiver of receivers) await receiver.close()
  })

  const receive = async (
    answer: (count: number) => ReceiverAnswer | null = () => ({ status: 200 }),
    tls?: Certificate,
  ) => {
    const receiver = await startReceiver({ answer: (_, count) => answer(count), tls: tls || undefined })
    receivers.push(receiver)
    return receiver
  }
  const remove = (id: number) => command(world, 'DELETE', endpointPath(id))
  const endpointOf = async (id: number) => (await command(world, 'GET', endpointPath(id))).body

  const outcomesOf = async (event: string) => {
    const { value } = parseScrape((await world.app.http.inject('/metrics')).body)
    const [delivered, failed, gone] = ['delivered', 'failed', 'gone'].map((outcome) =>
      value('ngoma_webhook_attempts_total', { event, outcome }),
    )
    return { delivered, failed, gone, timed: value('ngoma_webhook_call_seconds_count') }
  }

  it('counts calls by kind and outcome from the start', async () => {
    const statuses = [200, 500, 410]
    const receiver = await receive((count) => ({
      status: statuses[count - 1] ?? 200,
      headers: { 'retry-after': '3600' },
    }))
    const { id } = await addEndpoint(world, 'checkout', receiver.url)
    assert.deepEqual(await outcomesOf('checkout'), { delivered: 0, failed: 0, gone: 0, timed: 0 })
    for (const _ of statuses) {
      const before = receiver.received.length
      await command(world, 'POST', endpointPath(id, '/test'))
      await until('the event arrived', () => receiver.received.length > before)
    }
    await until('all calls are counted', async () => (await outcomesOf('checkout')).timed === 3)
    assert.deepEqual(await outcomesOf('checkout'), { delivered: 1, failed: 1, gone: 1, timed: 3 })
    assert.deepEqual(await outcomesOf('chat'), { delivered: 0, failed: 0, gone: 0, timed: 3 })
    await remove(id)
  })

  it('sends one signed delivery report per message, with both spellings of its status', async () => {
    const receiver = await receive()
    const endpoint = await addEndpoint(world, 'delivery-report', receiver.url)
    const { body } = await world.send({
      recipients: [
        { recipient_id: 7, dest_addr: '255712345678' },
        { recipient_id: 8, dest_addr: '255712340003' },
        { recipient_id: Number.MAX_SAFE_INTEGER, dest_addr: '255712340005' },
      ],
    })
    await until('three reports arrived', () => receiver.received.length >= 3)
    await until('all attempts are stored', async () => (await attemptsOf(world, endpoint.id)).length === 3)
    const reports = receiver.received
      .map((one) => verify(one, endpoint))
      .toSorted((a, b) => a.recipient_id - b.recipient_id)
    const report = (recipient_id: number, dest_addr: string, status: string) => ({
      request_id: body.request_id,
      recipient_id,
      dest_addr,
      status,
      Status: status,
    })
    const absent = 'The phone is switched off or out of coverage.'
    assert.deepEqual(reports, [
      report(7, '255712345678', 'DELIVERED'),
      { ...report(8, '255712340003', 'UNDELIVERED'), reason: 'absent_subscriber', reason_text: absent },
      report(Number.MAX_SAFE_INTEGER, '255712340005', 'DELIVERED'),
    ])
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 3)
    for (const attempt of await attemptsOf(world, endpoint.id))
      assert.deepEqual([attempt.status, attempt.problem], [200, null])
    assert.deepEqual(
      (await eventsOf(world, endpoint.id)).map(({ state }: { state: string }) => state),
      ['delivered', 'delivered', 'delivered'],
    )
    await remove(endpoint.id)
  })

  it('retries by the schedule with one id until it succeeds', async () => {
    const receiver = await receive((count) => (count <= 6 ? { status: 500, body: `no ${count}` } : { status: 204 }))
    const endpoint = await addEndpoint(world, 'delivery-report', receiver.url)
    await world.send()
    for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000].entries()) {
      await until(
        `attempt ${index + 1} is stored`,
        async () => (await attemptsOf(world, endpoint.id)).length === index + 1,
      )
      const [{ dueAt }] = await eventsOf(world, endpoint.id)
      const waitSeconds = (Date.parse(dueAt) - Date.parse((await attemptsOf(world, endpoint.id)).at(-1).at)) / 1_000
      assert.ok(
        waitSeconds >= seconds && waitSeconds < seconds * 1.1 + 10 * slowness,
        `${waitSeconds} s instead of ${seconds}`,
      )
      assert.equal(receiver.received.length, index + 1, 'no attempt came early')
      world.clock.moveForward(Math.ceil(waitSeconds + 1) * 1_000)
    }
    await until('the event is delivered', async () => (await eventsOf(world, endpoint.id))[0].state === 'delivered')
    assert.equal(receiver.received.length, 7)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    for (const one of receiver.received) assert.equal(verify(one, endpoint).status, 'DELIVERED')
    const attempts = await attemptsOf(world, endpoint.id)
    assert.deepEqual(
      attempts.map(({ status, problem, answer }: { status: number; problem: string; answer: string }) => [
        status,
        problem,
        answer,
      ]),
      [...[1, 2, 3, 4, 5, 6].map((n) => [500, 'answered 500', `no ${n}`]), [204, null, '']],
    )
    await remove(endpoint.id)
  })

  it('respects Retry-After when it is longer than the schedule', async () => {
    const receiver = await receive((count) => ({ status: count === 1 ? 503 : 200, headers: { 'retry-after': '600' } }))
    const endpoint = await addEndpoint(world, 'delivery-report', receiver.url)
    await world.send()
    await until('the first attempt is stored', async () => (await attemptsOf(world, endpoint.id)).length === 1)
    const [{ dueAt }] = await eventsOf(world, endpoint.id)
    const waitSeconds = (Date.parse(dueAt) - Date.parse((await attemptsOf(world, endpoint.id))[0].at)) / 1_000
    assert.ok(waitSeconds >= 599 && waitSeconds < 610, `${waitSeconds}`)
    world.clock.moveForward(605_000)
    await until('the event is delivered', async () => (await eventsOf(world, endpoint.id))[0].state === 'delivered')
    await remove(endpoint.id)
  })

  it('disables an endpoint that answers 410, and resumes when it is enabled', async () => {
    const receiver = await receive((count) => ({ status: count === 1 ? 410 : 200 }))
    const endpoint = await addEndpoint(world, 'delivery-report', receiver.url)
    await world.send()
    await until('the endpoint is disabled', async () => (await endpointOf(endpoint.id)).disabledReason === 'gone')
    await world.send()
    await until('the second event is kept', async () => (await eventsOf(world, endpoint.id)).length === 2)
    assert.deepEqual(
      (await eventsOf(world, endpoint.id)).map(({ state, attempts }: { state: string; attempts: number }) => [
        state,
        attempts,
      ]),
      [
        ['kept', 0],
        ['failed', 1],
      ],
    )
    for (const state of ['kept', 'failed'])
      assert.equal(
        (await command(world, 'GET', endpointPath(endpoint.id, `/events?state=${state}`))).body.data.length,
        1,
        state,
      )
    assert.equal(receiver.received.length, 1)
    assert.equal(
      (await command(world, 'POST', endpointPath(endpoint.id, '/repeat'), { since: '2020-01-01' })).status,
      409,
    )
    assert.equal((await command(world, 'PUT', endpointPath(endpoint.id), { enabled: true })).body.disabledAt, null)
    assert.deepEqual(
      (await command(world, 'POST', endpointPath(endpoint.id, '/repeat'), { since: '2020-01-01', failedOnly: true }))
        .body,
      { repeated: 2 },
    )
    await until('both events arrived', () => receiver.received.length === 3)
    await remove(endpoint.id)
  })

  it('disables an endpoint that fails for five days and notifies its account', async () => {
    const receiver = await receive(() => ({ status: 500 }))
    const endpoint = await addEndpoint(world, 'delivery-report', receiver.url)
    for (let days = 0; days < 5; days += 1) {
      assert.equal((await endpointOf(endpoint.id)).disabledAt, null)
      const before = receiver.received.length
      await world.send()
      await until(
        'the event was attempted',
        async () =>
          receiver.received.length > before &&
          (await attemptsOf(world, endpoint.id)).length >= receiver.received.length,
      )
      world.clock.moveForward(86_400_000 + 1_000)
    }
    await until('the endpoint is disabled', async () => (await endpointOf(endpoint.id)).disabledReason === 'failing')
    await until('the account is notified', async () => {
      const { data } = (await command(world, 'GET', '/accounts/1/events?limit=100')).body
      return data.some(
        ({ kind, subject }: { kind: string; subject: string }) =>
          kind === 'webhooks.disabled' && subject === `delivery-report ${endpoint.id}`,
      )
    })
    await remove(endpoint.id)
  })

  it('signs with both secrets during a rotation', async () => {
    const receiver = await receive()
    const before = await addEndpoint(world, 'airtime', receiver.url)
    const rotated = (await command(world, 'POST', endpointPath(before.id, '/rotate'))).body
    assert.notEqual(rotated.secret, before.secret)
    assert.equal((await command(world, 'POST', endpointPath(before.id, '/test'))).status, 202)
    await until('the test event arrived', () => receiver.received.length === 1)
    const [first] = receiver.received
    assert.ok(first)
    assert.equal(first.headers['ngoma-test'], 'true')
    assert.deepEqual(verify(first, before), verify(first, rotated))
    const again = (await command(world, 'POST', endpointPath(before.id, '/rotate'))).body
    await command(world, 'POST', endpointPath(before.id, '/test'))
    await until('the second event arrived', () => receiver.received.length === 2)
    const [, between] = receiver.received
    assert.ok(between)
    for (const one of [before, rotated, again]) assert.equal(verify(between, one).code, 100)
    let last = again
    for (let more = 0; more < 6; more += 1)
      last = (await command(world, 'POST', endpointPath(before.id, '/rotate'))).body
    const tooMany = await command(world, 'POST', endpointPath(before.id, '/rotate'))
    assert.deepEqual([tooMany.status, tooMany.body.detail], [409, 'The secret was rotated too often in 24 hours.'])
    world.clock.moveForward(25 * 3_600_000)
    await command(world, 'POST', endpointPath(before.id, '/test'))
    await until('the last event arrived', () => receiver.received.length === 3)
    const [, , second] = receiver.received
    assert.ok(second)
    assert.throws(() => verify(second, before))
    assert.throws(() => verify(second, again))
    assert.equal(verify(second, last).code, 100)
    await remove(before.id)
  })

  it('delivers airtime results over HTTPS, nested and flat, and rejects an untrusted certificate', async () => {
    const [nested, flat, stranger] = [
      await receive(undefined, certificate),
      await receive(undefined, certificate),
      await receive(undefined, createCertificate()),
    ]
    const endpoint = await addEndpoint(world, 'airtime', nested.url)
    const flatEndpoint = await addEndpoint(world, 'airtime', flat.url, { flatArgs: true })
    const { id: strangerId } = await addEndpoint(world, 'airtime', stranger.url)
    const transfer = await world.request('POST', '/v1/transfer', {
      body: { dest_addr: '255712345678', amount: '10.50', reference_id: 'over HTTPS' },
    })
    await until('both events arrived', () => nested.received.length === 1 && flat.received.length === 1)
    const [one, other] = [nested.received[0], flat.received[0]]
    assert.ok(one && other)
    const { args, ...rest } = verify(one, endpoint)
    assert.deepEqual(rest, { code: 100, message: 'Disbursement successful' })
    const { timestamp, ...given } = args
    assert.deepEqual(given, {
      transaction_id: transfer.body.transaction_id,
      amount: '10.50',
      dest_addr: '255712345678',
      reference_id: 'over HTTPS',
    })
    assert.equal(new Date(timestamp).toISOString(), timestamp)
    assert.deepEqual(verify(other, flatEndpoint), { ...rest, args, ...args, amount: 10.5 })
    await until('the untrusted endpoint was attempted', async () => (await attemptsOf(world, strangerId)).length === 1)
    assert.match((await attemptsOf(world, strangerId))[0].problem, /^the server's certificate/)
    assert.equal(stranger.received.length, 0)
    for (const id of [endpoint.id, flatEndpoint.id, strangerId]) await remove(id)
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { type Client, newClient } from '../../../test/contacts.ts'
import { codeOf, requestPin, verifyPin } from '../../../test/otp.ts'
import { parseScrape } from '../../../test/prometheus.ts'
import { onOneEngine, openWorld, type World } from '../../../test/world.ts'
import { createMetrics } from '../../engine/metrics.ts'
import type { Phone } from '../../values/phone.ts'
import { defaultPinApp } from '../../values/pin-app.ts'
import type { Refusal } from '../../values/refusal.ts'
import { openOtp } from './context.ts'
import { requestPin as requestFor } from './request.ts'

onOneEngine('fraud guard', (engine) => {
  let world: World
  before(async () => {
    // Far from the end of an hour, when limits are reset.
    world = await openWorld(engine, { startAt: new Date('2030-01-31T10:05:00Z') })
  })
  after(() => world.close())

  async function guarded(settings: Record<string, unknown>): Promise<Client> {
    const client = await newClient(world)
    const { status, text } = await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, settings)
    assert.equal(status, 200, text)
    return client
  }
  const eventsOf = async ({ accountId }: Client) => {
    const { rows } = await sql<{ kind: string; subject: string; reason: string; count: number }>`
      select kind, subject, reason, count::int from account_events where account_id = ${accountId} order by kind, subject, reason
    `.execute(world.db)
    return rows.map(({ kind, subject, reason, count }) => [kind, subject, reason, count])
  }
  const metric = async (mode: string, reason: string) =>
    parseScrape((await world.app.http.inject('/metrics')).body).value('ngoma_otp_guard_total', { mode, reason }) ??
    Number.NaN
  const numbers = (prefix: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `${prefix}${String(from + index).padStart(4, '0')}`)
  /** Ends in 9999, so that the PIN is known; the prefix differs. */
  const verifyOne = async (client: Client, phone: string) => {
    const { body } = await requestPin(client, phone)
    return codeOf(await verifyPin(client, body.data.pinId, '123456'))
  }

  it('blocks a prefix without verified PINs within 50 requests, and no other traffic', async () => {
    const client = await guarded({ guard: 'block', numberHourMax: 1_000 })
    const before = await metric('block', 'unverified')
    let passed = 0
    for (const phone of numbers('88213777', 40, 1_000)) {
      const answer = await requestPin(client, phone)
      if (answer.status === 200) passed += 1
      else assert.deepEqual([answer.status, codeOf(answer)], [400, 101])
      assert.equal(await verifyOne(client, '255712349999'), 117, 'a verified number is allowed')
    }
    assert.equal(passed, 30)
    const refused = await requestPin(client, '882137770001')
    assert.match(String(refused.headers['ngoma-hint']), /fraud guard.*88213777/)
    assert.equal((await requestPin(client, '882137780001')).status, 200, 'the neighbouring prefix')
    await world.app.sms.events.write()
    assert.deepEqual(await eventsOf(client), [['otp.blocked', 'application 1, 88213777', 'unverified', 11]])
    assert.equal((await metric('block', 'unverified')) - before, 11)
    const { rows } = await sql<{ count: number }>`
      select count from otp_counters where account_id = ${client.accountId} and scope = 'account'
    `.execute(world.db)
    assert.deepEqual(rows, [{ count: 71 }], 'blocked requests do not count towards the limits of the account')
  })

  it('shows conversion and blocks, and lets users lift a block', async () => {
    const client = await guarded({ guard: 'block', guardSample: 5, verifiedPercentMin: 50, blockMinutes: 30 })
    const path = `/accounts/${client.accountId}/otp`
    for (const phone of numbers('88213774', 5)) assert.equal((await requestPin(client, phone)).status, 200)
    assert.equal((await requestPin(client, '882137740099')).status, 400)
    await verifyOne(client, '255713339999')
    const look = async () => (await command(world, 'GET', `${path}/overview`)).body
    const counted = { requested: 6, verified: 1, rate: 0.1667 }
    const { data, countedSince } = await look()
    assert.deepEqual(
      [countedSince, data.length, data[0].app, data[0].day, data[0].week],
      [null, 1, 1, counted, counted],
    )

    const blocks = async () => (await command(world, 'GET', `${path}/blocks`)).body.data
    const [block, ...more] = await blocks()
    const { blockedUntil, ...rest } = block
    assert.deepEqual(more, [])
    assert.deepEqual(rest, {
      id: '1-88213774',
      app: 1,
      appName: data[0].name,
      prefix: '88213774',
      requests: 5,
      verified: 0,
      enforced: true,
    })
    assert.ok(Math.abs(new Date(blockedUntil).getTime() - world.clock.now().getTime() - 30 * 60_000) < 60_000)
    const lift = async (id: string, account = client.accountId) =>
      (await command(world, 'DELETE', `/accounts/${account}/otp/blocks/${id}`)).status
    for (const id of ['1-8821377', '2-88213774', 'x', '1', '%00', '-1-88213774']) assert.equal(await lift(id), 404, id)
    assert.equal(await lift('1-88213774', 1), 404, 'of another account')
    assert.equal(await lift('1-88213774'), 204)
    assert.equal(await lift('1-88213774'), 404)
    assert.deepEqual(await blocks(), [])
    assert.equal((await requestPin(client, '882137740099')).status, 200)
    await sql`update otp_pins set created_at = created_at - interval '2 days' where account_id = ${client.accountId}`.execute(
      world.db,
    )
    const [old] = (await look()).data
    assert.deepEqual([old.day, old.week.requested], [{ requested: 0, verified: 0, rate: null }, 7])
  })

  it('blocks equally fast when all requests are concurrent', async () => {
    const client = await guarded({ guard: 'block' })
    const answers = await Promise.all(numbers('88213776', 60).map((phone) => requestPin(client, phone)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 30)
  })

  it('allows a trial after a block, then blocks or trusts again', async () => {
    const client = await guarded({ guard: 'block', blockMinutes: 30 })
    const pass = async (from: number, count: number) => {
      const statuses: number[] = []
      for (const phone of numbers('25571277', count, from)) statuses.push((await requestPin(client, phone)).status)
      return statuses.filter((status) => status === 200).length
    }
    assert.equal(await pass(0, 32), 30)
    world.clock.moveForward(29 * 60_000)
    assert.equal(await pass(100, 3), 0)
    world.clock.moveForward(2 * 60_000)
    assert.equal(await pass(200, 10), 5, 'on trial')
    world.clock.moveForward(31 * 60_000)
    assert.equal(await verifyOne(client, '255712779999'), 117)
    assert.equal(await pass(300, 9), 9, 'one of ten is verified')
  })

  it('only logs events in alert mode', async () => {
    const client = await guarded({ guard: 'alert', guardSample: 3, countries: ['TZ'], prefixHourMax: 4 })
    assert.equal((await requestPin(client, '254712000001')).status, 200)
    for (const phone of numbers('25571288', 6)) assert.equal((await requestPin(client, phone)).status, 200)
    await world.app.sms.events.write()
    assert.deepEqual(await eventsOf(client), [
      ['otp.alert', 'application 1, 25571288', 'prefix_cap', 2],
      ['otp.alert', 'application 1, 25571288', 'unverified', 1],
      ['otp.alert', 'application 1, KE', 'country_not_allowed', 1],
    ])
  })

  it('enforces countries and caps', async () => {
    const client = await guarded({ guard: 'block', countries: ['TZ', 'KE'], countryHourMax: 3, prefixHourMax: 2 })
    const ask = async (phone: string) => (await requestPin(client, phone)).status
    assert.deepEqual(
      [await ask('256712000001'), await ask('255712000001'), await ask('255712000002'), await ask('255712000003')],
      [400, 200, 200, 400],
    )
    assert.deepEqual([await ask('255713000001'), await ask('255714000001'), await ask('254712000001')], [200, 400, 200])
    world.clock.moveForward(3_600_000)
    assert.equal(await ask('255712000003'), 200)
    await world.app.sms.events.write()
    assert.deepEqual(
      (await eventsOf(client)).map(([, subject, reason]) => [subject, reason]),
      [
        ['application 1, 25571200', 'prefix_cap'],
        ['application 1, TZ', 'country_cap'],
        ['application 1, UG', 'country_not_allowed'],
      ],
    )
  })

  it('enforces a cap under concurrent requests', async () => {
    const client = await guarded({ guard: 'block', prefixHourMax: 5 })
    const answers = await Promise.all(numbers('25571299', 30).map((phone) => requestPin(client, phone)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  })

  it('takes back all counts when many PINs are refused at once', async () => {
    const client = await guarded({ guard: 'block', numberHourMax: 1_000, guardSample: 1_000, prefixHourMax: 1_000 })
    await command(world, 'POST', `/accounts/${client.accountId}/credit`, {
      product: 'OTP',
      amount: '-1000000',
      note: '',
    })
    const phones = [...numbers('25571255', 100), ...numbers('25571256', 100)]
    const answers = await Promise.all(phones.map((phone) => requestPin(client, phone)))
    assert.deepEqual(
      answers.filter(({ status }) => status !== 400).map(({ status, text }) => [status, text]),
      [],
    )
    assert.deepEqual(new Set(answers.map(codeOf)), new Set([101]))
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from otp_pins where account_id = ${client.accountId}) as pins,
             (select coalesce(sum(count), 0)::int from otp_counters where account_id = ${client.accountId}) as counted,
             (select coalesce(sum(requests), 0)::int from otp_prefixes where account_id = ${client.accountId}) as judged
    `.execute(world.db)
    assert.deepEqual(rows, [{ pins: 0, counted: 0, judged: 0 }])
  })

  it('detects PINs spread over many prefixes, and spares proven prefixes', async () => {
    const client = await guarded({ guard: 'block' })
    const good = '255712349999'
    assert.equal(await verifyOne(client, good), 117)
    // The first PINs of a country are judged after the time to type them.
    world.clock.moveForward(301_000)
    const phones = Array.from({ length: 26 }, (_, range) => numbers(`255714${range + 10}`, 5)).flat()
    const answers: number[] = []
    for (const phone of phones) answers.push((await requestPin(client, phone)).status)
    assert.equal(answers.indexOf(400), 119, 'the 120th PIN of the country is judged, including the verified one')
    assert.ok(answers.slice(119).every((status) => status === 400))
    const refused = await requestPin(client, '255714900001')
    assert.match(String(refused.headers['ngoma-hint']), /too few of the PINs to TZ are verified/)
    assert.equal(await verifyOne(client, good), 117)
    const path = `/accounts/${client.accountId}/otp/blocks`
    const [block] = (await command(world, 'GET', path)).body.data
    assert.partialDeepStrictEqual(block, { id: '0-TZ', app: 0, appName: null, prefix: 'TZ', enforced: true })
    assert.equal((await command(world, 'DELETE', `${path}/0-TZ`)).status, 204)
    const again = await requestPin(client, '255714900001')
    assert.match(String(again.headers['ngoma-hint']), /too few of the PINs of the account are verified/)
    assert.equal((await command(world, 'DELETE', `${path}/0-*`)).status, 204)
    assert.equal((await requestPin(client, '255714900001')).status, 200)
  })

  it("allows the account's country and the operator's allowance outside staging", async () => {
    const client = await guarded({ guard: 'off' })
    const otp = openOtp({ ...world.app.sms, metrics: createMetrics() }, world.app.otp.chat)
    const outside = { ...otp, config: { ...otp.config, staging: false } }
    const ask = (phone: string) =>
      requestFor(
        outside,
        { accountId: client.accountId, messagesPerDay: null, key: null },
        { appNumber: 1, phone: phone as Phone, language: null },
      ).then(
        () => 200,
        ({ status }: Refusal) => status,
      )
    assert.deepEqual([await ask('255712000001'), await ask('254712000001'), await ask('256712000001')], [200, 400, 400])
    const path = `/accounts/${client.accountId}/otp/allowance`
    const set = (body: unknown) => command(world, 'PUT', path, body)
    const wanted = { countries: ['KE'], ranges: ['25671'] }
    assert.deepEqual((await set(wanted)).body, { country: 'TZ', ...wanted })
    assert.deepEqual((await command(world, 'GET', path)).body, { country: 'TZ', ...wanted })
    assert.deepEqual([await ask('254712000001'), await ask('256712000001'), await ask('256772000001')], [200, 200, 400])
    for (const bad of [
      { countries: ['ZZ'], ranges: [] },
      { countries: ['ke'], ranges: [] },
      { countries: [], ranges: ['+255'] },
      { countries: [] },
    ])
      assert.equal((await set(bad)).status, 400)
    await world.app.sms.events.write()
    assert.deepEqual(await eventsOf(client), [
      ['otp.blocked', 'application 1, KE', 'country_not_allowed', 1],
      ['otp.blocked', 'application 1, UG', 'country_not_allowed', 2],
    ])
  })

  it('is off in staging and blocks otherwise', async () => {
    assert.equal(defaultPinApp(true, 'en').guard, 'off')
    assert.equal(defaultPinApp(false, 'en').guard, 'block')
    assert.deepEqual([defaultPinApp(true, 'en').numberHourMax, defaultPinApp(false, 'en').numberHourMax], [60, 5])
    const client = await newClient(world)
    for (const phone of numbers('25571266', 40)) assert.equal((await requestPin(client, phone)).status, 200)
  })
})

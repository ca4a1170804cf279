import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { newClient } from '../../../test/contacts.ts'
import { codeOf, findInDatabase, pinTo, requestPin, verifyPin, watchCarrier } from '../../../test/otp.ts'
import {
  apiKey,
  apiSecret,
  authorization,
  onOneEngine,
  openTestDatabase,
  openWorld,
  secret,
  until,
  type World,
} from '../../../test/world.ts'
import { type App, openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import type { ProcessRole } from '../../context.ts'
import { createClock } from '../../engine/clock.ts'
import { createLog } from '../../engine/log.ts'
import { forgetCounts } from './module.ts'

onOneEngine('PIN message', (engine) => {
  it('is stored encrypted until it is sent, survives a restart, and is deleted once the carrier has it', async (context) => {
    const { db, drop } = await openTestDatabase(engine)
    const lines: string[] = []
    const apps: App[] = []
    context.after(async () => {
      for (const app of apps) await app.close()
      await drop()
    })
    const config = {
      ...readConfig({}),
      staging: true,
      simulatorDelayMs: 10,
      queueAgeSeconds: 0,
      dataDirectory: tmpdir(),
      secret,
      apiKey,
      apiSecret,
    }
    const open = async (role: ProcessRole) => {
      const log = createLog('debug', { write: (line) => void lines.push(line) })
      const app = await openApp({ config, db: { ...db, close: async () => {} }, clock: createClock(), log, role })
      apps.push(app)
      return app
    }
    const ask = async (app: App, url: string, payload: object) =>
      (await app.http.inject({ method: 'POST', url, headers: { authorization }, payload })).json<{
        data: { pinId: string; message: { code: number } }
      }>().data

    const taker = await open('api')
    // The maximum length: a shorter PIN might be part of a time or an id in the log by chance.
    assert.equal((await command({ app: taker }, 'PUT', '/accounts/1/otp/apps/1', { pinLength: 10 })).status, 200)
    const { pinId } = await ask(taker, '/v1/request', { appId: 1, msisdn: '255712000001' })
    const kept = async () =>
      (
        await sql<{
          text: string
          sealed: Buffer | null
        }>`select text, sealed_text as sealed from sms_requests where account_id = 1`.execute(db)
      ).rows[0]
    assert.deepEqual([(await kept())?.text, Buffer.isBuffer((await kept())?.sealed)], ['Your PIN is **********', true])
    await apps.pop()?.close()

    const worker = await open('all')
    const seen = watchCarrier({ app: worker })
    await worker.start()
    const pin = await pinTo(seen, '255712000001')
    await until('the text is deleted', async () => (await kept())?.sealed === null)
    assert.equal((await ask(worker, '/v1/verify', { pinId, pin })).message.code, 117)
    assert.deepEqual(await findInDatabase(db, `is ${pin}`), [])
    assert.deepEqual(
      lines.filter((line) => line.includes(pin)),
      [],
    )
  })
})

onOneEngine('PINs and applications', (engine) => {
  let world: World
  before(async () => {
    // Far from the end of an hour, when limits are reset.
    world = await openWorld(engine, { startAt: new Date('2030-01-31T10:05:00Z') })
  })
  after(() => world.close())

  it('lists requests with their state and without PINs', async () => {
    const client = await newClient(world)
    const base = `/accounts/${client.accountId}/otp`
    const ids: string[] = []
    for (const phone of ['255712009999', '255713009999', '255714009999', '255715009999'])
      ids.push((await requestPin(client, phone)).body.data.pinId)
    assert.equal(codeOf(await verifyPin(client, ids[0] ?? '', '123456')), 117)
    for (const _ of [1, 2, 3]) assert.equal(codeOf(await verifyPin(client, ids[1] ?? '', '000000')), 114)
    const states = async () =>
      new Map(
        (await command(world, 'GET', `${base}/requests`)).body.data.map(
          ({ pinId, state }: { pinId: string; state: string }) => [pinId, state],
        ),
      )
    const before = await states()
    assert.deepEqual(
      ids.map((id) => before.get(id)),
      ['verified', 'exceeded', 'sent', 'sent'],
    )
    world.clock.moveForward(300_000)
    const afterwards = await states()
    assert.deepEqual(
      ids.map((id) => afterwards.get(id)),
      ['verified', 'exceeded', 'expired', 'expired'],
    )
    const { body } = await command(world, 'GET', `${base}/requests?limit=1`)
    assert.deepEqual(Object.keys(body.data[0]), [
      'pinId',
      'app',
      'phone',
      'state',
      'attempts',
      'createdAt',
      'expiresAt',
      'verifiedAt',
      'sends',
    ])
    assert.equal(body.total, 4)
    const stranger = await newClient(world)
    assert.equal((await command(world, 'GET', `/accounts/${stranger.accountId}/otp/requests`)).body.total, 0)
  })

  it('numbers applications from 1 and rejects settings that could never send', async () => {
    const client = await newClient(world)
    const apps = `/accounts/${client.accountId}/otp/apps`
    const made = await Promise.all(['One', 'Two', 'Three'].map((name) => command(world, 'POST', apps, { name })))
    assert.deepEqual(made.map(({ body }) => body.number).sort(), [2, 3, 4])
    assert.deepEqual((await command(world, 'GET', `${apps}/2`)).body.guard, 'off')
    for (const settings of [
      { text: 'without a place' },
      { countries: ['ZZ'] },
      { countries: ['CA'] },
      { countries: [] },
      { pinLength: 3 },
      { pinLength: 11 },
      { lifeSeconds: 0 },
      { attemptsMax: 0 },
      { guard: 'maybe' },
      { unknown: 1 },
    ])
      assert.equal((await command(world, 'PUT', `${apps}/1`, settings)).status, 400, JSON.stringify(settings))
    assert.equal((await command(world, 'PUT', `${apps}/99999999999`, { active: false })).status, 404)
    assert.equal((await command(world, 'GET', `${apps}/9`)).status, 404)
    const changed = (await command(world, 'PUT', `${apps}/1`, { countries: ['TZ', 'US'], active: false })).body
    assert.deepEqual([changed.countries, changed.active, changed.text], [['TZ', 'US'], false, 'Your PIN is {pin}'])
    assert.equal((await command(world, 'PUT', `${apps}/1`, { countries: null })).body.countries, null)
  })

  it('names the missing carrier or the pending sender, and has a blocking guard, outside staging', async () => {
    const outside = await openWorld(engine, { config: { staging: false } })
    try {
      const [app] = (await command(outside, 'GET', '/accounts/1/otp/apps')).body.data
      assert.deepEqual([app.number, app.guard], [1, 'block'])
      const request = () => outside.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712009999' } })
      const refused = async (hint: RegExp) => {
        const answer = await request()
        assert.deepEqual([answer.status, codeOf(answer)], [400, 108])
        assert.match(String(answer.headers['ngoma-hint']), hint)
      }
      await refused(/^no carrier is configured/)
      Object.assign(outside.app.sms.routing, { hasCarriers: () => true })
      await refused(/^sender ID "INFO" is pending: the operator has to approve it;/)
    } finally {
      await outside.close()
    }
  })

  const keptOf = async (accountId: number) => {
    const { rows } = await sql<{ pins: number; sent: number; counted: number }>`
      select (select count(*) from otp_pins where account_id = ${accountId}) as pins,
             (select count(*) from sms_requests where account_id = ${accountId}) as sent,
             (select coalesce(sum(count), 0)::int from otp_counters where account_id = ${accountId}) as counted
    `.execute(world.db)
    return Object.values(rows[0] ?? {})
  }

  it('refuses a number without a route and stores nothing', async () => {
    const client = await newClient(world)
    const { routing } = world.app.sms
    const { choose } = routing
    Object.assign(routing, { choose: () => null })
    try {
      const answer = await requestPin(client, '255712009999')
      assert.deepEqual([answer.status, codeOf(answer)], [400, 108])
    } finally {
      Object.assign(routing, { choose })
    }
    assert.deepEqual(await keptOf(client.accountId), [0, 0, 0])
  })

  it('returns the original refusal when taking back the PIN fails', async () => {
    const client = await newClient(world)
    await command(world, 'POST', `/accounts/${client.accountId}/credit`, {
      product: 'OTP',
      amount: '-1000000',
      note: '',
    })
    await sql`create rule kept as on delete to otp_pins do instead select 1 / 0`.execute(world.db)
    try {
      const answer = await requestPin(client, '255712009999')
      assert.deepEqual([answer.status, codeOf(answer)], [400, 101])
    } finally {
      await sql`drop rule kept on otp_pins`.execute(world.db)
    }
    assert.ok(world.logs.some((line) => line.includes('failed to delete a PIN that was not sent')))
    assert.deepEqual(await keptOf(client.accountId), [1, 0, 3])
  })

  it('counts PINs towards the daily limit: 429 with code 101, and nothing is stored', async () => {
    const client = await newClient(world)
    await command(world, 'PATCH', `/accounts/${client.accountId}`, { requestsPerSecond: null, messagesPerDay: 1 })
    await until('the limit is known', async () => (await requestPin(client, '255712009999')).status === 429)
    const answer = await requestPin(client, '255712009999')
    assert.deepEqual([answer.status, codeOf(answer)], [429, 101])
    assert.ok(Number(answer.headers['retry-after']) > 0)
    const { rows } = await sql<{ pins: number; sent: number }>`
      select (select count(*) from otp_pins where account_id = ${client.accountId}) as pins,
             (select count(*) from sms_requests where account_id = ${client.accountId}) as sent
    `.execute(world.db)
    assert.equal(rows[0]?.pins, rows[0]?.sent)
  })

  it('deletes PINs after eight days', async () => {
    const client = await newClient(world)
    await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, { guard: 'block' })
    const { pinId } = (await requestPin(client, '255712009999')).body.data
    const left = async () => {
      const { rows } = await sql<{ pins: number; counters: number; prefixes: number }>`
        select (select count(*) from otp_pins where account_id = ${client.accountId}) as pins,
               (select count(*) from otp_counters where account_id = ${client.accountId}) as counters,
               (select count(*) from otp_prefixes where account_id = ${client.accountId}) as prefixes
      `.execute(world.db)
      return Object.values(rows[0] ?? {})
    }
    await forgetCounts(world.app.sms)
    assert.deepEqual(await left(), [1, 5, 3])
    world.clock.moveForward(4 * 3_600_000)
    await forgetCounts(world.app.sms)
    assert.deepEqual(await left(), [1, 0, 3])
    world.clock.moveForward(8 * 86_400_000)
    await forgetCounts(world.app.sms)
    await until('the PIN is deleted', async () => (await left())[0] === 0)
    assert.deepEqual(await left(), [0, 0, 0])
    assert.equal(codeOf(await verifyPin(client, pinId, '123456')), 113)
  })
})

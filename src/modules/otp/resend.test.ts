import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import type { Client } from '../../../test/contacts.ts'
import { codeOf, pinTo, requestPin, verifyPin } from '../../../test/otp.ts'
import { openPinBench, type PinBench, startAt, whatsapp } from '../../../test/pin-bench.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { deleteExpired } from './store-sends.ts'

onOneEngine('PINs that are kept', (engine) => {
  let world: World
  let bench: PinBench
  before(async () => {
    world = await openWorld(engine, { startAt })
    bench = openPinBench(world)
  })
  after(async () => {
    await world.close()
  })

  it('forgets the PIN when it expires', async () => {
    const { client, phone } = await bench.open({ resend: true, lifeSeconds: 60 })
    const pinId = await bench.request(client, phone)
    await pinTo(bench.messages, phone)
    await deleteExpired(world.db, world.clock.now())
    assert.equal(await bench.isKept(pinId), true)
    world.clock.moveForward(60_000)
    await deleteExpired(world.db, world.clock.now())
    assert.equal(await bench.isKept(pinId), false)
    assert.equal(codeOf(await client.ask('POST', '/v1/request', { pinId })), 115)
  })

  it('sends a PIN again under the same id, within its life and the limits', async () => {
    const { client, phone } = await bench.open({ resend: true, numberHourMax: 3 })
    const pinId = await bench.request(client, phone)
    const pin = await pinTo(bench.messages, phone)
    world.clock.moveForward(60_000)
    const again = await client.ask('POST', '/v1/request', { pinId }, { 'Idempotency-Key': 'again' })
    assert.deepEqual(Object.keys(again.body.data), ['pinId', 'message', 'pinExpiryTimeInMinutes', 'expiresInSeconds'])
    assert.deepEqual(
      [again.body.data.pinId, again.body.data.message.code, again.body.data.expiresInSeconds],
      [pinId, 100, 240],
    )
    const replayed = await client.ask('POST', '/v1/request', { pinId }, { 'Idempotency-Key': 'again' })
    assert.deepEqual([replayed.text, replayed.headers['idempotent-replayed']], [again.text, 'true'])
    await until('it came twice', () => bench.messages.filter((one) => one.phone === phone).length === 2)
    assert.ok(bench.messages.filter((one) => one.phone === phone).every((one) => one.parts.join('').includes(pin)))
    assert.equal((await client.ask('POST', '/v1/request', { appId: 1, msisdn: phone, pinId })).status, 200)
    const limited = await client.ask('POST', '/v1/request', { pinId })
    assert.deepEqual([limited.status, codeOf(limited)], [429, 101])
    assert.deepEqual(await bench.sendsOf(client), ['sms pending', 'sms pending', 'sms pending'])

    const other = await bench.open({})
    const plainId = await bench.request(other.client, other.phone)
    const refusals: [Client, object, number, number][] = [
      [client, { pinId: 'x' }, 404, 113],
      [client, { pinId, msisdn: other.phone }, 404, 113],
      [other.client, { pinId }, 404, 113],
      [other.client, { pinId: plainId }, 404, 113],
    ]
    for (const [asker, body, status, code] of refusals) {
      const refused = await asker.ask('POST', '/v1/request', body)
      assert.deepEqual([refused.status, codeOf(refused)], [status, code], JSON.stringify(body))
    }
    assert.equal(codeOf(await verifyPin(client, pinId, pin)), 117)
    const used = await client.ask('POST', '/v1/request', { pinId })
    assert.deepEqual([used.status, codeOf(used)], [400, 118])
  })

  it('keeps nothing for applications that send once', async () => {
    const { client, phone } = await bench.open({})
    const { body } = await requestPin(client, phone)
    const { rows } = await sql`select from otp_sends where pin_id = ${body.data.pinId}`.execute(world.db)
    assert.deepEqual([await bench.isKept(body.data.pinId), rows.length, await bench.sendsOf(client)], [false, 0, []])
    const other = await bench.open({ channels: [whatsapp] })
    const pinId = await bench.request(other.client, other.phone)
    assert.deepEqual([await bench.isKept(pinId), await bench.sendsOf(other.client)], [false, ['whatsapp pending']])
  })

  it('may begin with another channel, also under an idempotency key', async () => {
    const { client, phone } = await bench.open({ channels: [whatsapp, { channel: 'sms' }] })
    const ask = (headers: Record<string, string>, msisdn = phone) => requestPin(client, msisdn, 1, headers)
    const first = await ask({ 'Idempotency-Key': 'one' })
    const second = await ask({ 'Idempotency-Key': 'one' })
    assert.deepEqual([first.status, second.text, second.headers['idempotent-replayed']], [200, first.text, 'true'])
    assert.equal((await ask({ 'Idempotency-Key': 'one' }, '255712999999')).status, 409)
    await until('WhatsApp has it', () => bench.chatsTo(phone, 'whatsapp').length > 0)
    assert.deepEqual(bench.chatsTo(phone, 'whatsapp')[0]?.content.type, 'template')
    await bench.pass(30)
    const pin = await pinTo(bench.messages, phone)
    assert.equal(codeOf(await verifyPin(client, first.body.data.pinId, pin)), 117)
    assert.equal(bench.chatsTo(phone, 'whatsapp').length, 1)
  })
  it('answers with a success only for a stored message', async () => {
    const { client, phone } = await bench.open({ channels: [whatsapp] })
    const ask = () => requestPin(client, phone, 1, { 'Idempotency-Key': 'lost' })
    const carries = () => {
      throw new Error('as after a lost connection to the database')
    }
    await bench.during({ carries }, async () => assert.equal((await ask()).status, 500))
    const { status, headers } = await ask()
    assert.deepEqual([status, headers['idempotent-replayed']], [200, undefined])
    await until('WhatsApp has it', () => bench.chatsTo(phone, 'whatsapp').length > 0)
  })

  it('keeps the fallback of a PIN when the request to send it again is refused', async () => {
    const settings = { resend: true, pinLength: 10 }
    const { client, phone } = await bench.open({ ...settings, channels: [whatsapp, { channel: 'sms' }] })
    const setChannels = (channels: readonly object[]) =>
      command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, { ...settings, channels })
    const pinId = await bench.request(client, phone)
    await setChannels([whatsapp])
    await bench.during({ carries: () => false }, async () => {
      assert.equal((await client.ask('POST', '/v1/request', { pinId })).status, 400)
    })
    await setChannels([whatsapp, { channel: 'sms' }])
    await bench.pass(30)
    assert.deepEqual(await bench.sendsOf(client), ['whatsapp pending', 'sms pending'])
  })
})

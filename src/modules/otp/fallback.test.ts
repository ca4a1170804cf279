import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { type Client, newClient } from '../../../test/contacts.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { codeOf, findInDatabase, pinTo, requestPin, verifyPin, watchCarrier } from '../../../test/otp.ts'
import {
  onBothEngines,
  openTestDatabase,
  openWorld,
  type TestDatabase,
  until,
  type World,
} from '../../../test/world.ts'
import type { Submission } from '../../carriers/carrier.ts'
import type { ChatSubmission } from '../../carriers/chat/channel.ts'
import { deleteExpired } from './store-sends.ts'

const timeout = 60_000

const whatsapp = {
  channel: 'whatsapp',
  from: '255700000001',
  template: 'login_code',
  templateLanguages: { en: 'en_US', sw: 'sw' },
}
const all = [{ channel: 'sms' }, whatsapp, { channel: 'voice', afterSeconds: 20 }]

onBothEngines('PIN fallback', (engine) => {
  let database: TestDatabase
  let world: World
  let messages: Submission[]
  let chats: ChatSubmission[]
  before(async () => {
    database = await openTestDatabase(engine)
    world = await openWorld(engine, { database })
    messages = watchCarrier(world)
    chats = watchChannel(world)
  })
  after(async () => {
    await assertLedger(world.db)
    await world.close()
    await database.drop()
  })

  let last = 0
  /** An account whose application has these settings, and a number that it has not used. */
  async function open(settings: object, end = '0002'): Promise<{ client: Client; phone: string }> {
    last += 1
    const client = await newClient(world)
    const path = `/accounts/${client.accountId}/otp/apps/1`
    const { status, text } = await command(world, 'PUT', path, { pinLength: 10, ...settings })
    assert.equal(status, 200, text)
    return { client, phone: `255712${String(last).padStart(2, '0')}${end}` }
  }

  async function request(client: Client, phone: string, fields: object = {}): Promise<string> {
    const { status, body, text } = await client.ask('POST', '/v1/request', { appId: 1, msisdn: phone, ...fields })
    assert.equal(status, 200, text)
    return body.data.pinId
  }

  const sendsOf = async (client: Client): Promise<string[]> =>
    (await command(world, 'GET', `/accounts/${client.accountId}/otp/requests`)).body.data[0].sends.map(
      ({ channel, state }: { channel: string; state: string }) => `${channel} ${state}`,
    )
  const chatsTo = (phone: string, service: string) =>
    chats.filter((one) => one.phone === phone && one.service === service)
  const isKept = async (pinId: string) =>
    (
      await sql<{ kept: boolean }>`select sealed_pin is not null as kept from otp_pins where id = ${pinId}`.execute(
        world.db,
      )
    ).rows[0]?.kept
  const dueSends = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from otp_sends where due_at is not null`.execute(
        world.db,
      )
    ).rows[0]?.count
  /** Moves the clock, and waits until the workers have looked at all rows that are due by then. */
  async function pass(seconds: number): Promise<void> {
    world.clock.moveForward(seconds * 1_000)
    const now = world.clock.now()
    await until('nothing is due', async () => {
      const { rows } = await sql`select from otp_sends where due_at <= ${now} limit 1`.execute(world.db)
      return rows.length === 0
    })
  }

  it('sends the same PIN by SMS, WhatsApp and voice while no receipt arrives', { timeout }, async () => {
    const { client, phone } = await open({ channels: all, texts: { sw: 'Nambari yako ni {pin}' } })
    const pinId = await request(client, phone, { language: 'sw-TZ' })
    const pin = await pinTo(messages, phone)
    assert.equal(messages.findLast((one) => one.phone === phone)?.parts.join(''), `Nambari yako ni ${pin}`)
    assert.equal(await isKept(pinId), true)

    await pass(15)
    assert.deepEqual(await sendsOf(client), ['sms pending'])
    await pass(15)
    await until('WhatsApp has it', () => chatsTo(phone, 'whatsapp').length > 0)
    const [template] = chatsTo(phone, 'whatsapp')
    const parameters = [{ type: 'text', text: pin }]
    assert.deepEqual(
      [template?.business, template?.content],
      [
        '255700000001',
        {
          type: 'template',
          name: 'login_code',
          language: 'sw',
          components: [
            { type: 'body', parameters },
            { type: 'button', sub_type: 'url', index: '0', parameters },
          ],
        },
      ],
    )
    await pass(20)
    await until('voice has it', () => chatsTo(phone, 'voice').length > 0)
    const spoken = [...pin].join(', ')
    assert.deepEqual(chatsTo(phone, 'voice')[0]?.content, { type: 'text', text: `Nambari yako ni ${spoken}` })
    assert.deepEqual(await sendsOf(client), ['sms pending', 'whatsapp pending', 'voice pending'])
    assert.deepEqual(await findInDatabase(world.db, pin), [], 'no PIN is stored in plain text')
    assert.deepEqual(await findInDatabase(world.db, spoken), [])
    assert.equal(codeOf(await verifyPin(client, pinId, pin)), 117)
    assert.equal(await isKept(pinId), false)
    assert.equal(
      world.logs.some((line) => line.includes(pin)),
      false,
    )
    const { rows } = await sql<{ product: string }>`
      select distinct product from ledger_entries where account_id = ${client.accountId} and kind = 'hold'
    `.execute(world.db)
    assert.deepEqual(rows, [{ product: 'OTP' }], 'all channels are paid from OTP credit')
  })

  it('ends with a receipt, a verified PIN or too many attempts, and begins early after a failure', {
    timeout,
  }, async () => {
    const received = await open({ channels: all }, '0009')
    await request(received.client, received.phone)
    await until('it is delivered', async () => (await sendsOf(received.client))[0] === 'sms received')
    const verified = await open({ channels: all })
    const verifiedId = await request(verified.client, verified.phone)
    const pin = await pinTo(messages, verified.phone)
    assert.equal(codeOf(await verifyPin(verified.client, verifiedId, pin)), 117)
    const guessed = await open({ channels: all, attemptsMax: 1 })
    const guessedId = await request(guessed.client, guessed.phone)
    assert.equal(codeOf(await verifyPin(guessed.client, guessedId, 'x')), 114)
    assert.equal(await isKept(guessedId), false)

    const failed = await open({ channels: all }, '0003')
    await request(failed.client, failed.phone)
    await until('it has failed', async () => (await sendsOf(failed.client))[0] === 'sms failed')
    await pass(5)
    await until('WhatsApp has it', () => chatsTo(failed.phone, 'whatsapp').length > 0)
    await pass(40)
    for (const { phone } of [received, verified, guessed])
      assert.deepEqual(
        chats.filter((one) => one.phone === phone),
        [],
      )
  })

  it('skips a channel without credit or route, and tells the account', { timeout }, async () => {
    const { client, phone } = await open({ channels: [{ ...all[1], channel: 'whatsapp' }, { channel: 'sms' }] })
    const channel = world.app.otp.chat.channels.all().find(({ name }) => name === 'simulator') ?? assert.fail()
    const carries = channel.carries
    channel.carries = (service) => service !== 'whatsapp'
    try {
      await request(client, phone)
    } finally {
      channel.carries = carries
    }
    await pinTo(messages, phone)
    await world.app.sms.events.write()
    const { body } = await command(world, 'GET', `/accounts/${client.accountId}/events`)
    const [event] = body.data
    assert.deepEqual(
      [event.kind, event.subject, event.reason],
      ['otp.channel_skipped', 'application 1, whatsapp', 'no_route'],
    )
    assert.deepEqual(await sendsOf(client), ['sms pending'])
    assert.equal(await dueSends(), 0)
  })

  it('sends nothing twice when a worker dies between message and row', { timeout }, async () => {
    const { client, phone } = await open({ channels: all })
    const pinId = await request(client, phone)
    await pinTo(messages, phone)
    await pass(30)
    await until('WhatsApp has it', () => chatsTo(phone, 'whatsapp').length > 0)
    // As after a crash: the message is stored, but the row is not finished.
    await sql`delete from otp_sends where pin_id = ${pinId} and channel = 'whatsapp'`.execute(world.db)
    await sql`update otp_sends set due_at = ${world.clock.now()} where pin_id = ${pinId}`.execute(world.db)
    await pass(1)
    assert.deepEqual(await sendsOf(client), ['sms pending', 'whatsapp pending'])
    assert.equal(chatsTo(phone, 'whatsapp').length, 1)
  })

  it('forgets the PIN when it expires', { timeout }, async () => {
    const { client, phone } = await open({ resend: true, lifeSeconds: 60 })
    const pinId = await request(client, phone)
    await pinTo(messages, phone)
    await deleteExpired(world.db, world.clock.now())
    assert.equal(await isKept(pinId), true)
    world.clock.moveForward(60_000)
    await deleteExpired(world.db, world.clock.now())
    assert.equal(await isKept(pinId), false)
    assert.equal(codeOf(await client.ask('POST', '/v1/request', { pinId })), 115)
  })

  it('sends a PIN again under the same id, within its life and the limits', { timeout }, async () => {
    const { client, phone } = await open({ resend: true, numberHourMax: 3 })
    const pinId = await request(client, phone)
    const pin = await pinTo(messages, phone)
    world.clock.moveForward(60_000)
    const again = await client.ask('POST', '/v1/request', { pinId }, { 'Idempotency-Key': 'again' })
    assert.deepEqual(Object.keys(again.body.data), ['pinId', 'message', 'pinExpiryTimeInMinutes', 'expiresInSeconds'])
    assert.deepEqual(
      [again.body.data.pinId, again.body.data.message.code, again.body.data.expiresInSeconds],
      [pinId, 100, 240],
    )
    const replayed = await client.ask('POST', '/v1/request', { pinId }, { 'Idempotency-Key': 'again' })
    assert.deepEqual([replayed.text, replayed.headers['idempotent-replayed']], [again.text, 'true'])
    await until('it came twice', () => messages.filter((one) => one.phone === phone).length === 2)
    assert.ok(messages.filter((one) => one.phone === phone).every((one) => one.parts.join('').includes(pin)))
    assert.equal((await client.ask('POST', '/v1/request', { appId: 1, msisdn: phone, pinId })).status, 200)
    const limited = await client.ask('POST', '/v1/request', { pinId })
    assert.deepEqual([limited.status, codeOf(limited)], [429, 101])
    assert.deepEqual(await sendsOf(client), ['sms pending', 'sms pending', 'sms pending'])

    const other = await open({})
    const plainId = await request(other.client, other.phone)
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

  it('keeps nothing for applications that send once', { timeout }, async () => {
    const { client, phone } = await open({})
    const { body } = await requestPin(client, phone)
    const { rows } = await sql`select from otp_sends where pin_id = ${body.data.pinId}`.execute(world.db)
    assert.deepEqual([await isKept(body.data.pinId), rows.length, await sendsOf(client)], [false, 0, []])
  })

  it('may begin with another channel, also under an idempotency key', { timeout }, async () => {
    const { client, phone } = await open({ channels: [whatsapp, { channel: 'sms' }] })
    const ask = (headers: Record<string, string>, msisdn = phone) => requestPin(client, msisdn, 1, headers)
    const first = await ask({ 'Idempotency-Key': 'one' })
    const second = await ask({ 'Idempotency-Key': 'one' })
    assert.deepEqual([first.status, second.text, second.headers['idempotent-replayed']], [200, first.text, 'true'])
    assert.equal((await ask({ 'Idempotency-Key': 'one' }, '255712999999')).status, 409)
    await until('WhatsApp has it', () => chatsTo(phone, 'whatsapp').length > 0)
    assert.deepEqual(chatsTo(phone, 'whatsapp')[0]?.content.type, 'template')
    await pass(30)
    const pin = await pinTo(messages, phone)
    assert.equal(codeOf(await verifyPin(client, first.body.data.pinId, pin)), 117)
    assert.equal(chatsTo(phone, 'whatsapp').length, 1)
  })

  it('refuses channels that cannot work', async () => {
    const { client } = await open({})
    for (const [settings, why] of [
      [{ channels: [{ channel: 'sms' }, { channel: 'sms' }] }, /sms is listed twice/],
      [{ channels: [{ channel: 'voice', text: 'no place' }] }, /needs \{pin\}/],
      [{ channels: all, lifeSeconds: 50 }, /expires after 50/],
    ] as const) {
      const { status, headers } = await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, settings)
      assert.equal(status, 400)
      assert.match(String(headers['ngoma-hint']), why)
    }
    const bad = { texts: { sw: 'bila nafasi' } }
    assert.equal((await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, bad)).status, 400)
  })
})

/** Collects all messages that the simulated chat channel gets from now on. */
function watchChannel({ app: { otp } }: World): ChatSubmission[] {
  const seen: ChatSubmission[] = []
  const channel = otp.chat.channels.all().find(({ name }) => name === 'simulator') ?? assert.fail()
  const submit = channel.submit.bind(channel)
  channel.submit = (submission) => {
    seen.push(submission)
    return submit(submission)
  }
  return seen
}

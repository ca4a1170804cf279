import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import type { Submission } from '../../src/carriers/carrier.ts'
import { insertOptOut } from '../../src/modules/consent/index.ts'
import { command } from '../console/people.ts'
import { type Client, newClient } from '../contacts.ts'
import { assertLedger } from '../ledger.ts'
import { codeOf, findInDatabase, pinTo, requestPin, verifyPin, watchCarrier } from '../otp.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

onOneEngine('POST /v1/request', (engine) => {
  let world: World
  let client: Client
  let seen: Submission[]
  before(async () => {
    // Far from the end of the hour, when limits reset.
    world = await openWorld(engine, { startAt: new Date('2030-01-31T10:05:00Z'), config: { pinsPerHour: 60 } })
    client = await newClient(world)
    seen = watchCarrier(world)
  })
  after(() => world.close())

  const change = (app: number, settings: Record<string, unknown>, of = client) =>
    command(world, 'PUT', `/accounts/${of.accountId}/otp/apps/${app}`, settings).then(({ status, text }) =>
      assert.equal(status, 200, text),
    )
  const addApp = async (settings: Record<string, unknown> = {}, of = client): Promise<number> =>
    (await command(world, 'POST', `/accounts/${of.accountId}/otp/apps`, { name: 'One', ...settings })).body.number
  const pinsKept = async (of: Client) =>
    (
      await sql<{ count: number }>`select count(*) as count from otp_pins where account_id = ${of.accountId}`.execute(
        world.db,
      )
    ).rows[0]?.count
  const creditOf = async (of: Client, product: string) =>
    (await of.ask('GET', `/v1/credit-balance?app_name=${product}`)).body.data.credit_bal

  it('answers with an id, a code and the life of the PIN, and nothing else', async () => {
    const { status, body } = await requestPin(client, '255712000001')
    assert.equal(status, 200)
    assert.match(body.data.pinId, uuid)
    assert.deepEqual(body, {
      data: {
        pinId: body.data.pinId,
        message: { code: 100, message: 'SMS sent successfully' },
        pinExpiryTimeInMinutes: 5,
        expiresInSeconds: 300,
      },
    })
    assert.match(await pinTo(seen, '255712000001'), /^\d{6}$/)
    const message = seen.find(({ phone }) => phone === '255712000001')
    assert.deepEqual([message?.sender, message?.lane, message?.parts.length], ['INFO', 'pin', 1])
  })

  it('uses the sender, text, length and lifetime of the application', async () => {
    await command(world, 'POST', `/accounts/${client.accountId}/senders`, { sender: 'BANK' })
    const [sender] = (await command(world, 'GET', `/accounts/${client.accountId}/senders?q=BANK`)).body.data
    await command(world, 'POST', `/accounts/${client.accountId}/senders/${sender.id}/approve`)
    const app = await addApp({ sender: 'BANK', text: '{pin} is yours, €: {pin}', pinLength: 10, lifeSeconds: 90 })
    const { body } = await requestPin(client, '255712000002', String(app))
    assert.deepEqual([body.data.pinExpiryTimeInMinutes, body.data.expiresInSeconds], [2, 90])
    const pin = await pinTo(seen, '255712000002')
    const message = seen.find(({ phone }) => phone === '255712000002')
    assert.deepEqual([message?.sender, message?.parts], ['BANK', [`${pin} is yours, €: ${pin}`]])
    assert.equal(pin.length, 10)
  })

  it('reports the first of several errors, in the specified order', async () => {
    const other = await addApp()
    await change(other, { active: false })
    const mute = await addApp({ sender: 'NOBODY' })
    const bare = await addApp()
    await sql`update otp_apps set text = 'no place' where account_id = ${client.accountId} and number = ${bare}`.execute(
      world.db,
    )
    const good = '255712000003'
    const refused: readonly [status: number, code: number, text: string, body: unknown][] = [
      [400, 104, 'Application ID missing', {}],
      [400, 104, 'Application ID missing', []],
      [400, 104, 'Application ID missing', '{"appId":'],
      [400, 104, 'Application ID missing', { appId: '', msisdn: '' }],
      [400, 104, 'Application ID missing', { appId: null, msisdn: good }],
      [400, 104, 'Application ID missing', { appId: 1.5, msisdn: good }],
      [400, 103, 'Phone number missing', { appId: 'none' }],
      [400, 103, 'Phone number missing', { appId: 1, msisdn: '' }],
      [400, 103, 'Phone number missing', { appId: 1, msisdn: 255712000003 }],
      [400, 102, 'Invalid phone number', { appId: 99, msisdn: '0712000003' }],
      [400, 102, 'Invalid phone number', { appId: 1, msisdn: '+255712000003' }],
      [404, 106, 'Application not found', { appId: 99, msisdn: good }],
      [404, 106, 'Application not found', { appId: 'one', msisdn: good }],
      [404, 106, 'Application not found', { appId: -1, msisdn: good }],
      [404, 106, 'Application not found', { appId: '99999999999999999999', msisdn: good }],
      [404, 106, 'Application not found', { appId: 9_007_199_254_740_991, msisdn: good }],
      [404, 106, 'Application not found', `{"appId":9007199254740993,"msisdn":"${good}"}`],
      [400, 107, 'Application is inactive', { appId: other, msisdn: good }],
      [400, 109, 'Placeholder not found', { appId: bare, msisdn: good }],
      [400, 108, 'No channel found', { appId: mute, msisdn: good }],
    ]
    for (const [status, code, message, body] of refused) {
      const answer = await client.ask('POST', '/v1/request', body)
      assert.deepEqual(
        [answer.status, answer.body],
        [status, { data: { message: { code, message } } }],
        JSON.stringify(body),
      )
    }
    const stranger = await newClient(world)
    assert.equal(codeOf(await requestPin(stranger, good, other)), 106, 'an application belongs to one account')
  })

  it('answers 101 without enough credit, and stores and counts nothing', async () => {
    const poor = await newClient(world)
    await command(world, 'POST', `/accounts/${poor.accountId}/credit`, { product: 'OTP', amount: '-999999', note: '' })
    assert.equal((await requestPin(poor, '255712000004')).status, 200)
    const answer = await requestPin(poor, '255712000004')
    assert.deepEqual([answer.status, codeOf(answer)], [400, 101])
    assert.match(String(answer.headers['ngoma-hint']), /this send costs 1\.0000/)
    assert.equal(await pinsKept(poor), 1)
    const { rows } = await sql<{
      count: number
    }>`select distinct count from otp_counters where account_id = ${poor.accountId}`.execute(world.db)
    assert.deepEqual(rows, [{ count: 1 }])
  })

  it('is charged to the OTP balance at OTP prices, and the ledger agrees', async () => {
    const payer = await newClient(world)
    await command(world, 'PUT', '/prices', { product: 'OTP', accountId: payer.accountId, prefix: '255', amount: '2.5' })
    const price = () => world.app.sms.prices.pricesFor('OTP', payer.accountId, 'TZS', world.clock.now())('255712000005')
    await until('the new price applies', () => price() === 25_000n)
    const { body } = await requestPin(payer, '255712000005')
    assert.match(body.data.pinId, uuid)
    assert.deepEqual([await creditOf(payer, 'OTP'), await creditOf(payer, 'SMS')], ['999997.5000', '1000000.0000'])
    await requestPin(payer, '255710000000')
    await until(
      'the hold of the rejected message is released',
      async () => (await creditOf(payer, 'OTP')) === '999997.5000',
    )
    await assertLedger(world.db)
    assert.equal((await command(world, 'GET', '/ledger/check')).body.wrong?.length ?? 0, 0)
  })

  it('reaches numbers that opted out, and is reported like any message', async () => {
    await insertOptOut(world.db, client.accountId, '255712000006', 'stop', world.clock.now())
    assert.equal((await requestPin(client, '255712000006')).status, 200)
    await pinTo(seen, '255712000006')
    await until('the message is delivered', async () => {
      const { body } = await client.ask('GET', '/public/v1/delivery-reports?dest_addr=255712000006')
      return body.length === 1 && body[0].status === 'DELIVERED'
    })
  })

  it('uses the fixed PIN for numbers that end in 9999, and a random one for others', async () => {
    const lengths = [
      [4, '1234'],
      [6, '123456'],
      [10, '1234561234'],
    ] as const
    for (const [pinLength, pin] of lengths) {
      const app = await addApp({ pinLength })
      const { body } = await requestPin(client, '255712009999', app)
      assert.equal((await verifyPin(client, body.data.pinId, pin)).body.data.message.code, 117)
    }
  })

  it('repeats the answer of an Idempotency-Key, and sends one message', async () => {
    const key = { 'idempotency-key': 'sign-in of asha' }
    const [first, again] = [
      await requestPin(client, '255712000007', 1, key),
      await requestPin(client, '255712000007', 1, key),
    ]
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
    const atOnce = await Promise.all(
      ['1', '2', '3', '4'].map(() => requestPin(client, '255712000008', 1, { 'idempotency-key': 'at once' })),
    )
    assert.equal(new Set(atOnce.map(({ text }) => text)).size, 1, atOnce.map(({ text }) => text).join('\n'))
    const pin = await pinTo(seen, '255712000008')
    assert.equal((await verifyPin(client, atOnce[0]?.body.data.pinId, pin)).body.data.message.code, 117)
    assert.equal(seen.filter(({ phone }) => phone === '255712000008').length, 1)
    const { rows } = await sql<{ count: number }>`
      select count from otp_counters where account_id = ${client.accountId} and scope = 'number' and subject = '255712000008'
    `.execute(world.db)
    assert.deepEqual(rows, [{ count: 1 }], 'replayed requests are not counted')
    assert.deepEqual((await requestPin(client, '255712000009', 1, key)).body, {
      code: 409,
      message: 'Idempotency-Key Was Used With Another Body',
    })
  })

  it('accepts JSON numbers and a plus from a lenient credential', async () => {
    const lenient = await newClient(world, { lenient: true })
    for (const msisdn of [255712009999, '+255712009999', '255712009999']) {
      const { body } = await lenient.ask('POST', '/v1/request', { appId: '1', msisdn })
      assert.equal(body.data.message.code, 100)
      assert.equal((await verifyPin(lenient, body.data.pinId, 123456)).body.data.message.code, 117)
    }
    const strict = await requestPin(client, '255712009999')
    assert.equal(codeOf(await verifyPin(client, strict.body.data.pinId, 123456)), 111)
  })

  it('limits a number, an application and an account per hour, with 429 and Retry-After', async () => {
    const busy = await newClient(world)
    const second = await addApp({}, busy)
    await change(1, { numberHourMax: 2, appHourMax: 3 }, busy)
    const now = world.clock.now().getTime()
    const toNextHour = Math.ceil((3_600_000 - (now % 3_600_000)) / 1_000)
    for (let time = 0; time < 2; time += 1) assert.equal((await requestPin(busy, '255712000010')).status, 200)
    const number = await requestPin(busy, '255712000010')
    assert.deepEqual([number.status, codeOf(number)], [429, 101])
    assert.ok(Math.abs(Number(number.headers['retry-after']) - toNextHour) <= 30, String(number.headers['retry-after']))
    assert.equal((await requestPin(busy, '255712000011')).status, 200)
    assert.equal((await requestPin(busy, '255712000012')).status, 429, 'the limit of the application is reached')
    assert.equal((await requestPin(busy, '255712000012', second)).status, 200, 'another application has its own limit')
    assert.equal(
      (await requestPin(busy, '255712000010', second)).status,
      200,
      'the limit of a number is that of the requesting application',
    )
    world.clock.moveForward(3_600_000)
    assert.equal((await requestPin(busy, '255712000010')).status, 200)
  })

  it('keeps to a limit with many requests at once', async () => {
    const busy = await newClient(world)
    await change(1, { numberHourMax: 5 }, busy)
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => requestPin(busy, '255712000013')))).map(
      ({ status }) => status,
    )
    assert.deepEqual(
      [statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 429).length],
      [5, 35],
    )
    assert.equal(await pinsKept(busy), 5)
    const others = await Promise.all(
      Array.from({ length: 70 }, (_, index) => requestPin(busy, String(255_712_100_010 + index))),
    )
    const over = others.filter(({ status }) => status === 429)
    assert.deepEqual([others.length - over.length, over.length], [55, 15], 'sixty for the account in total')
    assert.match(String(over[0]?.headers['ngoma-hint']), /^the account is limited to 60 PINs an hour$/)
  })

  it('leaves no PIN in tables, lists or logs once the carrier has it', async () => {
    const app = await addApp({ text: 'Code {pin} of Ngoma', pinLength: 10 })
    const phones = ['255712000114', '255711110000', '255712000115']
    const ids: string[] = []
    for (const phone of phones) ids.push((await requestPin(client, phone, app)).body.data.pinId)
    const pins = await Promise.all(phones.map((phone) => pinTo(seen, phone)))
    await until('all messages are final', async () => {
      const { rows } = await sql`
        select from sms_requests r join sms_messages m on m.request_id = r.id
         where r.account_id = ${client.accountId} and (m.status = 'PENDING' or r.sealed_text is not null)
      `.execute(world.db)
      return rows.length === 0
    })
    await verifyPin(client, ids[0] ?? '', pins[0])
    await verifyPin(client, ids[2] ?? '', '0000')
    const lists = await Promise.all(
      ['otp/requests?limit=1000', 'otp/apps', 'messages?number=255712000114', 'events', 'audit'].map((path) =>
        command(world, 'GET', `/accounts/${client.accountId}/${path}`),
      ),
    )
    for (const pin of pins) {
      assert.match(pin, /^\d{10}$/)
      assert.deepEqual(await findInDatabase(world.db, pin), [])
      assert.deepEqual(
        world.logs.filter((line) => line.includes(pin)),
        [],
      )
      for (const { status, text } of lists) assert.ok(status === 200 && !text.includes(pin), text)
    }
    assert.deepEqual(
      await findInDatabase(world.db, 'Code ********** of Ngoma'),
      ['sms_requests.text'],
      'the search itself works',
    )
  })
})

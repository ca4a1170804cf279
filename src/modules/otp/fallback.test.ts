import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { exampleSettings } from '../../../test/http-carrier.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { codeOf, findInDatabase, pinTo, verifyPin } from '../../../test/otp.ts'
import { allChannels, openPinBench, type PinBench, startAt, whatsapp } from '../../../test/pin-bench.ts'
import { password, startSmsProvider } from '../../../test/sms-provider.ts'
import { openWhatsAppWorld } from '../../../test/whatsapp.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { NewTemplate } from '../../../tools/whatsapp/api.ts'

onOneEngine('PIN fallback', (engine) => {
  let world: World
  let bench: PinBench
  before(async () => {
    world = await openWorld(engine, { startAt })
    bench = openPinBench(world)
  })
  after(async () => {
    await assertLedger(world.db)
    await world.close()
  })

  it('sends the same PIN by SMS, WhatsApp and voice while no receipt arrives', async () => {
    const { client, phone } = await bench.open({ channels: allChannels, texts: { sw: 'Nambari yako ni {pin}' } })
    const pinId = await bench.request(client, phone, { language: 'sw-TZ' })
    const pin = await pinTo(bench.messages, phone)
    assert.equal(bench.messages.findLast((one) => one.phone === phone)?.parts.join(''), `Nambari yako ni ${pin}`)
    assert.equal(await bench.isKept(pinId), true)

    await bench.pass(15)
    assert.deepEqual(await bench.sendsOf(client), ['sms pending'])
    await bench.pass(15)
    await until('WhatsApp has it', () => bench.chatsTo(phone, 'whatsapp').length > 0)
    const [template] = bench.chatsTo(phone, 'whatsapp')
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
    await bench.pass(20)
    await until('voice has it', () => bench.chatsTo(phone, 'voice').length > 0)
    const spoken = [...pin].join(', ')
    assert.deepEqual(bench.chatsTo(phone, 'voice')[0]?.content, { type: 'text', text: `Nambari yako ni ${spoken}` })
    assert.deepEqual(await bench.sendsOf(client), ['sms pending', 'whatsapp pending', 'voice pending'])
    assert.deepEqual(await findInDatabase(world.db, pin), [], 'no PIN is stored in plain text')
    const { rows: shown } = await sql`select from chat_messages where content::text like ${`%${spoken}%`}`.execute(
      world.db,
    )
    assert.equal(shown.length, 0)
    assert.equal(codeOf(await verifyPin(client, pinId, pin)), 117)
    assert.equal(await bench.isKept(pinId), false)
    assert.equal(
      world.logs.some((line) => line.includes(pin)),
      false,
    )
    const { rows } = await sql<{ product: string }>`
      select distinct product from ledger_entries where account_id = ${client.accountId} and kind = 'hold'
    `.execute(world.db)
    assert.deepEqual(rows, [{ product: 'OTP' }], 'all channels are paid from OTP credit')
  })

  it('ends with a receipt, a verified PIN or too many attempts, and begins early after a failure', async () => {
    const received = await bench.open({ channels: allChannels }, '0009')
    await bench.request(received.client, received.phone)
    await until('it is delivered', async () => (await bench.sendsOf(received.client))[0] === 'sms received')
    const verified = await bench.open({ channels: allChannels })
    const verifiedId = await bench.request(verified.client, verified.phone)
    const pin = await pinTo(bench.messages, verified.phone)
    assert.equal(codeOf(await verifyPin(verified.client, verifiedId, pin)), 117)
    const guessed = await bench.open({ channels: allChannels, attemptsMax: 1 })
    const guessedId = await bench.request(guessed.client, guessed.phone)
    assert.equal(codeOf(await verifyPin(guessed.client, guessedId, 'x')), 114)
    assert.equal(await bench.isKept(guessedId), false)

    const chatted = await bench.open({ channels: [whatsapp, { channel: 'sms' }] })
    await bench.request(chatted.client, chatted.phone)
    await until('WhatsApp has it', () => bench.chatsTo(chatted.phone, 'whatsapp').length > 0)
    const { accountId } = chatted.client
    await sql`update chat_messages set delivered_at = now() where account_id = ${accountId}`.execute(world.db)
    // As after a crash between the message and its note.
    await sql`update otp_sends set message_id = null where account_id = ${accountId}`.execute(world.db)

    const failed = await bench.open({ channels: allChannels }, '0003')
    await bench.request(failed.client, failed.phone)
    await until('it has failed', async () => (await bench.sendsOf(failed.client))[0] === 'sms failed')
    await bench.pass(5)
    await until('WhatsApp has it', () => bench.chatsTo(failed.phone, 'whatsapp').length > 0)
    await bench.pass(40)
    assert.deepEqual(await bench.sendsOf(chatted.client), ['whatsapp received'])
    for (const { phone } of [received, verified, guessed])
      assert.deepEqual(
        bench.chats.filter((one) => one.phone === phone),
        [],
      )
  })

  it('skips a channel without credit or route, and tells the account', async () => {
    const { client, phone } = await bench.open({ channels: [{ ...whatsapp, channel: 'whatsapp' }, { channel: 'sms' }] })
    await bench.during({ carries: (service) => service !== 'whatsapp' }, async () => {
      await bench.request(client, phone)
    })
    await pinTo(bench.messages, phone)
    await world.app.sms.events.write()
    const { body } = await command(world, 'GET', `/accounts/${client.accountId}/events`)
    const [event] = body.data
    assert.deepEqual(
      [event.kind, event.subject, event.reason],
      ['otp.channel_skipped', 'application 1, whatsapp', 'no_route'],
    )
    assert.deepEqual(await bench.sendsOf(client), ['sms pending'])
  })

  it('lists a failed chat message with its reason', async () => {
    const { client, phone } = await bench.open({ channels: [whatsapp] }, '0000')
    await bench.request(client, phone)
    await until('it has failed', async () => (await bench.sendsOf(client))[0] === 'whatsapp failed')
    const { body } = await command(world, 'GET', `/accounts/${client.accountId}/otp/requests`)
    assert.equal(body.data[0].sends[0].problem, 'refused_by_channel')
  })

  it('cancels the waiting message of a verified PIN', async () => {
    const { client, phone } = await bench.open({ channels: [{ channel: 'sms' }, { channel: 'voice' }] })
    const pinId = await bench.request(client, phone)
    const pin = await pinTo(bench.messages, phone)
    await bench.during({ ready: () => false }, async () => {
      await bench.pass(30)
      assert.equal(codeOf(await verifyPin(client, pinId, pin)), 117)
    })
    const { rows } = await sql`
      select state, reason, sealed_content, due_at from chat_messages where account_id = ${client.accountId}
    `.execute(world.db)
    assert.deepEqual(rows, [{ state: 'failed', reason: 'cancelled', sealed_content: null, due_at: null }])
  })

  it('sends nothing twice when a worker dies between message and row', async () => {
    const { client, phone } = await bench.open({ channels: allChannels })
    const pinId = await bench.request(client, phone)
    await pinTo(bench.messages, phone)
    await bench.pass(30)
    await until('WhatsApp has it', () => bench.chatsTo(phone, 'whatsapp').length > 0)
    // As after a crash: the message is stored, but the row is not finished.
    await sql`delete from otp_sends where pin_id = ${pinId} and channel = 'whatsapp'`.execute(world.db)
    await sql`update otp_sends set due_at = ${world.clock.now()} where pin_id = ${pinId}`.execute(world.db)
    await bench.pass(1)
    assert.deepEqual(await bench.sendsOf(client), ['sms pending', 'whatsapp pending'])
    assert.equal(bench.chatsTo(phone, 'whatsapp').length, 1)
  })

  it('refuses channels that cannot work', async () => {
    const { client } = await bench.open({})
    for (const [settings, why] of [
      [{ channels: [{ channel: 'sms' }, { channel: 'sms' }] }, /sms is listed twice/],
      [{ channels: [{ channel: 'voice', text: 'no place' }] }, /needs \{pin\}/],
      [{ channels: allChannels, lifeSeconds: 50 }, /expires after 50/],
    ] as const) {
      const { status, headers } = await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, settings)
      assert.equal(status, 400)
      assert.match(String(headers['ngoma-hint']), why)
    }
    const bad = { texts: { sw: 'bila nafasi' } }
    assert.equal((await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, bad)).status, 400)
  })
})

onOneEngine('PIN fallback in production', (engine) => {
  it('sends a WhatsApp template, and no more once it was delivered', async () => {
    const button = { type: 'URL', text: 'Copy code', url: 'https://www.whatsapp.com/otp/code/?code=otp{{1}}' } as const
    const template: NewTemplate = {
      name: 'login_code',
      language: 'en_US',
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY', text: '{{1}} is your verification code.' },
        { type: 'BUTTONS', buttons: [button] },
      ],
    }
    const { world, whatsapp: emulator, business, close } = await openWhatsAppWorld(engine, { templates: [template] })
    const provider = await startSmsProvider('json', world.clock)
    try {
      const carrier = {
        product: 'sms',
        kind: 'http',
        settings: exampleSettings('json', provider),
        secrets: { password },
      }
      assert.equal((await command(world, 'PUT', '/providers/sms', carrier)).status, 200)
      assert.equal((await command(world, 'POST', '/routes', { carrier: 'sms' })).status, 201)
      // Outside staging the first sender ID is pending, and a channel that refuses a PIN is skipped.
      assert.equal((await command(world, 'POST', '/accounts/1/senders/1/approve')).status, 200)
      const channels = [{ channel: 'sms' }, { ...whatsapp, from: business }, { channel: 'voice' }]
      assert.equal((await command(world, 'PUT', '/accounts/1/otp/apps/1', { channels })).status, 200)
      const { body, text } = await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712340002' } })
      assert.equal(body.data.message.code, 100, text)
      const sends = async () => (await command(world, 'GET', '/accounts/1/otp/requests')).body.data[0].sends
      assert.deepEqual(
        (await sends()).map(({ channel }: { channel: string }) => channel),
        ['sms'],
      )
      await until('the SMS was sent', () => provider.asked.length > 0)
      const pin = /\d{6}/.exec(provider.asked[0]?.fields.text ?? '')?.[0] ?? assert.fail()
      world.clock.moveForward(31_000)
      await until('WhatsApp has it', () => emulator.sent.length > 0)
      assert.deepEqual(emulator.sent[0]?.body.template, {
        name: 'login_code',
        language: { code: 'en_US' },
        components: [
          { type: 'body', parameters: [{ type: 'text', text: pin }] },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: pin }] },
        ],
      })
      // The emulator sends no statuses for this number on its own.
      await emulator.report(emulator.sent[0]?.id ?? '', 'delivered')
      await until('it is delivered', async () => (await sends())[1]?.state === 'received')
      world.clock.moveForward(31_000)
      const { pinId } = body.data
      await until('nothing is due', async () => {
        const { rows } = await sql`select from otp_sends where pin_id = ${pinId} and due_at is not null`.execute(
          world.db,
        )
        return rows.length === 0
      })
      assert.equal((await sends()).length, 2)
      const verified = await world.request('POST', '/v1/verify', { body: { pinId, pin } })
      assert.equal(codeOf(verified), 117)
      await assertLedger(world.db)
    } finally {
      await provider.close()
      await close()
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { assertLedgerClean, assertSent, entriesOf, freshPhone, messagesWith, untilStates } from '../../../test/chat.ts'
import { command } from '../../../test/console/people.ts'
import { newClient } from '../../../test/contacts.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { openWhatsAppWorld, type WhatsAppWorld } from '../../../test/whatsapp.ts'
import { authorization, onOneEngine, until } from '../../../test/world.ts'
import type { FaultName } from '../../../tools/emulator/faults.ts'
import { findChatStates, sendSealed } from './index.ts'
import { expireMessages } from './submit.ts'

const hourMs = 3_600_000

onOneEngine('WhatsApp', (engine) => {
  let open: WhatsAppWorld
  before(async () => {
    open = await openWhatsAppWorld(engine)
  })
  after(() => open.close())

  const messageTo = async (phone: string) => (await messagesWith(open.world, phone)).at(-1)
  const sentTo = (phone: string) => open.whatsapp.sent.filter(({ to }) => to === phone)

  it('sends templates, follows their statuses and reports them once', async () => {
    const { world, whatsapp, business } = open
    const receiver = await startReceiver()
    try {
      const endpoint = await addEndpoint(world, 'chat-status', receiver.url)
      const phone = freshPhone()
      await assertSent(open.sendTemplate(phone, { transaction_id: 'order-1' }))
      await untilStates(world, phone, ['delivered'])
      const [sent] = sentTo(phone)
      assert.deepEqual(sent?.body.template, {
        name: 'order_ready',
        language: { code: 'en' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
      })
      await whatsapp.report(sent.id, 'read')
      await whatsapp.report(sent.id, 'delivered')
      await whatsapp.report(sent.id, 'failed')
      await untilStates(world, phone, ['read'])
      await until('three events arrived', () => receiver.received.length >= 3)
      const bodies = receiver.received.map(({ text }) => JSON.parse(text))
      assert.deepEqual(bodies.map(({ status }) => status).sort(), ['delivered', 'read', 'sent'])
      const { timestamp, status, ...same } = bodies[0]
      assert.deepEqual(same, {
        from: business,
        to: phone,
        channel: 'whatsapp',
        transaction_id: 'order-1',
        message_id: String((await messageTo(phone)).id),
        destination: phone,
      })
      await command(world, 'DELETE', `/accounts/1/webhooks/${endpoint.id}`)
      assert.deepEqual(await entriesOf(world, (await messageTo(phone)).id), ['hold 1.0000', 'spend 1.0000'])
    } finally {
      await receiver.close()
    }
  })

  it('refuses other messages outside the session, which the person opens', async () => {
    const { world, whatsapp } = open
    const phone = freshPhone()
    const first = await open.send(phone)
    assert.deepEqual([first.status, first.body.code], [400, 107])
    assert.match(String(first.headers['ngoma-hint']), /has not written to the business yet; send a template/)
    await whatsapp.write({ from: phone }, 'Habari')
    const [received] = await messagesWith(world, phone)
    assert.deepEqual(received.content, { type: 'text', text: 'Habari' })
    await assertSent(open.send(phone))
    await untilStates(world, phone, ['received', 'delivered'])
    world.clock.moveForward(24 * hourMs)
    const late = await open.send(phone)
    assert.deepEqual([late.status, late.body.code], [400, 107])
    assert.match(String(late.headers['ngoma-hint']), /the chat session with this person ended at 20\d\d-/)
    assert.equal((await open.send(phone, { from: '255700000000' })).body.code, 106)
    assert.equal(sentTo(phone).length, 1)
  })

  it('receives files, places, contacts and answers, and passes on files without storing them', async () => {
    const { world, whatsapp } = open
    const [phone, pdf] = [freshPhone(), 'application/pdf']
    const receiver = await startReceiver()
    try {
      const endpoint = await addEndpoint(world, 'chat', receiver.url)
      await whatsapp.write({ from: phone }, { type: 'document', caption: 'Our order', filename: 'order "1".pdf' })
      await whatsapp.write({ from: phone }, { type: 'image', mimeType: 'image/svg+xml' })
      await whatsapp.write({ from: phone }, { type: 'location', latitude: -6.8, longitude: 39.28, name: 'Home' })
      await whatsapp.write({ from: phone }, { type: 'contacts', name: 'Neema', phone: '255710000001' })
      await whatsapp.write({ from: phone }, { type: 'button_reply', id: 'yes', title: 'Yes' })
      await whatsapp.write({ from: phone }, { type: 'unsupported' })
      await until('all events arrived', () => receiver.received.length >= 6)
      const bodies = receiver.received.map(({ text }) => JSON.parse(text))
      const byType = new Map(bodies.map((body) => [body.message_type, body.message]))
      const [document, drawing] = await messagesWith(world, phone)
      assert.deepEqual(Object.fromEntries(byType), {
        document: {
          text: 'Our order',
          media: { id: String(document.id), mime_type: pdf, filename: 'order "1".pdf' },
        },
        image: { text: '', media: { id: String(drawing.id), mime_type: 'image/svg+xml' } },
        location: { text: 'Home', location: { latitude: -6.8, longitude: 39.28, name: 'Home' } },
        contacts: { text: '', contacts: [{ name: 'Neema', phones: ['255710000001'] }] },
        reply: { text: 'Yes', reply: { id: 'yes', text: 'Yes' } },
        unsupported: { text: '' },
      })
      await command(world, 'DELETE', `/accounts/1/webhooks/${endpoint.id}`)

      const file = await world.app.http.inject({ url: `/v1/chatapi/media/${document.id}`, headers: { authorization } })
      assert.deepEqual([file.statusCode, file.body], [200, '%PDF-1.4\n%%EOF\n'])
      assert.deepEqual([file.headers['content-type'], file.headers['x-content-type-options']], [pdf, 'nosniff'])
      assert.equal(
        file.headers['content-disposition'],
        `attachment; filename="order _1_.pdf"; filename*=UTF-8''order%20%221%22.pdf`,
      )
      const refused = await world.request('GET', `/v1/chatapi/media/${drawing.id}`)
      assert.deepEqual(refused.body, { code: 403, message: 'Media Type Not Allowed' })
      const missing = await (await newClient(world)).ask('GET', `/v1/chatapi/media/${document.id}`)
      assert.deepEqual(missing.body, { code: 404, message: 'Media Not Found' })
    } finally {
      await receiver.close()
    }
  })

  it('lists the templates of the channel', async () => {
    const { world } = open
    const { settings } = (await command(world, 'GET', '/providers/wa')).body
    await command(world, 'PUT', '/providers/wa', { settings: { ...settings, ratePerSecond: 79 } })
    await sql`delete from chat_templates`.execute(world.db)
    world.clock.moveForward(30_000)
    await until('the templates of the changed channel were read', async () => {
      const { data } = (await command(world, 'GET', '/accounts/1/conversations/templates')).body
      return data.length === 1
    })
    const { body } = await command(world, 'POST', '/providers/wa/templates/sync')
    assert.deepEqual(body, { templates: 1 })
    const listed = await command(world, 'GET', '/accounts/1/conversations/templates')
    const [{ syncedAt, ...template }] = listed.body.data
    assert.deepEqual(template, {
      provider: 'wa',
      name: 'order_ready',
      language: 'en',
      category: 'UTILITY',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: 'Hello {{1}}' }],
    })
  })

  const contentWith = (pin: string) =>
    ({
      type: 'template',
      name: 'order_ready',
      language: 'en',
      components: [{ type: 'body', parameters: [{ type: 'text', text: pin }] }],
    }) as const

  /** Returns the id of the message. */
  async function sendPin(phone: string): Promise<number> {
    const { world, business } = open
    const message = {
      accountId: 1,
      service: 'whatsapp',
      business,
      phone,
      content: contentWith('424242'),
      shown: contentWith('******'),
      product: 'OTP',
      validUntil: new Date(world.clock.now().getTime() + 300_000),
    } as const
    return (await sendSealed(world.app.chat, message, null, (id) => id)).answer
  }
  const rowOf = async (id: number) => {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select row_to_json(m) as row from chat_messages m where id = ${id}
    `.execute(open.world.db)
    return rows[0]?.row ?? assert.fail()
  }

  it('sends sealed messages, which another product pays for', async () => {
    const { world } = open
    const phone = freshPhone()
    const id = await sendPin(phone)
    await until('it is delivered', async () => (await findChatStates(world.db, 1, [id])).get(id)?.state === 'delivered')
    assert.match(JSON.stringify(sentTo(phone)[0]?.body), /424242/)
    const row = await rowOf(id)
    assert.deepEqual([row.sealed_content, row.product], [null, 'OTP'])
    assert.doesNotMatch(JSON.stringify(row), /424242/)
    await assertLedgerClean(world)
  })

  it('removes sealed contents in time while the provider cannot be opened', async () => {
    const { world, whatsapp } = open
    await whatsapp.goAway()
    const id = await sendPin(freshPhone())
    const soon = new Date(world.clock.now().getTime() + 86_400_000)
    await until('no worker has it', async () => {
      const { rows } = await sql`
        update chat_messages set tried_at = ${world.clock.now()}, due_at = ${soon} where id = ${id} and lease_until is null returning id
      `.execute(world.db)
      return rows.length > 0
    })
    world.clock.moveForward(300_000)
    await expireMessages(world.app.chat)
    const waiting = await rowOf(id)
    assert.deepEqual([waiting.state, waiting.sealed_content], ['queued', null])
    await whatsapp.comeBack()
    world.clock.moveForward(hourMs)
    await expireMessages(world.app.chat)
    // The same task of the server may be running.
    await until('it has ended', async () => (await rowOf(id)).due_at === null)
    assert.equal((await rowOf(id)).reason, 'unknown')
    await assertLedgerClean(world)
  })

  /** Each fault, the final state, how many requests the person got, and the entries of the ledger. */
  const charged = ['hold 1.0000', 'spend 1.0000']
  const faults: [faults: readonly FaultName[], state: string, times: number, entries: readonly string[]][] = [
    [['answer-lost'], 'delivered', 1, charged],
    [['answer-lost', 'callback-never', 'callback-never'], 'unknown', 1, ['hold 1.0000', 'release 1.0000']],
    [['away'], 'unknown', 0, ['hold 1.0000', 'release 1.0000']],
    [['callback-twice', 'callback-twice'], 'delivered', 1, charged],
  ]
  const survived: readonly FaultName[] = ['garbage', 'callback-first', 'rate-limit', 'pair-rate-limit', 'error']
  for (const fault of survived) faults.push([[fault], 'delivered', 1, charged])
  for (const [names, state, times, entries] of faults)
    it(`survives ${names.join(', ')}`, async () => {
      const { world, whatsapp } = open
      const phone = freshPhone()
      for (const name of names) whatsapp.fault(name, { phone })
      await assertSent(open.sendTemplate(phone))
      const isOver = async () => (await messageTo(phone)).state === state
      if (state === 'unknown') {
        await until('the request was made', async () => {
          const { rows } = await sql`select from chat_messages where tried_at is not null and state = 'queued'`.execute(
            world.db,
          )
          return rows.length > 0
        })
        await whatsapp.idle()
      }
      await until(`the message is ${state}`, async () => {
        if (await isOver()) return true
        world.clock.moveForward(state === 'unknown' ? hourMs : 1_000)
        return isOver()
      })
      assert.equal(sentTo(phone).length, times)
      assert.deepEqual(await entriesOf(world, (await messageTo(phone)).id), entries)
      whatsapp.clearFaults()
    })

  it('gives the money back once when a message fails after it was accepted', async () => {
    const { world, whatsapp } = open
    const phone = freshPhone('0002')
    await assertSent(open.sendTemplate(phone))
    await untilStates(world, phone, ['sent'])
    const [sent] = sentTo(phone)
    for (const _ of ['first', 'again']) await whatsapp.report(sent?.id ?? '', 'failed', 131026)
    const { id, state, reason } = await messageTo(phone)
    assert.deepEqual([state, reason], ['failed', 'undeliverable'])
    await whatsapp.report(sent?.id ?? '', 'delivered')
    assert.equal((await messageTo(phone)).state, 'failed')
    assert.deepEqual(await entriesOf(world, id), ['hold 1.0000', 'spend 1.0000', 'credit 1.0000'])
    await assertLedgerClean(world)
  })

  it('refuses forged webhooks and wrong verify tokens', async () => {
    const { world, whatsapp, callbackUrl } = open
    const phone = freshPhone()
    whatsapp.fault('callback-forged', { phone })
    await whatsapp.write({ from: phone }, 'forged')
    assert.equal(whatsapp.webhooks.at(-1)?.status, 401)
    assert.deepEqual(await messagesWith(world, phone), [])
    await assert.rejects(whatsapp.subscribe(callbackUrl, 'wrong'), /403/)
  })

  it('waits while WhatsApp is away, and ends the message when it expires', async () => {
    const { world, whatsapp } = open
    const [patient, late] = [freshPhone(), freshPhone()]
    await whatsapp.goAway()
    await assertSent(open.sendTemplate(late))
    await until('the outage is known', async () => {
      world.clock.moveForward(3_000)
      return (await command(world, 'GET', '/providers/wa')).body.state === 'away'
    })
    world.clock.moveForward(25 * hourMs)
    await untilStates(world, late, ['failed'])
    assert.equal((await messageTo(late)).reason, 'expired')
    await assertSent(open.sendTemplate(patient))
    await whatsapp.comeBack()
    await until('it is sent', async () => {
      world.clock.moveForward(3_000)
      return (await messageTo(patient)).state === 'delivered'
    })
    assert.equal(sentTo(late).length, 0)
    await assertLedgerClean(world)
  })
})

import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { startReceiver } from '../../test/receiver.ts'
import type { WhatsApp, WhatsAppOptions } from './api.ts'
import { startWhatsApp } from './whatsapp.ts'

const hello = { name: 'hello', language: 'en', components: [{ type: 'BODY', text: 'Hello {{1}}' }] } as const
const person = '255710000001'

async function open(test: TestContext, options: WhatsAppOptions = {}) {
  let now = new Date('2026-03-01T10:00:00Z')
  const whatsapp = await startWhatsApp({ now: () => now, templates: [hello], retryDelaysMs: [], ...options })
  const answers: number[] = []
  const receiver = await startReceiver({
    answer: ({ path }) => {
      const challenge = new URL(path, 'http://x').searchParams.get('hub.challenge')
      return challenge === null ? { status: answers.shift() ?? 200 } : { status: 200, body: challenge }
    },
  })
  test.after(() => Promise.all([whatsapp.close(), receiver.close()]))
  await whatsapp.subscribe(`${receiver.url}hook`, 'verify-me')
  const [handshake] = receiver.received.splice(0)
  return {
    whatsapp,
    answers,
    handshake,
    move: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    /** The `value` objects that arrived since the last call. */
    values: () => receiver.received.splice(0).map(({ text }) => JSON.parse(text).entry[0].changes[0].value),
    raw: () => receiver.received.splice(0),
  }
}

async function ask(whatsapp: WhatsApp, path: string, body?: object, token = whatsapp.token) {
  const response = await fetch(whatsapp.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
    body: body ? JSON.stringify(body) : undefined,
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const messagesOf = (whatsapp: WhatsApp) => `/v23.0/${whatsapp.phoneNumbers[0]?.id}/messages`
const textTo = (to: string) => ({ messaging_product: 'whatsapp', to, type: 'text', text: { body: 'Hi' } })
const templateTo = (to: string, more: object = {}) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'template',
  template: {
    name: 'hello',
    language: { code: 'en' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
  },
  ...more,
})

describe('the WhatsApp emulator', () => {
  it('verifies the webhook URL, and refuses one that does not answer with the challenge', async (test) => {
    const { whatsapp, handshake } = await open(test)
    const query = new URL(handshake?.path ?? '', 'http://x').searchParams
    assert.equal(query.get('hub.mode'), 'subscribe')
    assert.equal(query.get('hub.verify_token'), 'verify-me')
    await assert.rejects(whatsapp.subscribe(`${whatsapp.url}/v23.0/1`, 'verify-me'), /could not be validated: 401/)
  })

  it('refuses wrong tokens, versions and objects', async (test) => {
    const { whatsapp } = await open(test)
    const path = messagesOf(whatsapp)
    const wrong = await ask(whatsapp, path, textTo(person), 'other')
    assert.equal(wrong.status, 401)
    assert.equal(wrong.body.error.code, 190)
    assert.equal(wrong.body.error.type, 'OAuthException')
    assert.equal((await ask(whatsapp, path.replace('v23.0', 'v2'), textTo(person))).body.error.code, 2500)
    assert.equal((await ask(whatsapp, path.replace('v23.0', 'v3.0'), textTo(person))).body.error.code, 2635)
    assert.deepEqual((await ask(whatsapp, '/v23.0/12345')).body.error.error_subcode, 33)
  })

  it('reports accepted messages as sent and delivered, signed with the app secret', async (test) => {
    const { whatsapp, raw } = await open(test)
    const { status, body } = await ask(
      whatsapp,
      messagesOf(whatsapp),
      templateTo('+255710000001', { biz_opaque_callback_data: 'row 7' }),
    )
    assert.equal(status, 200)
    assert.deepEqual(body.contacts, [{ input: '+255710000001', wa_id: person }])
    assert.match(body.messages[0].id, /^wamid\./)
    await whatsapp.idle()

    const hooks = raw()
    for (const { text, headers } of hooks)
      assert.equal(
        headers['x-hub-signature-256'],
        `sha256=${createHmac('sha256', whatsapp.appSecret).update(text).digest('hex')}`,
      )
    const statuses = hooks.map(({ text }) => JSON.parse(text).entry[0].changes[0].value.statuses[0])
    assert.deepEqual(
      statuses.map((one) => [one.id, one.status, one.recipient_id, one.biz_opaque_callback_data]),
      ['sent', 'delivered'].map((one) => [body.messages[0].id, one, person, 'row 7']),
    )
    assert.deepEqual(statuses[0].pricing, {
      billable: true,
      pricing_model: 'PMP',
      type: 'regular',
      category: 'utility',
    })
  })

  it('accepts other messages than templates only within 24 hours of the last message of the person', async (test) => {
    const { whatsapp, move } = await open(test)
    const path = messagesOf(whatsapp)
    const before = await ask(whatsapp, path, textTo(person))
    assert.equal(before.status, 400)
    assert.equal(before.body.error.code, 131047)
    assert.equal(before.body.error.error_data.messaging_product, 'whatsapp')
    await whatsapp.write({ from: person }, 'Hello')
    assert.equal((await ask(whatsapp, path, textTo(person))).status, 200)
    move(24 * 3_600_000)
    assert.equal((await ask(whatsapp, path, textTo(person))).body.error.code, 131047)
    assert.equal((await ask(whatsapp, path, templateTo(person))).status, 200)
  })

  it('reports 131047 and 131026 later when it is started so', async (test) => {
    const { whatsapp, values } = await open(test, { lateErrors: true })
    for (const body of [textTo(person), templateTo('255710001026')])
      assert.equal((await ask(whatsapp, messagesOf(whatsapp), body)).status, 200)
    await whatsapp.idle()
    assert.deepEqual(
      values().map(({ statuses: [one] }) => [one.status, one.errors[0].code]),
      [
        ['failed', 131047],
        ['failed', 131026],
      ],
    )
  })

  it('delivers every type of inbound message, and media only with the token and for five minutes', async (test) => {
    const { whatsapp, values, move } = await open(test)
    const from = { from: person, name: 'Asha' }
    const bytes = Buffer.from('a picture')
    await whatsapp.write(from, { type: 'image', bytes, mimeType: 'image/jpeg', caption: 'Look' })
    await whatsapp.write(from, { type: 'location', latitude: -6.8, longitude: 39.3 })
    await whatsapp.write({ ...from, replyTo: 'wamid.x' }, { type: 'button_reply', id: 'yes', title: 'Yes' })
    await whatsapp.write(from, { type: 'contacts', name: 'Juma', phone: '255710000009' })
    await whatsapp.write(from, { type: 'unsupported' })
    const inbound = values()
    const [image, location, reply, contacts, unsupported] = inbound.map(({ messages }) => messages[0])
    assert.deepEqual(inbound[0].contacts, [{ profile: { name: 'Asha' }, wa_id: person }])
    assert.equal(image.image.sha256, createHash('sha256').update(bytes).digest('base64'))
    assert.deepEqual(location.location, { latitude: -6.8, longitude: 39.3 })
    assert.deepEqual(reply.context, { from: whatsapp.phoneNumbers[0]?.phone, id: 'wamid.x' })
    assert.deepEqual(reply.interactive, { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } })
    assert.equal(contacts.contacts[0].phones[0].wa_id, '255710000009')
    assert.equal(unsupported.errors[0].code, 131051)

    const { body } = await ask(whatsapp, `/v23.0/${image.image.id}`)
    assert.equal(body.sha256, createHash('sha256').update(bytes).digest('hex'))
    assert.equal(body.file_size, bytes.length)
    const headers = { authorization: `Bearer ${whatsapp.token}`, connection: 'close' }
    const download = await fetch(body.url, { headers })
    assert.equal(download.headers.get('content-type'), 'image/jpeg')
    assert.deepEqual(Buffer.from(await download.arrayBuffer()), bytes)
    assert.equal((await fetch(body.url, { headers: { connection: 'close' } })).status, 401)
    move(5 * 60_000)
    assert.equal((await fetch(body.url, { headers })).status, 404)
  })

  it('repeats webhooks that were not answered with 200', async (test) => {
    const { whatsapp, answers, values } = await open(test)
    answers.push(503)
    const id = await whatsapp.write({ from: person }, 'Hello')
    await whatsapp.retryWebhooks()
    await whatsapp.retryWebhooks()
    assert.deepEqual(
      values().map(({ messages }) => messages[0].id),
      [id, id],
    )
  })

  it('pages through templates and lists phone numbers', async (test) => {
    const { whatsapp } = await open(test)
    for (const language of ['sw', 'fr']) whatsapp.addTemplate({ ...hello, language })
    const languages: string[] = []
    let path: string | null = `/v23.0/${whatsapp.businessAccountId}/message_templates?limit=2&fields=name,language`
    while (path !== null) {
      const { body } = await ask(whatsapp, path)
      for (const one of body.data) {
        assert.deepEqual(Object.keys(one).toSorted(), ['id', 'language', 'name'])
        languages.push(one.language)
      }
      path = body.paging.next?.slice(whatsapp.url.length) ?? null
    }
    assert.deepEqual(languages, ['en', 'sw', 'fr'])
    const { body } = await ask(whatsapp, `/v23.0/${whatsapp.businessAccountId}/phone_numbers`)
    assert.equal(body.data[0].id, whatsapp.phoneNumbers[0]?.id)
  })

  it('simulates faults', async (test) => {
    const { whatsapp, values } = await open(test)
    const send = () => ask(whatsapp, messagesOf(whatsapp), templateTo(person))
    const statuses = async () => {
      await whatsapp.idle()
      return values().map(({ statuses: [one] }) => one.status)
    }
    whatsapp.fault('rate-limit')
    assert.deepEqual((await send()).body.error.code, 130429)
    whatsapp.fault('pair-rate-limit')
    assert.equal((await send()).body.error.code, 131056)
    whatsapp.fault('error')
    assert.equal((await send()).status, 500)
    whatsapp.fault('away')
    await assert.rejects(send())
    assert.equal(whatsapp.sent.length, 0)

    whatsapp.fault('answer-lost')
    await assert.rejects(send())
    assert.deepEqual(await statuses(), ['sent', 'delivered'])
    whatsapp.fault('garbage')
    await assert.rejects(send(), SyntaxError)
    assert.equal(whatsapp.sent.length, 2)
    await statuses()

    whatsapp.fault('callback-first')
    await send()
    assert.equal(values().length, 2, 'before the answer')
    whatsapp.fault('callback-twice')
    await send()
    assert.deepEqual(await statuses(), ['sent', 'sent', 'delivered'])
    whatsapp.fault('callback-never', { times: 2 })
    await send()
    assert.deepEqual(await statuses(), [])

    whatsapp.fault('slow', { phone: person })
    const slow = send()
    await whatsapp.untilHeld()
    whatsapp.release()
    assert.equal((await slow).status, 200)
    await whatsapp.goAway()
    await assert.rejects(send())
    await whatsapp.comeBack()
    assert.equal((await send()).status, 200)
  })

  it('can be steered over HTTP', async (test) => {
    const { whatsapp, values } = await open(test)
    const { body } = await ask(whatsapp, '/_emulator/write', { from: `+${person}`, text: 'Hello' })
    assert.deepEqual([values()[0].messages[0].id, values().length], [body.id, 0])
    await ask(whatsapp, '/_emulator/templates', { name: 'bye', language: 'en', text: 'Bye {{1}}' })
    assert.equal(whatsapp.templates().length, 2)
    await ask(whatsapp, '/_emulator/faults', { name: 'error', times: 1 })
    assert.equal((await ask(whatsapp, messagesOf(whatsapp), textTo(person))).status, 500)
    assert.equal((await ask(whatsapp, messagesOf(whatsapp), textTo(person))).status, 200)
    assert.equal((await ask(whatsapp, '/_emulator/messages')).body[0].to, person)
    assert.match((await ask(whatsapp, '/_emulator/faults', { name: 'nothing' })).body.message, /name must be one of/)
    assert.equal((await ask(whatsapp, '/_emulator/nothing')).status, 404)
  })
})

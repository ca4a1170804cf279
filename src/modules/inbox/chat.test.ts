import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertSent, conversationWith, freshPhone, messagesWith, postChat, untilStates } from '../../../test/chat.ts'
import { addAccount, addPerson, ask, command, type Person } from '../../../test/console/people.ts'
import { openWhatsAppWorld, type WhatsAppWorld } from '../../../test/whatsapp.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const path = '/accounts/1/conversations'

// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
type Any = any

const entriesOf = async (world: World, id: number): Promise<Any[]> =>
  (await command(world, 'GET', `${path}/${id}/entries`)).body.data

onOneEngine('conversations by chat', (engine) => {
  let world: World
  let asha: Person
  let juma: Person
  before(async () => {
    world = await openWorld(engine)
    asha = await addPerson(world, 1, 'member')
    juma = await addPerson(world, 1, 'member')
  })
  after(() => world.close())

  it('begin closed when a program writes, and open when the person answers', async () => {
    const [silent, talkative] = [freshPhone('0002'), freshPhone()]
    for (const to of [silent, talkative]) await assertSent(postChat(world, { to }))
    await until('the person answered', async () => (await conversationWith(world, talkative)).incoming === 1)
    const [closed, open] = [await conversationWith(world, silent), await conversationWith(world, talkative)]
    assert.deepEqual(
      [closed.status, closed.incoming, closed.replies, closed.lastText, closed.lastDirection, closed.sessionUntil],
      ['closed', 0, 0, 'Hello', 'out', null],
    )
    assert.deepEqual(
      [open.status, open.from, open.lastText, open.lastDirection],
      ['open', 'SHOP', 'You said: Hello', 'in'],
    )
    assert.equal(Date.parse(open.sessionUntil) - Date.parse(open.lastAt), 86_400_000)
    await assertSent(postChat(world, { to: silent, text: 'Again' }))
    assert.equal((await conversationWith(world, silent)).status, 'closed')
  })

  it('are answered once by one member', async () => {
    const phone = freshPhone()
    await assertSent(postChat(world, { to: phone }))
    await until('the person answered', async () => (await conversationWith(world, phone)).incoming === 1)
    const { id, replies } = await conversationWith(world, phone)
    const reply = (person: Person, text: string, seen: number, key: string) =>
      ask(world, 'POST', `${path}/${id}/replies`, {
        body: { text, replies: seen },
        cookie: person.cookie,
        headers: { 'idempotency-key': key },
      })
    const answers = [
      await reply(asha, 'Karibu', replies, 'a'),
      await reply(asha, 'Karibu', replies, 'a'),
      await reply(juma, 'Me', replies, 'b'),
    ]
    assert.deepEqual(
      answers.map(({ status, body, headers }) => [status, body.replies ?? body.code, headers['idempotent-replayed']]),
      [
        [201, 1, undefined],
        [201, 1, 'true'],
        [409, 'already_replied', undefined],
      ],
    )
    const start = { channel: 'whatsapp', from: 'SHOP', phone, text: 'Once more' }
    assert.equal((await juma.ask('POST', path, start)).body.id, id)
    const written = (await entriesOf(world, id)).filter(({ author }) => author !== null)
    assert.deepEqual(
      written.map(({ kind, text, author }) => [kind, text, author]),
      [
        ['chat', 'Once more', juma.email],
        ['chat', 'Karibu', asha.email],
      ],
    )
  })

  it('take texts, files and templates, one at a time, and SMS only texts', async () => {
    const phone = freshPhone('0002')
    const image = { type: 'image', url: 'https://example.com/shoes.jpg', caption: 'Your shoes' }
    const template = { name: 'order_ready', language: 'en' }
    const started = await asha.ask('POST', path, { channel: 'whatsapp', from: 'SHOP', phone, template })
    assert.equal(started.status, 201, started.text)
    assert.deepEqual(
      [started.body.status, started.body.channel, started.body.from, started.body.lastText],
      ['open', 'whatsapp', 'SHOP', '[template] order_ready'],
    )
    const { id } = started.body
    const replied = await asha.ask('POST', `${path}/${id}/replies`, { media: image })
    assert.deepEqual([replied.status, replied.body.lastText, replied.body.replies], [201, '[image] Your shoes', 2])
    const { type, ...media } = image
    assert.deepEqual(
      (await messagesWith(world, phone)).map(({ content }) => content),
      [
        { type: 'template', ...template },
        { type, ...media },
      ],
    )
    const [shown] = await entriesOf(world, id)
    assert.deepEqual([shown.text, shown.content], ['[image] Your shoes', image])
    const refusals: [body: object, code: string][] = [
      [{}, 'invalid_content'],
      [{ text: 'Hello', template }, 'invalid_content'],
      [{ media: { ...image, url: 'https://' } }, 'invalid_request'],
      [{ media: { ...image, url: 'http://example.com/shoes.jpg' } }, 'invalid_request'],
    ]
    for (const [body, code] of refusals) {
      const refused = await asha.ask('POST', `${path}/${id}/replies`, body)
      assert.deepEqual([refused.status, refused.body.code], [400, code], JSON.stringify(body))
    }
    const sms = await asha.ask('POST', path, { phone, template })
    assert.deepEqual(
      [sms.status, sms.body.code, sms.body.hint],
      [400, 'invalid_content', 'an SMS has a text, no media or template'],
    )
    const unserved = await asha.ask('POST', path, { channel: 'whatsapp', phone, text: 'Hello' })
    assert.deepEqual([unserved.status, unserved.body.code], [400, 'reply_sender_missing'])
  })
})

onOneEngine('conversations by WhatsApp', (engine) => {
  let open: WhatsAppWorld
  before(async () => {
    open = await openWhatsAppWorld(engine)
  })
  after(() => open.close())

  it('take only templates outside the session', async () => {
    const { world, whatsapp, business } = open
    const phone = freshPhone()
    const addresses = (await command(world, 'GET', `${path}/addresses`)).body.data
    assert.deepEqual(addresses[0], { channel: 'whatsapp', from: business, hasSessions: true })
    const start = { channel: 'whatsapp', from: business, phone }
    const refused = await command(world, 'POST', path, { ...start, text: 'Hello' })
    assert.deepEqual([refused.status, refused.body.code], [400, 'chat_template_required'])
    const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }]
    const template = { name: 'order_ready', language: 'en', components }
    const started = await command(world, 'POST', path, { ...start, template })
    assert.deepEqual([started.status, started.body.needsTemplate, started.body.sessionUntil], [201, true, null])
    await untilStates(world, phone, ['delivered'])
    const { id } = started.body
    const [entry] = await entriesOf(world, id)
    assert.deepEqual([entry.status, entry.content], ['delivered', { type: 'template', ...template }])
    await whatsapp.write({ from: phone }, 'Habari')
    const answered = (await command(world, 'GET', `${path}/${id}`)).body
    assert.deepEqual([answered.needsTemplate, answered.sessionUntil !== null], [false, true])
    assert.equal((await command(world, 'POST', `${path}/${id}/replies`, { text: 'Karibu' })).status, 201)
    world.clock.moveForward(24 * 3_600_000)
    const late = (await command(world, 'GET', `${path}/${id}`)).body
    assert.deepEqual([late.needsTemplate, late.sessionUntil], [true, null])
    assert.equal((await command(world, 'POST', `${path}/${id}/replies`, { template })).status, 201)
  })

  it('show files, which only their own conversation downloads', async () => {
    const { world, whatsapp } = open
    const [phone, other] = [freshPhone(), freshPhone()]
    await whatsapp.write({ from: phone }, { type: 'document', caption: 'Our order', filename: 'order.pdf' })
    await whatsapp.write({ from: other }, 'Habari')
    const [{ id }, { id: otherId }] = [await conversationWith(world, phone), await conversationWith(world, other)]
    const [entry] = await entriesOf(world, id)
    const { media, ...content } = entry.content
    assert.deepEqual(
      [content, entry.text],
      [
        { type: 'document', mimeType: 'application/pdf', caption: 'Our order', filename: 'order.pdf' },
        '[document] Our order',
      ],
    )
    assert.equal(typeof media, 'string')
    const message = entry.id.replace('chat-', '')
    const file = await command(world, 'GET', `${path}/${id}/media/${message}`)
    assert.deepEqual(
      [file.status, file.text, file.headers['content-type'], file.headers['x-content-type-options']],
      [200, '%PDF-1.4\n%%EOF\n', 'application/pdf', 'nosniff'],
    )
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="order.pdf"/)
    const stranger = await addAccount(world)
    for (const place of [`${path}/${otherId}`, `/accounts/${stranger}/conversations/${id}`]) {
      const missing = await command(world, 'GET', `${place}/media/${message}`)
      assert.deepEqual([missing.status, missing.body.code], [404, 'media_not_found'])
    }
  })
})

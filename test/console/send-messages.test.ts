import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, command } from './people.ts'
import { sendingOf } from './sending.ts'

onOneEngine('sending by the account API', (engine) => {
  let world: World
  before(async () => {
    // Far from midnight, when daily limits reset.
    world = await openWorld(engine, { config: { recipientsMax: 4 }, startAt: new Date('2030-06-15T10:30:00Z') })
  })
  after(() => world.close())

  const { makeBook, contactIdOf, send, quote, messagesOf } = sendingOf(() => world)

  it('answers with the text, the price and the reason of each recipient', async () => {
    const { status, body } = await send({
      text: 'Hi {name}, code {code}',
      variables: { name: 'you', code: 'A0' },
      to: [
        '0712 000 107',
        { number: '+255 712 000 108', reference: 'order 8', variables: { code: 17 } },
        '255712000107',
        '0712',
      ],
    })
    assert.equal(status, 201)
    const { requestIds, recipients, ...figures } = body
    assert.equal(requestIds.length, 1, 'numbers of one request are not split')
    assert.deepEqual(figures, {
      ...{ total: 4, valid: 2, invalid: 1, duplicates: 1, optedOut: 0, doNotDisturb: 0, noConsent: 0 },
      ...{ price: '2.0000', currency: 'TZS', heldSeconds: null, stopped: null },
    })
    assert.deepEqual(
      recipients.map((one: Record<string, unknown>) => [
        ...[one.recipientId, one.number, one.outcome, one.text, one.parts, one.price, one.explanation],
      ]),
      [
        ['1', '255712000107', 'message', 'Hi you, code A0', 1, '1.0000', null],
        ['order 8', '255712000108', 'message', 'Hi you, code 17', 1, '1.0000', null],
        [
          ...['3', '255712000107', 'duplicate', null, null, null],
          'The number is in the request more than once. Only its first entry counts.',
        ],
        ['4', '0712', 'invalid', null, null, null, 'This is not a valid phone number.'],
      ],
    )
  })

  it('fills in the contact fields, picks the encoding per message and delivers all', async () => {
    const book = await makeBook({ first_name: 'Amina', last_name: 'Juma' }, { first_name: 'Zoë 😀' })
    const { status, body } = await send({
      bookIds: [book.id],
      text: 'Dear {NAME}, {first_name} {city}{{x}} {last_name}.',
    })
    assert.equal(status, 400, 'x is not a contact field')
    assert.equal(body.code, 'unknown_placeholder')

    const sent = await send({ bookIds: [book.id], text: 'Dear {NAME}: {first_name}, { city }, {last_name}.' })
    assert.equal(sent.status, 201, sent.text)
    assert.deepEqual([sent.body.valid, sent.body.total], [2, 2])
    assert.deepEqual(await messagesOf(sent.body.requestIds), [
      { phone: book.phones[0], text: 'Dear Amina Juma: Amina, { city }, Juma.', encoding: 'gsm', parts: 1 },
      { phone: book.phones[1], text: 'Dear Zoë 😀: Zoë 😀, { city }, .', encoding: 'ucs2', parts: 1 },
    ])
    await until('all messages are delivered', async () => {
      const statuses = await world.statuses(sent.body.requestIds[0])
      return statuses.size === 2 && [...statuses.values()].every((one) => one === 'DELIVERED')
    })
  })

  it('sends one message to a contact of several books, and fills variables of the request first', async () => {
    const [one, other] = [await makeBook({ city: 'Mwanza' }, { city: 'Moshi' }), await makeBook({ city: 'Arusha' })]
    const shared = await contactIdOf(one.phones[1])
    const { body } = await send({
      text: '{city} {first_name}',
      variables: { first_name: 'Asha' },
      bookIds: [one.id, other.id, one.id],
      contactIds: [shared, 999_999_999],
      to: [`0${one.phones[0]?.slice(3)}`],
    })
    assert.deepEqual(
      (await messagesOf(body.requestIds)).map(({ phone, text }) => [phone, text]),
      [
        [one.phones[0], ' Asha'],
        [one.phones[1], 'Moshi Asha'],
        [other.phones[0], 'Arusha Asha'],
      ],
    )
    assert.deepEqual([body.total, body.valid, body.duplicates, body.invalid], [6, 3, 2, 1])
    assert.deepEqual(
      body.recipients.flatMap((item: Record<string, unknown>) =>
        item.outcome === 'invalid' ? [item.explanation] : [],
      ),
      ['No contact of the account has this id.'],
    )
    const quoted = await quote({ bookIds: [one.id, other.id], contactIds: [shared], to: [one.phones[0]] })
    assert.deepEqual([quoted.body.recipients.valid, quoted.body.recipients.duplicates], [3, 2])
  })

  it('sends the text of a template', async () => {
    const template = await world.request('POST', '/public/v1/sms-templates', {
      body: { sms_title: 'Greeting', message: 'Hi {fname}' },
    })
    const book = await makeBook({ first_name: 'Neema' })
    const templateId = Number(template.body.data.id)
    const { body } = await send({ bookIds: [book.id], text: undefined, templateId })
    assert.deepEqual(
      (await messagesOf(body.requestIds)).map(({ text }) => text),
      ['Hi Neema'],
    )
    const toNumber = await send({ to: ['0712000109'], text: undefined, templateId, variables: { fname: 'Juma' } })
    assert.equal(toNumber.body.recipients[0].text, 'Hi Juma')
    const missing = await send({ bookIds: [book.id], text: undefined, templateId: 999_999 })
    assert.deepEqual([missing.status, missing.body.code], [404, 'template_not_found'])
  })

  it('counts a contact as invalid when its text is empty or too long', async () => {
    const long = 'x'.repeat(100)
    const book = await makeBook({ first_name: 'Asha' }, { last_name: 'Nameless' }, { first_name: long })
    const { body } = await send({ bookIds: [book.id], text: '{first_name}'.repeat(400) })
    assert.deepEqual([body.valid, body.invalid, body.total], [1, 2, 3])
    assert.deepEqual(
      (await messagesOf(body.requestIds)).map(({ phone, parts }) => [phone, parts]),
      [[book.phones[0], 11]],
    )
  })

  it('replaces typographic characters if the account or the send wants it', async () => {
    const text = 'It’s {x} – “free”…'
    const texts = async (change: Record<string, unknown>) => {
      const { body } = await send({ to: ['0712000110', '0712000111'], text, ...change })
      return (await messagesOf(body.requestIds)).map((one) => [one.text, one.encoding])
    }
    const variables = { x: 'all’' }
    assert.deepEqual((await texts({ variables }))[0], ['It’s all’ – “free”…', 'ucs2'])
    assert.deepEqual((await texts({ variables, smartEncoding: true }))[0], [`It's all' - "free"...`, 'gsm'])
    assert.deepEqual((await texts({ variables: { x: 'ж' }, smartEncoding: true }))[0], ['It’s ж – “free”…', 'ucs2'])
    await sql`update accounts set smart_encoding = true where id = 1`.execute(world.db)
    assert.deepEqual((await texts({ variables }))[1], [`It's all' - "free"...`, 'gsm'])
    assert.deepEqual((await texts({ variables, smartEncoding: false }))[1], ['It’s all’ – “free”…', 'ucs2'])
    const { body } = await quote({ to: ['0712000110'], text: `${text} ${'y'.repeat(100)}`, variables })
    assert.deepEqual(
      [body.smartEncoding, body.price, body.samples[0].encoding],
      [
        {
          used: true,
          with: { partsTotal: 1, price: '1.0000' },
          without: { partsTotal: 2, price: '2.0000' },
          replaced: [
            { from: '’', to: "'" },
            { from: '–', to: '-' },
            { from: '“', to: '"' },
            { from: '”', to: '"' },
            { from: '…', to: '...' },
          ],
        },
        '1.0000',
        'gsm',
      ],
    )
    await sql`update accounts set smart_encoding = false where id = 1`.execute(world.db)
  })

  it('skips opted-out contacts', async () => {
    const book = await makeBook({ first_name: 'In' }, { first_name: 'Out' })
    await command(world, 'POST', '/accounts/1/optouts', { phone: book.phones[1] })
    const { body } = await send({ bookIds: [book.id] })
    assert.deepEqual([body.valid, body.optedOut, body.total], [1, 1, 2])
  })

  it('rejects invalid sends and sends nothing', async () => {
    const book = await makeBook({ first_name: 'Baraka' })
    const to = { to: ['0712000112'] }
    const table: readonly [Record<string, unknown>, number, string][] = [
      [{ ...to, from: 'NOBODY' }, 400, 'unknown_sender'],
      [{ ...to, text: ' ' }, 400, 'invalid_message'],
      [{ ...to, text: undefined }, 400, 'invalid_content'],
      [{ ...to, templateId: 1 }, 400, 'invalid_content'],
      [{}, 400, 'missing_recipients'],
      [{ bookIds: [] }, 400, 'missing_recipients'],
      [{ to: ['1', '2', '3', '4', '5'] }, 400, 'too_many_recipients'],
      [{ ...to, notBefore: '2001-01-01T00:00:00Z' }, 400, 'time_in_past'],
      [{ ...to, notBefore: 'tomorrow' }, 400, 'invalid_time'],
      [{ ...to, sendWindow: { from: '08:00', to: '8' } }, 400, 'invalid_send_window'],
      [{ ...to, callbackUrl: 'http://192.168.0.1/' }, 400, 'invalid_callback_url'],
      [{ ...to, text: undefined, binary: { data: '00', udh: '0400' } }, 400, 'invalid_binary'],
      [{ ...to, text: 'Hello {first_name}' }, 400, 'unknown_placeholder'],
      [{ bookIds: [book.id], text: 'Hello {firstname}' }, 400, 'unknown_placeholder'],
      [{ bookIds: [999_999] }, 404, 'book_not_found'],
      [{ segmentIds: [999_999] }, 404, 'segment_not_found'],
      [{ ...to, texts: 'x' }, 400, 'invalid_request'],
      [{ ...to, tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, 400, 'invalid_request'],
      [{ ...to, validity: 59 }, 400, 'invalid_request'],
      [{ to: [{ number: '0712000112', variables: { 'a b': 'x' } }] }, 400, 'invalid_request'],
    ]
    for (const [change, status, code] of table) {
      const answer = await send(change)
      assert.deepEqual([answer.status, answer.body.code], [status, code], `${JSON.stringify(change)}: ${answer.text}`)
    }
    const { body } = await send({ bookIds: [book.id], text: 'Hello {firstname}' })
    assert.match(body.hint, /no value for \{firstname\}; available: .*\{first_name\}/)
    const empty = await makeBook()
    assert.deepEqual([(await send({ bookIds: [empty.id] })).body.valid], [0])
  })

  it('rejects books, contacts and templates of another account', async () => {
    const accountId = await addAccount(world)
    const book = await makeBook({ first_name: 'Grace' })
    const other = (body: Record<string, unknown>) =>
      command(world, 'POST', `/accounts/${accountId}/messages`, { from: 'INFO', text: 'Hello', ...body })
    assert.deepEqual((await other({ bookIds: [book.id] })).body.code, 'book_not_found')
    const { body } = await other({ contactIds: [await contactIdOf(book.phones[0])] })
    assert.deepEqual([body.valid, body.recipients[0].reason], [0, 'unknown_contact'])
  })
})

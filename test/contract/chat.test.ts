import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  assertLedgerClean,
  assertSent,
  chatBody,
  chatPath,
  conversationWith,
  entriesOf,
  freshPhone,
  messagesWith,
  postChat,
  untilStates,
} from '../chat.ts'
import { command } from '../console/people.ts'
import { newClient } from '../contacts.ts'
import { assertLedger } from '../ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const dayMs = 86_400_000

onOneEngine('POST /v1/chatapi', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from chat_messages`.execute(world.db)).rows[0]?.count

  it('accepts at once, holds the price, and spends it when the channel takes the message', async () => {
    const phone = freshPhone()
    await assertSent(postChat(world, { to: phone, transaction_id: 'first' }))
    await untilStates(world, phone, ['sent', 'received'])
    const [sent, received] = await messagesWith(world, phone)
    assert.deepEqual(
      [sent.direction, sent.content, sent.transactionId, sent.price],
      ['out', { type: 'text', text: 'Hello' }, 'first', '1.0000'],
    )
    assert.deepEqual(
      [received.direction, received.content, received.answersId],
      ['in', { type: 'text', text: 'You said: Hello' }, sent.id],
    )
    assert.deepEqual(await entriesOf(world, sent.id), ['hold 1.0000', 'spend 1.0000'])
    await assertLedgerClean(world)
  })

  it('gives the price back when the channel refuses', async () => {
    const phone = freshPhone('0000')
    await assertSent(postChat(world, { to: phone }))
    await untilStates(world, phone, ['failed'])
    const [failed] = await messagesWith(world, phone)
    assert.equal(failed.reason, 'refused_by_channel')
    assert.deepEqual(await entriesOf(world, failed.id), ['hold 1.0000', 'release 1.0000'])
    await assertLedger(world.db)
    await assertLedgerClean(world)
  })

  it('tries again when the channel is busy', async () => {
    const phone = freshPhone('0001')
    await assertSent(postChat(world, { to: phone }))
    const [{ id }] = await messagesWith(world, phone)
    /** While it waits, or has ended: the next try may come by itself, and be the last. */
    const tries = async () => {
      const { rows } = await sql<{ attempts: number }>`
        select attempts from chat_messages where id = ${id} and (state <> 'queued' or due_at > ${world.clock.now()})
      `.execute(world.db)
      return rows[0]?.attempts ?? 0
    }
    for (const least of [1, 2]) {
      await until(`it was tried ${least} times`, async () => (await tries()) >= least)
      world.clock.moveForward(10_000)
    }
    await untilStates(world, phone, ['sent', 'received'])
    assert.equal(await tries(), 3)
  })

  it('costs what the price list says', async () => {
    const { ask, accountId } = await newClient(world)
    const phone = freshPhone()
    const price = await command(world, 'PUT', '/prices', { product: 'CHAT', accountId, prefix: phone, amount: '2.5' })
    assert.equal(price.status, 200, price.text)
    const credit = async () => (await ask('GET', '/v1/credit-balance?app_name=CHAT')).body.data.credit_bal
    const before = Number(await credit())
    let sends = 0
    // A price is known to every process within a second or so.
    await until('the price holds', async () => {
      assert.equal((await ask('POST', chatPath, chatBody({ to: phone }))).status, 200)
      sends += 1
      return (await messagesWith(world, phone, accountId)).some((one) => one.price === '2.5000')
    })
    const countOf = async (wanted: string) =>
      (await messagesWith(world, phone, accountId)).filter(({ state }) => state === wanted).length
    await until(
      'all are sent and answered',
      async () => (await countOf('sent')) === sends && (await countOf('received')) === sends,
    )
    const out = (await messagesWith(world, phone, accountId)).filter(({ direction }) => direction === 'out')
    assert.equal(Number(await credit()), before - out.reduce((sum, one) => sum + Number(one.price), 0))
    const free = await command(world, 'PUT', '/prices', { product: 'CHAT', accountId, prefix: phone, amount: '0' })
    assert.equal(free.status, 200, free.text)
  })

  const contents: readonly (readonly [
    type: string,
    value: unknown,
    stored: Record<string, unknown>,
    answer: string,
  ])[] = [
    ['text', { text: 'Habari' }, { type: 'text', text: 'Habari' }, 'You said: Habari'],
    [
      'image',
      { url: 'https://example.com/a.png', caption: 'Us', more: 1 },
      { type: 'image', url: 'https://example.com/a.png', caption: 'Us' },
      'You said: Us',
    ],
    [
      'document',
      { url: 'https://example.com/a', filename: 'a.pdf' },
      { type: 'document', url: 'https://example.com/a', filename: 'a.pdf' },
      'You said: [document]',
    ],
    ['video', { url: 'https://example.com/v' }, { type: 'video', url: 'https://example.com/v' }, 'You said: [video]'],
    [
      'audio',
      { url: 'https://example.com/s', caption: '' },
      { type: 'audio', url: 'https://example.com/s' },
      'You said: [audio]',
    ],
    [
      'location',
      { latitude: -6.8, longitude: 39.28 },
      { type: 'location', latitude: -6.8, longitude: 39.28 },
      'You said: [location]',
    ],
    [
      'location',
      { latitude: 0, longitude: 180, name: 'Shop' },
      { type: 'location', latitude: 0, longitude: 180, name: 'Shop' },
      'You said: Shop',
    ],
  ]
  it('takes every type of message, on any channel', async () => {
    for (const [type, value, stored, answer] of contents) {
      const phone = freshPhone()
      await assertSent(
        postChat(world, { to: phone, channel: 'Telegram', message_type: type, text: undefined, [type]: value }),
      )
      await untilStates(world, phone, ['sent', 'received'])
      const [sent, received] = await messagesWith(world, phone)
      assert.deepEqual([sent.content, received.content.text], [stored, answer])
      assert.equal((await conversationWith(world, phone)).channel, 'telegram')
    }
  })

  const media = (value: unknown) => ({ message_type: 'image', image: value })
  const place = (value: unknown) => ({ message_type: 'location', location: value })
  const refusals: readonly (readonly [what: string, change: Record<string, unknown>, code: number, message: string])[] =
    [
      ...['from', 'to', 'channel', 'message_type', 'text'].flatMap((name) =>
        [undefined, null, ''].map(
          (value) => [`${name} ${value}`, { [name]: value }, 104, `Missing Required Parameter: ${name}`] as const,
        ),
      ),
      ...['from', 'to', 'channel', 'message_type'].map(
        (name) => [`a number for ${name}`, { [name]: 7 }, 104, `Missing Required Parameter: ${name}`] as const,
      ),
      ['a sender of spaces', { from: '  ' }, 105, 'Invalid Parameter: from'],
      ['a long sender', { from: 'x'.repeat(65) }, 105, 'Invalid Parameter: from'],
      ...['+255712345678', '0712345678', 'Asha', '255'].map(
        (to) => [`the number ${to}`, { to, channel: '?' }, 102, 'Invalid Phone Number'] as const,
      ),
      ...['?', '1a', 'a b', 'x'.repeat(33)].map(
        (channel) =>
          [`the channel ${channel}`, { channel, message_type: 'x' }, 105, 'Invalid Parameter: channel'] as const,
      ),
      ['an unknown type', { message_type: 'sticker' }, 105, 'Invalid Parameter: message_type'],
      ['a type without its field', { message_type: 'image' }, 104, 'Missing Required Parameter: image'],
      ...[' ', 7, {}, [], { text: '' }, 'x'.repeat(4_097)].map(
        (text) => [`the text ${JSON.stringify(text).slice(0, 20)}`, { text }, 105, 'Invalid Parameter: text'] as const,
      ),
      ...[
        'https://example.com/a',
        {},
        { url: 'http://example.com/' },
        { url: 'https://' },
        { url: 7 },
        { url: 'https://example.com/', caption: 7 },
      ].map((value) => [`the image ${JSON.stringify(value)}`, media(value), 105, 'Invalid Parameter: image'] as const),
      ...[
        { latitude: 91, longitude: 0 },
        { latitude: 0, longitude: -181 },
        { latitude: '1', longitude: 1 },
        { latitude: 1 },
        { latitude: 1, longitude: 1, name: 7 },
      ].map(
        (value) => [`the place ${JSON.stringify(value)}`, place(value), 105, 'Invalid Parameter: location'] as const,
      ),
      ['a long transaction', { transaction_id: 'x'.repeat(65) }, 105, 'Invalid Parameter: transaction_id'],
      ['a transaction that is a number', { transaction_id: 7 }, 105, 'Invalid Parameter: transaction_id'],
      ...[
        'https://10.0.0.1/',
        'https://169.254.169.254/latest',
        'https://[fd00::1]/',
        'http://93.184.216.34/',
        'ftp://example.com/',
        'nonsense',
        7,
        'x'.repeat(2_049),
      ].map(
        (url) =>
          [
            `the callback ${String(url).slice(0, 30)}`,
            { callback_url: url },
            105,
            'Invalid Parameter: callback_url',
          ] as const,
      ),
    ]
  it('refuses each mistake with its code, and keeps nothing', async () => {
    const before = await count()
    for (const [what, change, code, message] of refusals) {
      const { status, body } = await postChat(world, change)
      assert.deepEqual([status, body], [400, { code, message }], what)
    }
    assert.equal(await count(), before)
    const { body } = await command(world, 'GET', '/accounts/1/webhooks')
    assert.deepEqual(body.data, [], 'not even an endpoint')
  })

  it('refuses what it can not read with 113', async () => {
    for (const body of ['{', '[]', '"text"', 'null', '7', '{"text":"\\u0000"}']) {
      const answer = await world.request('POST', chatPath, { body })
      assert.deepEqual([answer.status, answer.body], [400, { code: 113, message: 'Invalid Request Format' }], body)
    }
    const xml = await world.request('POST', chatPath, { body: '<a/>', headers: { 'content-type': 'application/xml' } })
    assert.deepEqual([xml.status, xml.body], [415, { code: 415, message: 'Unsupported Media Type' }])
  })

  it('knows POST only, and credentials of chat', async () => {
    const { status, body, headers } = await world.request('GET', chatPath)
    assert.deepEqual([status, headers.allow, body], [405, 'POST', { code: 405, message: 'Method Not Allowed' }])
    const { ask } = await newClient(world, { products: ['sms'] })
    assert.equal((await ask('POST', chatPath, chatBody())).status, 401)
    assert.equal((await ask('GET', `${chatPath}/active-users`)).status, 401)
  })

  it('takes the same transaction for the same message, and refuses it for another', async () => {
    const phone = freshPhone('0002')
    const change = { to: phone, transaction_id: 'again', callback_url: '' }
    for (const same of [{}, { text: { text: 'Hello' } }, { channel: 'WHATSAPP' }, { callback_url: undefined }])
      await assertSent(postChat(world, { ...change, ...same }))
    await untilStates(world, phone, ['sent'])
    for (const other of [
      { text: 'Bye' },
      { to: freshPhone() },
      { from: 'OTHER' },
      { channel: 'viber' },
      { message_type: 'image', image: { url: 'https://a.example/' } },
    ]) {
      const { status, body } = await postChat(world, { ...change, ...other })
      assert.deepEqual([status, body], [409, { code: 105, message: 'Transaction ID Was Used With Another Message' }])
    }
    assert.equal((await messagesWith(world, phone)).length, 1)
    const { ask, accountId } = await newClient(world)
    assert.equal(
      (await ask('POST', chatPath, chatBody({ ...change, text: 'Bye' }))).status,
      200,
      'it belongs to one account',
    )
    await untilStates(world, phone, ['sent'], accountId)
  })

  it('makes one message of twenty that come at once with one transaction', async () => {
    const phone = freshPhone('0002')
    await Promise.all(
      Array.from({ length: 20 }, () => assertSent(postChat(world, { to: phone, transaction_id: 'twenty' }))),
    )
    await untilStates(world, phone, ['sent'])
    const [message] = await messagesWith(world, phone)
    assert.deepEqual(await entriesOf(world, message.id), ['hold 1.0000', 'spend 1.0000'])
  })

  it('answers an Idempotency-Key again, and refuses it for another body', async () => {
    const phone = freshPhone('0002')
    const headers = { 'idempotency-key': 'a chat' }
    const ask = (change = {}) => world.request('POST', chatPath, { body: chatBody({ to: phone, ...change }), headers })
    const [first, again] = [await ask(), await ask()]
    assert.deepEqual([first.status, first.headers['idempotent-replayed']], [200, undefined])
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
    assert.equal((await ask({ text: 'Bye' })).status, 409)
    assert.equal((await messagesWith(world, phone)).length, 1)
  })

  it('spends no more than there is, however many come at once', async () => {
    const { ask, accountId } = await newClient(world)
    await command(world, 'POST', `/accounts/${accountId}/credit`, { product: 'CHAT', amount: '-999995' })
    const phone = freshPhone('0002')
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('POST', chatPath, chatBody({ to: phone }))))
    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
    for (const { status, body } of answers)
      if (status !== 200) assert.deepEqual(body, { code: 103, message: 'Insufficient Balance' })
    await untilStates(world, phone, ['sent', 'sent', 'sent', 'sent', 'sent'], accountId)
    await assertLedger(world.db)
    await assertLedgerClean(world)
  })

  it('is forgiving to a lenient credential only', async () => {
    const { ask, accountId } = await newClient(world, { lenient: true })
    const phone = freshPhone('0002')
    const sent = await ask('POST', chatPath, chatBody({ to: `+${phone}`, from: 4711, transaction_id: 12, text: 42 }))
    assert.equal(sent.status, 200, sent.text)
    assert.equal(
      (await ask('POST', chatPath, chatBody({ to: Number(phone), from: '4711', transaction_id: '12', text: '42' })))
        .status,
      200,
    )
    await untilStates(world, phone, ['sent'], accountId)
    assert.equal((await conversationWith(world, phone, accountId)).from, '4711')
  })

  it('gives up what no channel took in a day, with the money back', async () => {
    const phone = freshPhone('0001')
    await assertSent(postChat(world, { to: phone }))
    world.clock.moveForward(dayMs)
    await untilStates(world, phone, ['failed'])
    const [failed] = await messagesWith(world, phone)
    assert.equal(failed.reason, 'expired')
    assert.deepEqual(await entriesOf(world, failed.id), ['hold 1.0000', 'release 1.0000'])
    await assertLedgerClean(world)
  })

  it('gives it up also when its channel is not there any more', async () => {
    const phone = freshPhone('0001')
    await assertSent(postChat(world, { to: phone }))
    const [{ id }] = await messagesWith(world, phone)
    // Whoever gives it to the channel at this moment has it in hand, and then it is not given up.
    await until('nobody has it in hand', async () => {
      const { rows } =
        await sql`update chat_messages set carrier = 'gone' where id = ${id} and lease_owner is null returning id`.execute(
          world.db,
        )
      return rows.length === 1
    })
    world.clock.moveForward(dayMs)
    await untilStates(world, phone, ['failed'])
    assert.equal((await messagesWith(world, phone))[0].reason, 'expired')
    assert.deepEqual(await entriesOf(world, id), ['hold 1.0000', 'release 1.0000'])
    await assertLedgerClean(world)
  })

  it('is found out by the ledger check when money and messages disagree', async () => {
    const phone = freshPhone('0002')
    await assertSent(postChat(world, { to: phone }))
    await untilStates(world, phone, ['sent'])
    const [{ id }] = await messagesWith(world, phone)
    const setPrice = (price: string) =>
      sql`update chat_messages set price = ${price} where id = ${id}`.execute(world.db)
    await setPrice('3')
    const { body } = await command(world, 'GET', '/ledger/check')
    assert.equal(body.clean, false)
    assert.deepEqual(
      body.wrong.map(({ product, what, expected, found }: Record<string, string>) => [product, what, expected, found]),
      ['hold', 'spend'].map((kind) => ['CHAT', `${kind} for chat message ${id}`, '3.0000', '1.0000']),
    )
    await setPrice('1')
    await assertLedgerClean(world)
  })
})

onOneEngine('POST /v1/chatapi outside staging', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { staging: false } })
  })
  after(() => world.close())

  it('is refused with 106 while no channel is set up, before credit is looked at', async () => {
    const { status, body } = await postChat(world)
    assert.deepEqual([status, body], [400, { code: 106, message: 'No Route' }])
    assert.equal((await postChat(world, { to: 'x' })).body.code, 102)
  })
})

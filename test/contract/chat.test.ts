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

  it('accepts a message, holds its price, and charges it when the channel accepts', async () => {
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

  it('releases the price when the channel rejects', async () => {
    const phone = freshPhone('0000')
    await assertSent(postChat(world, { to: phone }))
    await untilStates(world, phone, ['failed'])
    const [failed] = await messagesWith(world, phone)
    assert.equal(failed.reason, 'refused_by_channel')
    assert.deepEqual(await entriesOf(world, failed.id), ['hold 1.0000', 'release 1.0000'])
    await assertLedger(world.db)
    await assertLedgerClean(world)
  })

  it('retries when the channel is busy', async () => {
    const phone = freshPhone('0001')
    await assertSent(postChat(world, { to: phone }))
    const [{ id }] = await messagesWith(world, phone)
    /** Attempts of a waiting or final message. The next attempt may happen at any time. */
    const attempts = async () => {
      const { rows } = await sql<{ attempts: number }>`
        select attempts from chat_messages where id = ${id} and (state <> 'queued' or due_at > ${world.clock.now()})
      `.execute(world.db)
      return rows[0]?.attempts ?? 0
    }
    for (const least of [1, 2]) {
      await until(`${least} attempts`, async () => (await attempts()) >= least)
      world.clock.moveForward(10_000)
    }
    await untilStates(world, phone, ['sent', 'received'])
    assert.equal(await attempts(), 3)
  })

  it('charges the price of the price list', async () => {
    const { ask, accountId } = await newClient(world)
    const phone = freshPhone()
    const price = await command(world, 'PUT', '/prices', { product: 'CHAT', accountId, prefix: phone, amount: '2.5' })
    assert.equal(price.status, 200, price.text)
    const credit = async () => (await ask('GET', '/v1/credit-balance?app_name=CHAT')).body.data.credit_bal
    const before = Number(await credit())
    let sends = 0
    // Processes reload prices about every second.
    await until('the new price applies', async () => {
      assert.equal((await ask('POST', chatPath, chatBody({ to: phone }))).status, 200)
      sends += 1
      return (await messagesWith(world, phone, accountId)).some((one) => one.price === '2.5000')
    })
    const countOf = async (wanted: string) =>
      (await messagesWith(world, phone, accountId)).filter(({ state }) => state === wanted).length
    await until(
      'all messages are sent and answered',
      async () => (await countOf('sent')) === sends && (await countOf('received')) === sends,
    )
    const out = (await messagesWith(world, phone, accountId)).filter(({ direction }) => direction === 'out')
    assert.equal(Number(await credit()), before - out.reduce((sum, one) => sum + Number(one.price), 0))
    const free = await command(world, 'PUT', '/prices', { product: 'CHAT', accountId, prefix: phone, amount: '0' })
    assert.equal(free.status, 200, free.text)
  })

  it('allows only POST, with a credential for chat', async () => {
    const { status, body, headers } = await world.request('GET', chatPath)
    assert.deepEqual([status, headers.allow, body], [405, 'POST', { code: 405, message: 'Method Not Allowed' }])
    const { ask } = await newClient(world, { products: ['sms'] })
    assert.equal((await ask('POST', chatPath, chatBody())).status, 401)
    assert.equal((await ask('GET', `${chatPath}/active-users`)).status, 401)
  })

  it('accepts a repeated transaction for the same message, and rejects it for another', async () => {
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
      'a transaction_id belongs to one account',
    )
    await untilStates(world, phone, ['sent'], accountId)
  })

  it('creates one message from twenty simultaneous requests with one transaction', async () => {
    const phone = freshPhone('0002')
    await Promise.all(
      Array.from({ length: 20 }, () => assertSent(postChat(world, { to: phone, transaction_id: 'twenty' }))),
    )
    await untilStates(world, phone, ['sent'])
    const [message] = await messagesWith(world, phone)
    assert.deepEqual(await entriesOf(world, message.id), ['hold 1.0000', 'spend 1.0000'])
  })

  it('repeats the answer of an Idempotency-Key, and rejects it with another body', async () => {
    const phone = freshPhone('0002')
    const headers = { 'idempotency-key': 'a chat' }
    const ask = (change = {}) => world.request('POST', chatPath, { body: chatBody({ to: phone, ...change }), headers })
    const [first, again] = [await ask(), await ask()]
    assert.deepEqual([first.status, first.headers['idempotent-replayed']], [200, undefined])
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
    assert.equal((await ask({ text: 'Bye' })).status, 409)
    assert.equal((await messagesWith(world, phone)).length, 1)
  })

  it('never spends more than the balance, with many requests at once', async () => {
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

  it('is lenient to lenient credentials only', async () => {
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

  it('gives up after a day without a channel, and releases the hold', async () => {
    const phone = freshPhone('0001')
    await assertSent(postChat(world, { to: phone }))
    world.clock.moveForward(dayMs)
    await untilStates(world, phone, ['failed'])
    const [failed] = await messagesWith(world, phone)
    assert.equal(failed.reason, 'expired')
    assert.deepEqual(await entriesOf(world, failed.id), ['hold 1.0000', 'release 1.0000'])
    await assertLedgerClean(world)
  })

  it('gives up if the channel has been removed', async () => {
    const phone = freshPhone('0001')
    await assertSent(postChat(world, { to: phone }))
    const [{ id }] = await messagesWith(world, phone)
    // A message that a worker has claimed is not given up.
    await until('no worker has claimed the message', async () => {
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

  it('simulates only services without a channel of the account', async () => {
    const { status, text } = await command(world, 'PUT', '/providers/wa', {
      product: 'chat',
      kind: 'whatsapp',
      settings: { wabaId: '1', numbers: [{ id: '1', number: '255710000100' }], baseUrl: 'http://127.0.0.1:9' },
      secrets: { accessToken: 'token', appSecret: 'secret', verifyToken: 'verify' },
      accountId: 1,
    })
    assert.equal(status, 200, text)
    const post = async (change: object) => (await postChat(world, { to: freshPhone(), ...change })).body.code
    assert.equal(await post({ channel: 'whatsapp', from: '255700000001' }), 106)
    await command(world, 'POST', '/providers/wa/pause')
    assert.equal(await post({ channel: 'whatsapp', from: '255710000100' }), 106, 'also while it is paused')
    await assertSent(postChat(world, { to: freshPhone(), channel: 'telegram' }))
    assert.equal((await command(world, 'DELETE', '/providers/wa')).status, 204)
    await assertSent(postChat(world, { to: freshPhone(), channel: 'whatsapp', from: '255700000001' }))
  })

  it('is reported by the ledger check if holds and messages disagree', async () => {
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

  it('is rejected with 106 without a channel, before the balance is checked', async () => {
    const { status, body } = await postChat(world)
    assert.deepEqual([status, body], [400, { code: 106, message: 'No Route' }])
    assert.equal((await postChat(world, { to: 'x' })).body.code, 102)
  })
})

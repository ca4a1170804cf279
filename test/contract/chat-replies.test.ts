import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  assertLedgerClean,
  assertSent,
  chatBody,
  chatPath,
  entriesOf,
  freshPhone,
  messagesWith,
  postChat,
  untilStates,
} from '../chat.ts'
import { command } from '../console/people.ts'
import { newClient } from '../contacts.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { addEndpoint, verify } from '../webhooks.ts'
import { onOneEngine, openTestDatabase, openWorld, until, type World } from '../world.ts'

const dayMs = 86_400_000

interface Listed {
  readonly id: number
  readonly url: string
  readonly adHoc: boolean
}

onOneEngine('Chat replies', (engine) => {
  let world: World
  let receiver: Receiver
  before(async () => {
    world = await openWorld(engine)
    receiver = await startReceiver()
  })
  after(async () => {
    await receiver.close()
    await world.close()
  })
  afterEach(() => sql`update webhook_endpoints set removed_at = created_at where removed_at is null`.execute(world.db))

  const endpoints = async (account = 1): Promise<Listed[]> =>
    (await command(world, 'GET', `/accounts/${account}/webhooks?limit=1000`)).body.data
  const callsTo = (path: string) => receiver.received.filter((one) => one.path === path)
  /** Waits until all stored events are delivered. */
  const untilAllDelivered = () =>
    until(
      'all events are delivered',
      async () =>
        (await sql`select from webhook_events where due_at is not null limit 1`.execute(world.db)).rows.length === 0,
    )

  it('are delivered, signed, to the chat endpoints of the account', async () => {
    const endpoint = await addEndpoint(world, 'chat', `${receiver.url}account`)
    const phone = freshPhone()
    await assertSent(postChat(world, { to: phone, transaction_id: 'chat-4711' }))
    await until('the reply is delivered', () => callsTo('/account').length === 1)
    const [call] = callsTo('/account')
    assert.ok(call)
    const { timeUTC, ...body } = verify(call, endpoint)
    assert.deepEqual(body, {
      from: phone,
      to: 'SHOP',
      channel: 'whatsapp',
      transaction_id: 'chat-4711',
      message: { text: 'You said: Hello' },
      text: 'You said: Hello',
      message_type: 'text',
    })
    const active = (await world.request('GET', `${chatPath}/active-users`)).body.data.find(
      ({ from }: { from: string }) => from === phone,
    )
    assert.deepEqual(active, { from: phone, channel: 'whatsapp', last_message_at: timeUTC })
  })

  it('that arrive twice are stored and delivered once', async () => {
    await addEndpoint(world, 'chat', `${receiver.url}twice`)
    const [twice, witness] = [freshPhone('0005'), freshPhone()]
    await assertSent(postChat(world, { to: twice }))
    await untilStates(world, twice, ['sent', 'received'])
    await untilAllDelivered()
    await assertSent(postChat(world, { to: witness }))
    await untilStates(world, witness, ['sent', 'received'])
    await untilAllDelivered()
    assert.deepEqual(
      callsTo('/twice').map(({ text }) => JSON.parse(text).from),
      [twice, witness],
    )
    assert.equal((await messagesWith(world, twice)).length, 2)
  })

  it('are delivered to the callback_url of the last message that had one; an owner gets its secret by rotating it', async () => {
    const phone = freshPhone()
    const url = `${receiver.url}of-message`
    await assertSent(postChat(world, { to: phone, callback_url: `${receiver.url}before` }))
    await until('the first reply is delivered', () => callsTo('/before').length === 1)
    await assertSent(postChat(world, { to: phone, callback_url: url }))
    await until('the second reply is delivered', () => callsTo('/of-message').length === 1)
    const endpoint = (await endpoints()).find((one) => one.url === url)
    assert.equal(endpoint?.adHoc, true)
    const rotated = (await command(world, 'POST', `/accounts/1/webhooks/${endpoint?.id}/rotate`)).body
    await assertSent(postChat(world, { to: phone, text: 'Without one' }))
    await until('the third reply is delivered', () => callsTo('/of-message').length === 2)
    const [, call] = callsTo('/of-message')
    assert.ok(call)
    assert.deepEqual(verify(call, rotated).message, { text: 'You said: Without one' })
    assert.equal(verify(call, rotated).transaction_id, '')
    assert.equal(callsTo('/before').length, 1)
    const moved = await command(world, 'PUT', `/accounts/1/webhooks/${endpoint?.id}`, { url: `${receiver.url}other` })
    assert.deepEqual(
      [moved.status, moved.body.detail],
      [409, 'The webhook endpoint belongs to the `callback_url` of messages.'],
    )
  })

  it('are delivered once if an endpoint of the account has the same URL', async () => {
    const url = `${receiver.url}both`
    const endpoint = await addEndpoint(world, 'chat', url)
    await assertSent(postChat(world, { to: freshPhone(), callback_url: url }))
    await until('the reply is delivered', () => callsTo('/both').length > 0)
    await untilAllDelivered()
    const [call, ...more] = callsTo('/both')
    assert.ok(call)
    assert.equal(more.length, 0)
    assert.ok(verify(call, endpoint))
  })

  it('are delivered to a callback_url even if an endpoint with the same URL is disabled', async () => {
    const url = `${receiver.url}off`
    const { id } = await addEndpoint(world, 'chat', url)
    assert.equal((await command(world, 'PUT', `/accounts/1/webhooks/${id}`, { enabled: false })).status, 200)
    await assertSent(postChat(world, { to: freshPhone(), callback_url: url }))
    await until('the reply is delivered', () => callsTo('/off').length === 1)
  })

  it('of other conversations are not delivered to a callback_url', async () => {
    const url = `${receiver.url}own`
    await assertSent(postChat(world, { to: freshPhone(), callback_url: url }))
    await until('the reply is delivered', () => callsTo('/own').length === 1)
    const other = freshPhone()
    await assertSent(postChat(world, { to: other }))
    await untilStates(world, other, ['sent', 'received'])
    await untilAllDelivered()
    assert.equal(callsTo('/own').length, 1)
  })

  it('share one endpoint per URL, with many messages at once', async () => {
    const { ask, accountId } = await newClient(world)
    const callback_url = `${receiver.url}crowd`
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => ask('POST', chatPath, chatBody({ to: freshPhone('0002'), callback_url }))),
    )
    assert.deepEqual(
      sent.map(({ status }) => status),
      sent.map(() => 200),
    )
    assert.equal((await endpoints(accountId)).length, 1)
  })

  it('allow a thousand callback URLs beyond the limit of endpoints', async () => {
    const { ask, accountId } = await newClient(world)
    await sql`
      insert into webhook_endpoints (account_id, event, url, ad_hoc, used_at, secret, created_at)
      select ${accountId}::bigint, 'chat', ${receiver.url} || n, true, ${world.clock.now()}::timestamptz, ''::bytea, ${world.clock.now()}::timestamptz
        from generate_series(1, 999) as n
    `.execute(world.db)
    const post = (url: string) => ask('POST', chatPath, chatBody({ to: freshPhone('0002'), callback_url: url }))
    const added = await command(world, 'POST', `/accounts/${accountId}/webhooks`, { event: 'chat', url: receiver.url })
    assert.equal(added.status, 201)
    assert.equal((await post(`${receiver.url}1000`)).status, 200)
    const urls = async () => {
      const { rows } = await sql<{ url: string }>`
        select url from webhook_endpoints where account_id = ${accountId} and ad_hoc and removed_at is null
      `.execute(world.db)
      return new Set(rows.map(({ url }) => url.slice(receiver.url.length)))
    }
    const setUsed = (name: string, at: Date) =>
      sql`update webhook_endpoints set used_at = ${at} where url = ${`${receiver.url}${name}`}`.execute(world.db)
    const [older, old] = [
      new Date(world.clock.now().getTime() - 2 * dayMs),
      new Date(world.clock.now().getTime() - dayMs),
    ]
    await setUsed('7', older)
    await setUsed('8', old)
    // Due in a year, so that the events stay pending during the test.
    const addPendingEvents = (which: string) =>
      sql`
      insert into webhook_events (account_id, endpoint_id, body, created_at, due_at)
      select account_id, id, '{}', created_at, created_at + interval '1 year'
        from webhook_endpoints
       where account_id = ${accountId} and ad_hoc and removed_at is null and (url = ${`${receiver.url}${which}`} or ${which} = 'all')
    `.execute(world.db)
    await addPendingEvents('7')
    assert.equal((await post(`${receiver.url}more`)).status, 200, 'the least recently used endpoint is replaced')
    const left = await urls()
    assert.deepEqual([left.size, left.has('7'), left.has('8'), left.has('more')], [1_000, true, false, true])
    await addPendingEvents('all')
    const { status, body, headers } = await post(`${receiver.url}1001`)
    assert.deepEqual([status, body], [400, { code: 105, message: 'Invalid Parameter: callback_url' }])
    assert.match(String(headers['ngoma-hint']), /at most 1000/)
    assert.equal((await post(`${receiver.url}1000`)).status, 200, 'an existing endpoint can still be used')
  })

  it('lead to the removal of callback endpoints that were unused for long', async () => {
    const [used, unused] = [`${receiver.url}used`, `${receiver.url}unused`]
    for (const callback_url of [used, unused])
      await assertSent(postChat(world, { to: freshPhone('0002'), callback_url }))
    world.clock.moveForward(60 * dayMs)
    await assertSent(postChat(world, { to: freshPhone('0002'), callback_url: used }))
    world.clock.moveForward(31 * dayMs)
    await until('the unused endpoint is removed', async () => (await endpoints()).every(({ url }) => url !== unused))
    assert.ok((await endpoints()).some(({ url }) => url === used))
  })
})

onOneEngine('Chat messages after a process ends', (engine) => {
  it('are sent and answered by the next process, and charged once', async () => {
    const database = await openTestDatabase(engine)
    const phone = freshPhone()
    try {
      // Accepts messages without a worker, like a process that crashes after its answer.
      const before = await openWorld(engine, { database, role: 'api' })
      await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          assertSent(postChat(before, { to: phone, transaction_id: `kept-${index}` })),
        ),
      )
      assert.deepEqual(new Set((await messagesWith(before, phone)).map(({ state }) => state)), new Set(['queued']))
      await before.close()

      const world = await openWorld(engine, { database })
      await assertSent(postChat(world, { to: phone, transaction_id: 'kept-0' }))
      const states = async () => (await messagesWith(world, phone)).map(({ state }) => state).sort()
      await until(
        'all messages are sent and answered',
        async () => (await states()).join() === [...Array(5).fill('received'), ...Array(5).fill('sent')].join(),
      )
      for (const { id, direction } of await messagesWith(world, phone)) {
        if (direction === 'out') assert.deepEqual(await entriesOf(world, id), ['hold 1.0000', 'spend 1.0000'])
      }
      await assertLedgerClean(world)
      await world.close()
    } finally {
      await database.drop()
    }
  })

  it('are answered once if the channel received a message twice', async () => {
    const world = await openWorld(engine)
    try {
      const phone = freshPhone()
      await assertSent(postChat(world, { to: phone }))
      await untilStates(world, phone, ['sent', 'received'])
      const [sent] = await messagesWith(world, phone)
      // The state after a crash between the answer of the channel and its commit.
      await sql`update balances set held = held + 1 where account_id = 1 and product = 'CHAT'`.execute(world.db)
      await sql`update chat_messages set state = 'queued', done_at = null, reference = null, due_at = ${world.clock.now()} where id = ${sent.id}`.execute(
        world.db,
      )
      world.app.sms.work.wake()
      const witness = freshPhone()
      await until('the message is sent again', async () => (await messagesWith(world, phone))[0].state === 'sent')
      await assertSent(postChat(world, { to: witness }))
      await untilStates(world, witness, ['sent', 'received'])
      assert.equal((await messagesWith(world, phone)).length, 2)
    } finally {
      await world.close()
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  assertLedgerClean,
  assertSent,
  chatBody,
  chatContext,
  chatPath,
  conversationWith,
  freshPhone,
  messagesWith,
  postChat,
  untilStates,
} from '../../../test/chat.ts'
import { newClient } from '../../../test/contacts.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { IncomingMessage } from '../../carriers/chat/channel.ts'
import { createSimulatedChannel } from '../../carriers/chat/simulated.ts'
import { data as conversations } from '../inbox/data.ts'
import { data } from './data.ts'
import { receiveMessage } from './receive.ts'
import { submitWork } from './submit.ts'

const dayMs = 86_400_000
const said = (text: string) => ({ type: 'text', text }) as const

onOneEngine('incoming chat messages', (engine) => {
  let world: World
  let receive: (message: IncomingMessage) => Promise<void>
  before(async () => {
    world = await openWorld(engine)
    const channel = createSimulatedChannel({ clock: world.clock })
    receive = (message) => receiveMessage(chatContext(world, channel), channel, message)
  })
  after(() => world.close())

  let last = 0
  const written = (phone: string, change: Partial<IncomingMessage> = {}): IncomingMessage => {
    last += 1
    return {
      id: `m-${last}`,
      service: 'whatsapp',
      business: 'SHOP',
      phone,
      content: said('Hello'),
      at: world.clock.now(),
      answers: null,
      ...change,
    }
  }
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from chat_messages`.execute(world.db)).rows[0]?.count
  /** Writes to a person who never replies by themselves. */
  const silent = async () => {
    const phone = freshPhone('0002')
    await assertSent(postChat(world, { to: phone, transaction_id: phone }))
    await untilStates(world, phone, ['sent'])
    return phone
  }

  it('are stored and published once, however often and concurrently they arrive', async () => {
    const receiver = await startReceiver()
    try {
      await addEndpoint(world, 'chat', receiver.url)
      const message = written(await silent())
      await Promise.all(Array.from({ length: 10 }, () => receive(message)))
      await receive(message)
      await until('the event arrived', () => receiver.received.length > 0)
      const { rows } = await sql`select from webhook_events`.execute(world.db)
      assert.equal(rows.length, 1)
      assert.equal(
        JSON.parse(receiver.received[0]?.text ?? '').transaction_id,
        '',
        'the message answers no transaction',
      )
      assert.equal((await messagesWith(world, message.phone)).length, 2)
    } finally {
      await receiver.close()
    }
  })

  it('belong to the account whose message they answer, and to none when several match', async () => {
    const phone = await silent()
    const { ask: askAs, accountId } = await newClient(world)
    assert.equal((await askAs('POST', chatPath, chatBody({ to: phone }))).status, 200)
    await untilStates(world, phone, ['sent'], accountId)
    const [first] = await messagesWith(world, phone)
    await receive(written(phone, { answers: first.id, content: said('To the first') }))
    const [second] = await messagesWith(world, phone, accountId)
    await receive(written(phone, { answers: second.id, content: said('To the second') }))
    await receive(written(phone, { content: said('To whom?') }))
    const texts = async (account: number) =>
      (await messagesWith(world, phone, account)).slice(1).map(({ content }) => content.text)
    assert.deepEqual([await texts(1), await texts(accountId)], [['To the first'], ['To the second']])
    assert.equal(world.logs.filter((line) => line.includes('several accounts could claim')).length, 1)
    const stranger = await silent()
    await receive(written(stranger, { answers: first.id }))
    assert.deepEqual(
      (await messagesWith(world, stranger)).slice(1).map(({ answersId }) => answersId),
      [null],
      'a message to another person is not answered',
    )
  })

  it('are published to the callback_url of the answered message, or else to the latest one of the conversation', async () => {
    const receiver = await startReceiver()
    try {
      const phone = freshPhone('0002')
      for (const name of ['a', 'b'])
        await assertSent(postChat(world, { to: phone, callback_url: `${receiver.url}${name}` }))
      await assertSent(postChat(world, { to: phone }))
      const [a, b, without] = await messagesWith(world, phone)
      for (const [text, answers] of Object.entries({ A: a.id, B: b.id, without: without.id, nothing: null }))
        await receive(written(phone, { content: said(text), answers }))
      await until('all events arrived', () => receiver.received.length >= 4)
      assert.deepEqual(receiver.received.map(({ path, text }) => `${path} ${JSON.parse(text).message.text}`).sort(), [
        '/a A',
        '/b B',
        '/b nothing',
        '/b without',
      ])
    } finally {
      await receiver.close()
    }
  })

  it('are logged and accepted when they belong to no conversation', async () => {
    const before = await count()
    const phone = await silent()
    for (const change of [{ phone: freshPhone() }, { business: 'OTHER' }, { service: 'telegram' }])
      await receive(written(phone, change))
    assert.equal(await count(), (before ?? 0) + 1)
    assert.equal(world.logs.filter((line) => line.includes('belongs to no conversation')).length, 3)
  })

  it('are cleaned for the database and never dated in the future', async () => {
    const phone = await silent()
    const at = new Date(world.clock.now().getTime() + 3_600_000)
    await receive(written(phone, { content: said('a\0b\ud800'), at }))
    const [, message] = await messagesWith(world, phone)
    assert.equal(message.content.text, 'ab\ufffd')
    assert.ok(new Date((await conversationWith(world, phone)).lastAt) < at)
  })

  it('and outgoing messages wait unclaimed while a channel is unavailable', async () => {
    const channel = createSimulatedChannel({ clock: world.clock })
    const work = submitWork(chatContext(world, channel), channel.name)
    assert.equal(work.ready?.(), false)
    await channel.start({ incoming: async () => {}, status: async () => 'noted', changed() {} })
    assert.equal(work.ready?.(), true)
    await channel.stop()
  })

  it('are removed with their conversation, and the ledger stays correct', async () => {
    const [old, lively] = [await silent(), await silent()]
    await receive(written(old))
    world.clock.moveForward(200 * dayMs)
    await receive(written(lively))
    world.clock.moveForward(166 * dayMs)
    const before = new Date(world.clock.now().getTime() - 365 * dayMs)
    for (const rule of [...data, ...conversations].flatMap(({ rules }) => rules(world.app.sms)))
      while ((await rule.remove({ accountId: null, before }, 100)) > 0);
    assert.equal(await conversationWith(world, old), null)
    await untilStates(world, lively, ['received'])
    await assertLedgerClean(world)
  })
})

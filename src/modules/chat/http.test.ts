import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { assertLedgerClean, assertSent, freshPhone, messagesWith, postChat, untilStates } from '../../../test/chat.ts'
import { command } from '../../../test/console/people.ts'
import { type Received, type Receiver, type ReceiverAnswer, startReceiver } from '../../../test/receiver.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const settings = (url: string, change: object = {}) => ({
  services: ['telegram'],
  send: {
    url: `${url}send`,
    headers: { authorization: 'Bearer {secrets.password}' },
    body: { to: '{phone}', from: '{business}', text: '{text}', ref: '{id}' },
    answer: { reference: 'id', state: 'status' },
    states: { accepted: ['queued'], refused: ['blocked'] },
  },
  receipts: {
    reference: 'id',
    state: 'status',
    reason: 'why',
    states: { delivered: ['DELIVERED'], read: ['SEEN'], failed: ['FAILED'] },
  },
  messages: { from: 'form', id: 'id', phone: 'from', number: 'to', text: 'text' },
  ...change,
})

onOneEngine('chat channels by template', (engine) => {
  let world: World
  let provider: Receiver
  let answer: (request: Received) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 500 })
  let path = ''
  before(async () => {
    world = await openWorld(engine, { config: { staging: false, publicUrl: 'http://127.0.0.1' } })
    provider = await startReceiver({ answer: (request) => answer(request) })
    path = await setProvider('first', settings(provider.url))
  })
  after(async () => {
    await provider.close()
    await world.close()
  })

  async function setProvider(name: string, given: object, change: object = {}): Promise<string> {
    const { status, body, text } = await command(world, 'PUT', `/providers/${name}`, {
      product: 'chat',
      kind: 'http',
      settings: given,
      secrets: { password: 'secret-1' },
      accountId: 1,
      ...change,
    })
    assert.equal(status, 200, text)
    return body.callbackUrl === null ? '' : new URL(body.callbackUrl).pathname
  }
  const post = async (url: string, type: string, payload: string) =>
    (await world.app.http.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })).statusCode
  const push = (status: string, id: string) =>
    post(path, 'application/json', JSON.stringify({ id, status, why: 'Blocked by user' }))
  const send = (phone: string) => assertSent(postChat(world, { channel: 'telegram', to: phone }))

  it('send messages, and read statuses and messages that the provider pushes', async () => {
    const phone = freshPhone()
    answer = () => ({ status: 200, body: '{"id":"p-1","status":"queued"}' })
    await send(phone)
    await untilStates(world, phone, ['sent'])
    const [{ id }] = await messagesWith(world, phone)
    assert.deepEqual(JSON.parse(provider.received[0]?.text ?? ''), {
      to: phone,
      from: 'SHOP',
      text: 'Hello',
      ref: String(id),
    })
    assert.equal(provider.received[0]?.headers.authorization, 'Bearer secret-1')
    assert.equal(await push('DELIVERED', 'p-1'), 200)
    assert.equal(await push('SEEN', 'p-1'), 200)
    const form = `id=m-1&from=${phone}&to=SHOP&text=Asante`
    for (const _ of ['once', 'twice'])
      assert.equal(await post(`${path}/messages`, 'application/x-www-form-urlencoded', form), 200)
    await untilStates(world, phone, ['read', 'received'])
    const large = JSON.stringify({ list: 'x'.repeat(1_000_000), id: 'p-1', status: 'SEEN' })
    assert.equal(await post(path, 'application/json', large), 200)
    const forged = `${path.slice(0, path.lastIndexOf('/'))}/${'x'.repeat(32)}`
    assert.equal(await post(forged, 'application/json', 'x'.repeat(5_000_000)), 404, 'before the body is read')
  })

  for (const [isRepeatable, id] of [
    [false, 'p-2'],
    [true, 'p-4'],
  ] as const)
    it(`keep a status that arrives before the response, isRepeatable ${isRepeatable}`, async () => {
      const phone = freshPhone()
      const pushed = Promise.withResolvers<number>()
      await setProvider('first', settings(provider.url, { isRepeatable }))
      answer = async () => {
        pushed.resolve(push('FAILED', id))
        await pushed.promise
        return { status: 200, body: JSON.stringify({ id, status: 'queued' }) }
      }
      await send(phone)
      assert.equal(await pushed.promise, 503)
      await until('the provider pushed it again', async () => (await push('FAILED', id)) === 200)
      await untilStates(world, phone, ['failed'])
      assert.equal((await messagesWith(world, phone))[0].reason, 'blocked_by_user')
      await assertLedgerClean(world)
    })

  it('move messages to another channel only when nothing was sent', async () => {
    const [moved, refused] = [freshPhone(), freshPhone()]
    const gone = await startReceiver()
    await gone.close()
    await setProvider('zero', settings(gone.url, { receipts: null, messages: null }), { priority: 1 })
    await setProvider('first', settings(provider.url), { priority: 2 })
    answer = () => ({ status: 200, body: '{"id":"p-3","status":"queued"}' })
    await send(moved)
    await until('it is sent', async () => {
      world.clock.moveForward(1_000)
      return (await messagesWith(world, moved))[0].state === 'sent'
    })
    answer = () => ({ status: 400, body: '{"status":"blocked"}' })
    await send(refused)
    await until('it has failed', async () => {
      world.clock.moveForward(1_000)
      return (await messagesWith(world, refused))[0].state === 'failed'
    })
    assert.equal((await messagesWith(world, refused))[0].reason, 'blocked')
    const { status, body } = await command(world, 'DELETE', '/providers/zero')
    assert.equal(status, 204, JSON.stringify(body))
    await assertLedgerClean(world)
  })
  it('repeat a message of unknown outcome on the same channel only', async () => {
    const phone = freshPhone()
    const lost = await startReceiver({ answer: () => ({ status: 200, body: 'no reference' }) })
    const change = { receipts: null, messages: null, isRepeatable: true }
    await setProvider('zero', settings(lost.url, change), { priority: 1 })
    const before = provider.received.length
    answer = () => ({ status: 200, body: '{"id":"p-5","status":"queued"}' })
    await send(phone)
    await until('it was repeated', () => {
      world.clock.moveForward(1_000)
      return lost.received.length > 1
    })
    await lost.close()
    await until('its outcome is unknown', async () => {
      world.clock.moveForward(300_000)
      return (await messagesWith(world, phone))[0].state !== 'queued'
    })
    assert.equal((await messagesWith(world, phone))[0].state, 'unknown')
    assert.equal(provider.received.length, before)
    await command(world, 'DELETE', '/providers/zero')
    await assertLedgerClean(world)
  })

  it('wait while all of them are unreachable', async () => {
    const phone = freshPhone()
    const gone = await startReceiver()
    await gone.close()
    for (const name of ['zero', 'first']) await setProvider(name, settings(gone.url))
    const tries = () => world.logs.filter((line) => line.includes('a chat message was not accepted')).length
    const before = tries()
    await send(phone)
    for (const round of [1, 2, 3, 4]) {
      await until('it waits', async () => {
        const now = world.clock.now()
        const { rows } = await sql`select from chat_messages where state = 'queued' and due_at > ${now}`.execute(
          world.db,
        )
        return rows.length > 0
      })
      assert.ok(tries() - before <= 2 * round, `${tries() - before} tries in ${round} rounds`)
      world.clock.moveForward(2_000)
    }
  })
})

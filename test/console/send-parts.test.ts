import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { command } from './people.ts'
import { sendingOf } from './sending.ts'

onOneEngine('large and repeated sends by the account API', (engine) => {
  let world: World
  before(async () => {
    // Far from midnight, when daily limits reset.
    world = await openWorld(engine, { config: { recipientsMax: 4 }, startAt: new Date('2030-06-15T10:30:00Z') })
  })
  after(() => world.close())

  const { makeBook, contactIdOf, send, quote, messagesOf } = sendingOf(() => world)

  it('splits a large send into several requests with one message per number', async () => {
    const book = await makeBook(...Array.from({ length: 9 }, (_, index) => ({ first_name: `N${index}` })))
    const first = book.phones[0] as string
    const { body } = await send({ bookIds: [book.id], to: [book.phones[8], first], text: 'To {first_name}' })
    assert.equal(body.requestIds.length, 3)
    assert.deepEqual([body.valid, body.duplicates, body.total], [9, 2, 11])
    assert.deepEqual(
      (await messagesOf(body.requestIds)).map(({ phone, text }) => [phone, text]),
      [
        [book.phones[8], 'To '],
        [first, 'To '],
        ...book.phones.slice(1, 8).map((phone, index) => [phone, `To N${index + 1}`]),
      ],
    )
  })

  it('counts a text that its placeholders make too long as invalid', async () => {
    const long = { text: '{a}'.repeat(13_000), to: ['0712700151', '0712700152', '0712700153', '0712700154'] }
    const { body, text } = await quote({ ...long, variables: { a: '\u2019'.repeat(1_000) } })
    assert.deepEqual([body.recipients?.valid, body.recipients?.invalid], [0, 4], text)
  })

  it('requires a consent in every part of a large book', async () => {
    const book = await makeBook({}, {}, {}, {}, {})
    const [first, , , , last] = book.phones
    await command(world, 'PATCH', '/accounts/1', { consentRequired: true })
    await command(world, 'POST', '/accounts/1/consents', { phone: first, source: 'form' })
    const { body } = await send({ bookIds: [book.id] })
    assert.deepEqual([body.valid, body.optedOut, body.noConsent], [1, 4, 4], `${last} is alone in its request`)
    const quoted = await quote({ bookIds: [book.id] })
    assert.deepEqual([quoted.body.recipients?.valid, quoted.body.recipients?.noConsent], [1, 4], quoted.text)
    await command(world, 'PATCH', '/accounts/1', { consentRequired: false })
  })

  it('sends once per idempotency key', async () => {
    const book = await makeBook(...Array.from({ length: 5 }, () => ({})))
    const keyed = (change = {}) =>
      send({ bookIds: [book.id], notBefore: '2030-06-15T11:00:00Z', ...change }, { 'idempotency-key': 'once' })
    const first = await keyed()
    assert.deepEqual([first.body.requestIds.length, first.headers['idempotent-replayed']], [2, undefined])
    const second = await keyed()
    assert.deepEqual([second.text, second.headers['idempotent-replayed']], [first.text, 'true'])
    assert.equal((await keyed({ text: 'Another' })).status, 409)
    world.clock.moveForward(3_600_000)
    const later = await keyed()
    assert.deepEqual([later.status, later.body.requestIds], [201, first.body.requestIds], 'its time has passed')
  })

  it('answers a repeated key as complete when the contacts end with a full part', async () => {
    const book = await makeBook({}, {}, {}, {})
    const notBefore = new Date(world.clock.now().getTime() + 1_800_000).toISOString()
    const keyed = () => send({ bookIds: [book.id], notBefore }, { 'idempotency-key': 'full' })
    const first = await keyed()
    world.clock.moveForward(3_600_000)
    const later = await keyed()
    assert.deepEqual([later.body.requestIds, later.body.stopped], [first.body.requestIds, null])
  })

  it('shows contacts only to credentials that may read them', async () => {
    const book = await makeBook({ first_name: 'Asha' })
    const scopes = ['messages:read', 'messages:send']
    const { token } = (await command(world, 'POST', '/accounts/1/tokens', { name: 'sends', scopes })).body
    const contactIds = [await contactIdOf(book.phones[0])]
    const post = async (path: string, to: Record<string, unknown>) => {
      const body = { from: 'INFO', text: 'Hello', ...to }
      const { status, body: problem } = await world.request('POST', path, { body, headers: { authorization: token } })
      return [status, problem.code]
    }
    for (const path of ['/v2/messages', '/v2/quotes']) {
      for (const to of [{ contact_ids: contactIds }, { book_ids: [book.id] }, { segment_ids: [1] }])
        assert.deepEqual(await post(path, to), [403, 'scope_missing'], JSON.stringify(to))
      assert.equal((await post(path, { to: book.phones }))[0], path === '/v2/messages' ? 201 : 200)
    }
  })

  it('answers a repeated key as before after its sender is removed', async () => {
    const book = await makeBook({}, {})
    const sender = (await command(world, 'POST', '/accounts/1/senders', { sender: 'GONE' })).body.id
    await command(world, 'POST', `/accounts/1/senders/${sender}/approve`, {})
    const keyed = () => send({ bookIds: [book.id], from: 'GONE' }, { 'idempotency-key': 'gone' })
    const first = await keyed()
    await command(world, 'POST', `/accounts/1/senders/${sender}/deactivate`, {})
    assert.deepEqual((await keyed()).body.requestIds, first.body.requestIds)
    assert.equal((await send({ bookIds: [book.id], from: 'GONE' })).body.code, 'sender_inactive')
  })

  it('continues an interrupted send under its key when contacts were added or removed since', async () => {
    const book = await makeBook(...Array.from({ length: 8 }, () => ({})))
    const limit = (messagesPerDay: number | null) =>
      command(world, 'PATCH', '/accounts/1', { requestsPerSecond: null, messagesPerDay })
    await limit(1_000)
    const before = await sql<{
      sent: number
    }>`select coalesce(sum(messages), 0)::bigint as sent from sms_usage where account_id = 1`.execute(world.db)
    await limit((before.rows[0]?.sent ?? 0) + 4)
    const keyed = () => send({ bookIds: [book.id] }, { 'idempotency-key': 'broken' })
    const broken = await keyed()
    assert.deepEqual(
      [broken.status, broken.body.valid, broken.body.stopped.code, broken.body.stopped.detail],
      [201, 4, 'daily_limit_reached', 'Daily Limit Reached'],
    )
    await limit(null)
    await world.request('DELETE', `/public/v1/contacts/${await contactIdOf(book.phones[0])}`)
    const { body } = await keyed()
    assert.deepEqual([body.stopped, body.valid], [null, 8])
    assert.deepEqual(
      (await messagesOf(body.requestIds)).map(({ phone }) => phone),
      book.phones,
    )
  })
})

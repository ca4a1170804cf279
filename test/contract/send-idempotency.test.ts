import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { modules } from '../../src/app/modules.ts'
import { preparationsOf } from '../../src/module.ts'
import { createAccount, createKey } from '../../src/modules/accounts/index.ts'
import { addOptOut } from '../../src/modules/consent/index.ts'
import { insertSender } from '../../src/modules/senders/index.ts'
import { type Answer, basic, onOneEngine, openWorld, sendBody, until, type World } from '../world.ts'

const hourMs = 3_600_000

onOneEngine('POST /v1/send, Idempotency-Key', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const send = (key: string, change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    world.send(change, { 'idempotency-key': key, ...headers })
  const to = (...numbers: readonly string[]) => ({
    recipients: numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
  })
  /** A large request for a far date, so that it is accepted but not sent. */
  const many = (count: number) => ({
    ...to(...Array.from({ length: count }, (_, index) => `2557130${11_111 + index}`)),
    schedule_time: '2099-01-01 00:00',
  })
  /** The number of accepted requests and messages. */
  const accepted = async () =>
    (
      await sql<{
        requests: number
        messages: number
      }>`select (select count(*) from sms_requests) as requests, (select count(*) from sms_messages) as messages`.execute(
        world.db,
      )
    ).rows[0] ?? assert.fail()

  function assertReplay(answer: Answer, first: Answer) {
    assert.equal(answer.status, 200)
    assert.equal(answer.text, first.text)
    assert.equal(answer.headers['idempotent-replayed'], 'true')
    assert.equal(answer.headers['content-type'], first.headers['content-type'])
  }

  function assertConflict({ status, body, headers }: Answer) {
    assert.equal(status, 409)
    assert.deepEqual(Object.keys(body), ['code', 'message'])
    assert.deepEqual([body.code, typeof body.message], [409, 'string'])
    assert.equal(headers['idempotent-replayed'], undefined)
  }

  it('repeats the first answer byte for byte, and sends once', async () => {
    const before = await accepted()
    const first = await send('first', to('255712001101', 'bad'))
    assert.equal(first.status, 200)
    assert.equal(first.headers['idempotent-replayed'], undefined)
    await until(
      'the message is delivered',
      async () => (await world.statuses(first.body.request_id)).get('255712001101') === 'DELIVERED',
    )
    // Later changes do not affect the replayed answer.
    await addOptOut(world.app.sms, 1, '255712001101', 'person')
    for (let time = 0; time < 3; time += 1) assertReplay(await send('first', to('255712001101', 'bad')), first)
    assert.deepEqual(await accepted(), { requests: before.requests + 1, messages: before.messages + 1 })
    assert.equal((await world.request('GET', '/public/v1/delivery-reports?dest_addr=255712001101')).body.length, 1)
  })

  it('answers 409 to the same key with another body, and sends nothing', async () => {
    const first = await send('taken', to('255712001201'))
    const before = await accepted()
    assertConflict(await send('taken', to('255712001202')))
    assertConflict(await send('taken', { ...to('255712001201'), message: 'Hello!' }))
    assertConflict(await send('taken', many(501)))
    // Bodies are compared as bytes, not as JSON values.
    const spaced = JSON.stringify(sendBody(to('255712001201')), null, 1)
    assertConflict(await world.request('POST', '/v1/send', { body: spaced, headers: { 'idempotency-key': 'taken' } }))
    assert.deepEqual(await accepted(), before)
    assertReplay(await send('taken', to('255712001201')), first)
  })

  it('sends twice without a key or with two keys', async () => {
    const before = await accepted()
    const ids = [await world.send(), await world.send(), await send('one'), await send('two'), await send('ONE')].map(
      ({ body }) => body.request_id,
    )
    assert.equal(new Set(ids).size, 5)
    assert.equal((await accepted()).requests, before.requests + 5)
  })

  it('sends once for 50 simultaneous requests', async () => {
    const before = await accepted()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('rush', to('255712001301'))))
    const first = answers.filter(
      ({ status, headers }) => status === 200 && headers['idempotent-replayed'] === undefined,
    )
    assert.equal(first.length, 1)
    for (const answer of answers) {
      if (answer === first[0]) continue
      if (answer.status === 409) assertConflict(answer)
      else assertReplay(answer, first[0] ?? assert.fail())
    }
    assert.deepEqual(await accepted(), { requests: before.requests + 1, messages: before.messages + 1 })
  })

  it('accepts one of several simultaneous bodies', async () => {
    const before = await accepted()
    const numbers = ['255712001401', '255712001402', '255712001403']
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => ({
        number: numbers[index % 3],
        answer: await send('race', to(numbers[index % 3] ?? '')),
      })),
    )
    const [first, ...others] = answers.filter(
      ({ answer }) => answer.status === 200 && answer.headers['idempotent-replayed'] === undefined,
    )
    assert.ok(first)
    assert.equal(others.length, 0)
    for (const { number, answer } of answers) {
      if (answer === first.answer) continue
      if (number === first.number && answer.status === 200) assertReplay(answer, first.answer)
      else assertConflict(answer)
    }
    assert.deepEqual(await accepted(), { requests: before.requests + 1, messages: before.messages + 1 })
  })

  it('is scoped to an account', async () => {
    const authorization = await world.db.transaction(async (tx) => {
      const other = await createAccount(
        tx,
        { name: 'Other', parentId: null },
        preparationsOf(modules, world.app.sms.config),
        world.clock.now(),
      )
      const { apiKey, secret } = await createKey(tx, other, 'key', world.clock.now())
      return basic(apiKey, secret)
    })
    const mine = await send('shared', to('255712001501'))
    const theirs = await send('shared', to('255712001501'), { authorization })
    assert.equal(theirs.status, 200)
    assert.equal(theirs.headers['idempotent-replayed'], undefined)
    assert.notEqual(theirs.body.request_id, mine.body.request_id)
    assertReplay(await send('shared', to('255712001501'), { authorization }), theirs)
    assertReplay(await send('shared', to('255712001501')), mine)
  })

  it('is not stored for an error, but is for a send without valid recipients', async () => {
    const refused = await send('again', { source_addr: 'NOBODY' })
    assert.deepEqual([refused.status, refused.body.code], [400, 111])
    assert.equal((await send('again', { message: '' })).body.code, 109)
    const taken = await send('again', to('255712001601'))
    assert.deepEqual([taken.status, taken.headers['idempotent-replayed']], [200, undefined])

    const none = await send('none', to('bad'))
    assert.deepEqual([none.status, none.body.code], [200, 101])
    assertReplay(await send('none', to('bad')), none)
  })

  it('repeats the first answer even if the request would now fail', async () => {
    const schedule_time = new Date(world.clock.now().getTime() + 2 * 60_000)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ')
    const scheduled = await send('in time', { schedule_time })
    const shop = await world.db.transaction(async (tx) => {
      await insertSender(tx, 1, { sender: 'SHOP', sampleContent: '', status: 'active' }, world.clock.now())
      return { source_addr: 'SHOP' }
    })
    const approved = await send('approved', shop)
    assert.deepEqual([scheduled.status, approved.status], [200, 200])

    const before = await accepted()
    world.clock.moveForward(5 * 60_000)
    await sql`update senders set status = 'inactive' where sender = 'SHOP'`.execute(world.db)
    assertReplay(await send('in time', { schedule_time }), scheduled)
    assertReplay(await send('approved', shop), approved)
    assert.equal((await send('another', { schedule_time })).body.code, 112)
    assert.equal((await send('another', shop)).body.code, 111)
    assert.deepEqual(await accepted(), before)
  })

  it('has 1 to 255 characters', async () => {
    const before = await accepted()
    for (const key of ['', 'k'.repeat(256)]) {
      const { status, body } = await send(key)
      assert.deepEqual([status, body.code], [400, 104], `${key.length} characters`)
    }
    assert.deepEqual(await accepted(), before)
    for (const key of ['k', 'k'.repeat(255), 'a "b" {c}, \\d', 'NULL', "'--"]) {
      const first = await send(key)
      assert.equal(first.status, 200)
      assertReplay(await send(key), first)
    }
  })

  it('applies to large sends too, also concurrently', async () => {
    const before = await accepted()
    const first = await send('large', many(501))
    assert.deepEqual([first.status, first.body.valid], [200, 501])
    assertReplay(await send('large', many(501)), first)
    assertConflict(await send('large', many(502)))
    assertConflict(await send('large'))
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('large rush', many(501))))
    assert.equal(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size, 1)
    assert.equal(
      answers.filter(({ status, headers }) => status === 200 && headers['idempotent-replayed'] === undefined).length,
      1,
    )
    assert.deepEqual(await accepted(), { requests: before.requests + 2, messages: before.messages + 1_002 })
  })

  it('can be reused after 24 hours', async () => {
    const first = await send('day', to('255712001701'))
    world.clock.moveForward(24 * hourMs - 60_000)
    assertReplay(await send('day', to('255712001701')), first)
    world.clock.moveForward(2 * 60_000)
    assert.equal((await send('day', { source_addr: 'NOBODY' })).body.code, 111)
    const next = await send('day', to('255712001702'))
    assert.deepEqual([next.status, next.headers['idempotent-replayed']], [200, undefined])
    assert.notEqual(next.body.request_id, first.body.request_id)
    assertReplay(await send('day', to('255712001702')), next)
    assertConflict(await send('day', to('255712001701')))
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { modules } from '../../src/app/modules.ts'
import { preparationsOf } from '../../src/module.ts'
import { createAccount, createKey } from '../../src/modules/accounts/index.ts'
import { addOptOut } from '../../src/modules/consent/index.ts'
import { command } from '../console/people.ts'
import { openAppOn } from '../e2e/apps.ts'
import { apiKey, apiSecret, authorization } from '../send-body.ts'
import { type Answer, basic, onOneEngine, openWorld, sendBody, until, type World } from '../world.ts'

const dayMs = 86_400_000
const noon = new Date('2030-01-01T12:00:00Z')
const limitReached = { code: 429, message: 'Daily Limit Reached' }

onOneEngine('POST /v1/send, with a daily limit', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { startAt: noon, config: { messagesPerDay: 50 } })
  })
  after(() => world.close())

  async function openAccount(messagesPerDay: number | null) {
    const now = world.clock.now()
    const account = await world.db.transaction(async (tx) => {
      const id = await createAccount(
        tx,
        { name: 'Limited', parentId: null },
        preparationsOf(modules, world.app.sms.config),
        now,
      )
      const { apiKey, secret } = await createKey(tx, id, 'key', now)
      return { id, authorization: basic(apiKey, secret) }
    })
    await command(world, 'PATCH', `/accounts/${account.id}`, { messagesPerDay })
    return account
  }
  const to = (count: number) => ({
    recipients: Array.from({ length: count }, (_, index) => ({
      recipient_id: index + 1,
      dest_addr: `25571300${1_000 + index}`,
    })),
    schedule_time: '2099-01-01 00:00',
  })
  const send = ({ authorization }: { authorization: string }, count: number, headers: Record<string, string> = {}) =>
    world.send(to(count), { authorization, ...headers })
  /** The stored rows of an account and its message count. */
  const stored = async ({ id }: { id: number }) =>
    (
      await sql<{ requests: number; messages: number; keys: number; counted: number }>`
        select (select count(*) from sms_requests where account_id = ${id}) as requests,
               (select count(*) from sms_messages where account_id = ${id}) as messages,
               (select count(*) from idempotency_keys where account_id = ${id}) as keys,
               (select coalesce(sum(messages), 0)::bigint from sms_usage where account_id = ${id}) as counted
      `.execute(world.db)
    ).rows[0] ?? assert.fail()

  function assertRefused({ status, body, headers }: Answer, limit: number, left: number) {
    assert.deepEqual([status, body], [429, limitReached])
    assert.deepEqual([headers['ratelimit-limit'], headers['ratelimit-remaining']], [String(limit), String(left)])
    const midnight = Math.ceil((dayMs - (world.clock.now().getTime() % dayMs)) / 1_000)
    const wait = Number(headers['retry-after'])
    assert.ok(wait >= midnight && wait < midnight + 60, `${wait} s, with ${midnight} s left of the day`)
    assert.equal(headers['ratelimit-reset'], headers['retry-after'])
    assert.match(String(headers['ngoma-hint']), new RegExp(`midnight GMT: ${left} of ${limit};`))
  }

  it('accepts messages up to the limit, and rejects the next without storing it', async () => {
    const account = await openAccount(3)
    for (let time = 0; time < 3; time += 1) assert.equal((await send(account, 1)).status, 200)
    assertRefused(await send(account, 1), 3, 0)
    assertRefused(await send(account, 1, { 'idempotency-key': 'late' }), 3, 0)
    assert.deepEqual(await stored(account), { requests: 3, messages: 3, keys: 0, counted: 3 })
  })

  it('accepts a send as a whole or not at all, then one that still fits', async () => {
    const account = await openAccount(1_000)
    assert.equal((await send(account, 700)).body.valid, 700)
    assertRefused(await send(account, 600), 1_000, 300)
    assertRefused(await send(account, 301), 1_000, 300)
    assert.equal((await send(account, 300)).status, 200)
    assertRefused(await send(account, 1), 1_000, 0)
    assert.deepEqual(await stored(account), { requests: 2, messages: 1_000, keys: 0, counted: 1_000 })
  })

  it('counts messages, not recipients', async () => {
    const account = await openAccount(2)
    await addOptOut(world.app.sms, account.id, '255713009999', 'person')
    const numbers = ['255713001000', '255713001000', 'bad', '255713009999', '255713001001']
    const recipients = numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
    assert.equal((await world.send({ recipients }, { authorization: account.authorization })).body.valid, 2)
    const none = await world.send({ recipients: recipients.slice(2, 4) }, { authorization: account.authorization })
    assert.deepEqual([none.status, none.body.code], [200, 101])
    assertRefused(await send(account, 1), 2, 0)
  })

  it('reports other errors first', async () => {
    const account = await openAccount(1)
    await send(account, 1)
    const { body } = await world.send({ source_addr: 'NOBODY' }, { authorization: account.authorization })
    assert.equal(body.code, 111)
  })

  it('uses the default limit unless the account has its own; accounts are counted separately', async () => {
    const [plain, narrow] = [await openAccount(null), await openAccount(1)]
    assertRefused(await send(plain, 51), 50, 50)
    assertRefused(await send(narrow, 2), 1, 1)
    assert.equal((await send(narrow, 1)).status, 200)
    assert.equal((await send(plain, 50)).status, 200)
    assertRefused(await send(narrow, 1), 1, 0)
    assertRefused(await send(plain, 1), 50, 0)
  })

  it('applies a changed limit within a second', async () => {
    const account = await openAccount(1)
    await send(account, 1)
    assertRefused(await send(account, 1), 1, 0)
    await command(world, 'PATCH', `/accounts/${account.id}`, { messagesPerDay: 2 })
    const since = performance.now()
    for (;;) {
      const askedAt = performance.now()
      const answer = await send(account, 1)
      if (answer.status === 200) break
      assert.ok(askedAt - since < 1_000, `still ${answer.status} when asked ${Math.round(askedAt - since)} ms later`)
    }
    assertRefused(await send(account, 1), 2, 0)
  })

  it('repeats an earlier answer even at the limit, and counts it once', async () => {
    const account = await openAccount(5)
    const first = await send(account, 3, { 'idempotency-key': 'first' })
    assert.equal(first.status, 200)
    const assertReplay = (answer: Answer) => {
      assert.deepEqual([answer.status, answer.text, answer.headers['idempotent-replayed']], [200, first.text, 'true'])
    }
    assertReplay(await send(account, 3, { 'idempotency-key': 'first' }))
    assert.equal((await send(account, 2)).status, 200)
    assertRefused(await send(account, 1, { 'idempotency-key': 'second' }), 5, 0)
    assertReplay(await send(account, 3, { 'idempotency-key': 'first' }))
    assert.equal((await send(account, 1, { 'idempotency-key': 'first' })).status, 409)
    assert.deepEqual(await stored(account), { requests: 2, messages: 5, keys: 1, counted: 5 })
  })

  it('sends and counts simultaneous requests with one key once', async () => {
    const account = await openAccount(5)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(account, 3, { 'idempotency-key': 'rush' })))
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
    assert.deepEqual(await stored(account), { requests: 1, messages: 3, keys: 1, counted: 3 })
    assert.equal((await send(account, 2)).status, 200)
  })

  it('is exact with many requests at once on two processes', async () => {
    const account = await openAccount(100)
    const second = await openAppOn(world, { clock: world.clock, config: { messagesPerDay: 50 } })
    try {
      const headers = { authorization: account.authorization }
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, index) =>
          (index % 2 === 0 ? world.app : second).http.inject({
            method: 'POST',
            url: '/v1/send',
            headers,
            payload: sendBody(to(2)),
          }),
        ),
      )
      const statuses = answers.map(({ statusCode }) => statusCode)
      assert.deepEqual(
        [statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 429).length],
        [50, 14],
      )
      assert.deepEqual(await stored(account), { requests: 50, messages: 100, keys: 0, counted: 100 })
    } finally {
      await second.close()
    }
  })

  it('never deadlocks two processes', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => openAccount(10)))
    const second = await openAppOn(world, { clock: world.clock, config: { messagesPerDay: 50 } })
    try {
      const answers = await Promise.all(
        Array.from({ length: 240 }, (_, index) => {
          const { authorization } = accounts[(index * 5) % 6] ?? assert.fail()
          const round = Math.floor(index / 6)
          const headers = { authorization, ...(round % 3 === 0 ? { 'idempotency-key': `key ${round % 4}` } : {}) }
          const app = round % 2 === 0 ? world.app : second
          return app.http.inject({ method: 'POST', url: '/v1/send', headers, payload: sendBody(to(1)) })
        }),
      )
      assert.deepEqual(
        answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 429).map(({ body }) => body),
        [],
      )
      for (const account of accounts) {
        const { messages, counted } = await stored(account)
        assert.deepEqual([messages, counted], [10, 10])
      }
    } finally {
      await second.close()
    }
  })

  it('resets at midnight GMT, and ignores rejected sends', async () => {
    const account = await openAccount(2)
    assert.equal((await send(account, 2)).status, 200)
    world.clock.moveForward(dayMs - (world.clock.now().getTime() % dayMs) - 60_000)
    assertRefused(await send(account, 1, { 'idempotency-key': 'night' }), 2, 0)
    world.clock.moveForward(60_000)
    const answer = await send(account, 2, { 'idempotency-key': 'night' })
    assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [200, undefined])
    assertRefused(await send(account, 1), 2, 0)
    const { rows } = await sql<{
      messages: number
    }>`select messages from sms_usage where account_id = ${account.id} order by day`.execute(world.db)
    assert.deepEqual(rows, [{ messages: 2 }, { messages: 2 }])
  })

  it('deletes the counts of old days', async () => {
    const days = async () =>
      (await sql<{ count: number }>`select count(*) as count from sms_usage`.execute(world.db)).rows[0]?.count ?? 0
    world.clock.moveForward(39 * dayMs)
    assert.equal((await send(await openAccount(1), 1)).status, 200)
    assert.ok((await days()) > 1)
    world.clock.moveForward(3 * dayMs)
    await until('only the last day is kept', async () => (await days()) === 1)
  })
})

onOneEngine('POST /v1/send, without a daily limit', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('counts nothing, and has no limit headers', async () => {
    const answer = await world.send()
    assert.equal(answer.status, 200)
    assert.deepEqual(
      Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit-') || name === 'retry-after'),
      [],
    )
    const { rows } = await sql`select 1 from sms_usage`.execute(world.db)
    assert.deepEqual(rows, [])
  })
})

onOneEngine('the default limit of reads', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { readsPerSecond: 1_000_000 } })
  })
  after(() => world.close())

  for (const [counts, requests] of [
    [
      true,
      [
        ['GET', '/public/v1/delivery-reports?request_id=1'],
        ['GET', '/v1/credit-balance?app_name=SMS'],
        ['POST', '/v1/transaction-status'],
        ['GET', '/v2/contacts'],
        ['POST', '/v2/quotes'],
      ],
    ],
    [
      false,
      [
        ['POST', '/v1/send'],
        ['POST', '/v1/request'],
        ['POST', '/v1/transfer'],
        ['GET', '/v1/checkout'],
        ['POST', '/v2/messages'],
        ['GET', `/cgi-bin/sendsms?username=${apiKey}&password=${apiSecret}`],
      ],
    ],
  ] as const)
    for (const [method, path] of requests)
      it(`${counts ? 'counts' : 'does not count'} ${method} ${path.split('?')[0]}`, async () => {
        const sent = method === 'POST' ? { payload: {} } : {}
        const { headers, statusCode } = await world.app.http.inject({
          method,
          url: path,
          headers: { authorization },
          ...sent,
        })
        assert.notEqual(statusCode, 401)
        assert.equal(headers['ratelimit-limit'], counts ? '1000000' : undefined)
      })
})

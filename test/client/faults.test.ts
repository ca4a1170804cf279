import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  AuthenticationError,
  ConnectionError,
  type Ngoma,
  type NgomaOptions,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
} from 'ngoma/client'
import { freshPhone } from '../contacts.ts'
import { pinTo, watchCarrier } from '../otp.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { type Fault, html, openAt, type Tries, triesWith } from './faulty-proxy.ts'

const refusal = (status: number, headers: Record<string, string> = {}): Fault => ({
  status,
  headers,
  body: `{"code":${status},"message":"Not Now"}`,
})

onOneEngine('client: faults and retries', (engine) => {
  let world: World
  let address: string
  before(async () => {
    world = await shareWorld(engine)
    address = await world.listen()
  })
  after(() => world.close())

  const open = (url = address, change: Partial<NgomaOptions> = {}) => openAt(world, url, change)
  const count = async (table: string, column: string, value: string) => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(world.db)
    return rows[0]?.count
  }
  const send = (client: Ngoma, phone: string, options = {}) =>
    client.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: [phone] }, options)

  const tries: Tries = (...given) => triesWith(world)(...given)
  const keysOf = (seen: readonly { readonly headers: Readonly<Record<string, string>> }[]) =>
    new Set(seen.map(({ headers }) => headers['idempotency-key']))

  it('sends a message once although its answers were lost', async () => {
    const phone = freshPhone()
    const { value, seen } = await tries(['lost answer', 'lost answer'], (ngoma) => send(ngoma, phone))
    assert.equal(seen.length, 3)
    assert.equal(keysOf(seen).size, 1)
    assert.equal(await count('sms_messages', 'phone', phone), 1)
    const reported: string[] = []
    for await (const { dest_addr } of open().sms.reports({ request_id: value?.request_id })) reported.push(dest_addr)
    assert.deepEqual(reported, [phone])
    const other = await tries([], (ngoma) => send(ngoma, phone))
    assert.notDeepEqual(keysOf(other.seen), keysOf(seen), 'another call has another key')
    assert.equal(await count('sms_messages', 'phone', phone), 2)
  })

  it('creates and charges once after lost requests and answers', async () => {
    const chatPhone = freshPhone()
    const creates: readonly [
      table: string,
      column: string,
      value: string,
      create: (ngoma: Ngoma, value: string) => Promise<unknown>,
    ][] = [
      [
        'airtime_transfers',
        'phone',
        freshPhone(),
        ({ airtime }, value) => airtime.transfer({ dest_addr: value, amount: '10', reference_id: value }),
      ],
      ['contacts', 'phone', freshPhone(), ({ contacts }, value) => contacts.create({ mob_no: value })],
      ['contact_books', 'name', 'Lost answers', ({ books }, value) => books.create({ addressbook: value })],
      [
        'templates',
        'title',
        'Greeting',
        ({ templates }, value) => templates.create({ sms_title: value, message: 'Hello' }),
      ],
      ['senders', 'sender', 'SHOP', ({ senders }, value) => senders.request({ senderid: value })],
      ['sms_messages', 'phone', freshPhone(), ({ otp }, value) => otp.request({ appId: 1, msisdn: value })],
      [
        'chat_messages',
        'transaction_id',
        'order 7',
        ({ chat }, value) =>
          chat.send({
            from: 'SHOP',
            to: chatPhone,
            channel: 'whatsapp',
            message_type: 'text',
            text: 'Hello',
            transaction_id: value,
          }),
      ],
    ]
    const lose = async ([table, column, value, create]: (typeof creates)[number]) => {
      const { error, seen } = await tries(['lost answer', 'lost request'], (ngoma) => create(ngoma, value))
      assert.deepEqual(
        [error, seen.length, keysOf(seen).size, await count(table, column, value)],
        [null, 3, 1, 1],
        table,
      )
    }
    await Promise.all(creates.map(lose))
  })

  it('reports the idempotency key of a failed call, which can be repeated with it', async () => {
    const phone = freshPhone()
    const { error } = await tries(['lost answer', 'lost answer'], (ngoma) => send(ngoma, phone), { retriesMax: 1 })
    assert.ok(error instanceof ConnectionError && !(error instanceof TimeoutError), String(error))
    assert.ok(error.cause !== undefined && error.status === undefined && error.isUncertain)
    const { idempotencyKey } = error
    await send(open(), phone, { idempotencyKey })
    assert.equal(await count('sms_messages', 'phone', phone), 1)
    await assert.rejects(
      send(open(), freshPhone(), { idempotencyKey }),
      (refused) => refused instanceof RefusedError && refused.code === 409,
    )
  })

  it('reports an uncertain result even if the last attempt was rejected', async () => {
    for (const [fault, kind] of [
      [refusal(429, { 'retry-after': '3600' }), RateLimitError],
      [refusal(401), AuthenticationError],
      [html(403), RefusedError],
    ] as const) {
      const phone = freshPhone()
      const { error } = await tries(['lost answer', fault], (ngoma) => send(ngoma, phone))
      assert.ok(error instanceof kind, String(error))
      assert.equal(error.isUncertain, true)
      await send(open(), phone, { idempotencyKey: error.idempotencyKey })
      assert.equal(await count('sms_messages', 'phone', phone), 1)
      const alone = await tries([fault], (ngoma) => send(ngoma, freshPhone()))
      assert.deepEqual([alone.error.isUncertain, alone.seen.length], [false, 1])
    }
    const later = await tries([refusal(429, { 'retry-after': '0' }), refusal(401)], (ngoma) =>
      send(ngoma, freshPhone()),
    )
    assert.deepEqual(
      [later.error.isUncertain, later.seen.length],
      [false, 2],
      'a call that was always rejected was not executed',
    )
    for (const status of [500, 502, 503, 504]) {
      const { error } = await tries([refusal(status)], (ngoma) => send(ngoma, freshPhone()), { retriesMax: 0 })
      assert.deepEqual([error.status, error.isUncertain], [status, true])
    }
  })

  it('never retries the verification of a PIN', async () => {
    const carried = watchCarrier(world)
    const phone = freshPhone()
    const { pinId } = await open().otp.request({ appId: 1, msisdn: phone })
    const pin = await pinTo(carried, phone)
    const verify = ({ otp }: Ngoma) => otp.verify({ pinId, pin })
    for (const fault of [refusal(429, { 'retry-after': '0' }), refusal(503), 'lost request', 'lost answer'] as const) {
      const { error, seen } = await tries([fault], verify)
      assert.ok(error !== null)
      assert.equal(seen.length, 1)
      assert.deepEqual([...keysOf(seen)], [undefined])
    }
    assert.equal((await verify(open())).message.code, 118, 'it was used by the request whose answer was lost')
  })

  it('retries a deletion only when it was certainly not executed', async () => {
    const { id } = await open().templates.create({ sms_title: 'To delete', message: 'Hello' })
    const remove = ({ templates }: Ngoma) => templates.delete(id)
    for (const fault of ['lost request', refusal(503, { 'retry-after': '0' }), html(502), refusal(500)] as const) {
      const { error, seen } = await tries([fault], remove)
      assert.ok(error instanceof ServerError || error instanceof ConnectionError, String(error))
      assert.equal(seen.length, 1)
    }
    const { value, seen } = await tries([refusal(429, { 'retry-after': '0' })], remove)
    assert.deepEqual([value?.code, seen.length], [128, 2])
  })

  it('retries updates and reads after temporary errors with increasing waits', async () => {
    const { id } = await open().templates.create({ sms_title: 'To change', message: 'Hello' })
    const { transaction_id } = await open().airtime.transfer({
      dest_addr: freshPhone(),
      amount: '10',
      reference_id: 'asked twice',
    })
    const [changed, asked, read, vain] = await Promise.all([
      tries(['lost answer', refusal(500)], ({ templates }) => templates.update(id, { message: 'Bye' })),
      tries(['lost answer'], ({ airtime }) => airtime.status({ transaction_id })),
      tries([html(502), refusal(503), html(504)], ({ senders }) => senders.page()),
      tries([refusal(501)], ({ senders }) => senders.page()),
    ])
    assert.deepEqual([changed.value?.message, changed.seen.length], ['Bye', 3])
    assert.deepEqual([asked.value?.args.transaction_id, asked.seen.length], [transaction_id, 2])
    assert.deepEqual([read.error, read.seen.length], [null, 4])
    assert.equal(vain.seen.length, 1, 'what will not pass is not asked again')
    const waits = read.seen.slice(1).map(({ atMs }, index) => atMs - (read.seen[index]?.atMs ?? 0))
    for (const [index, least] of [250, 500, 1_000].entries()) assert.ok((waits[index] ?? 0) >= least - 1, `${waits}`)
  })

  it('times out on a silent server and on half an answer', async () => {
    for (const fault of ['silence', 'half'] as const) {
      const { error } = await tries([fault], ({ senders }) => senders.page(), { timeoutSeconds: 0.3, retriesMax: 0 })
      assert.ok(error instanceof TimeoutError && error instanceof ConnectionError, String(error))
      assert.match(error.message, /within 0.3 s$/)
    }
    const phone = freshPhone()
    const { value, seen } = await tries(['silence'], (ngoma) => send(ngoma, phone), { timeoutSeconds: 2 })
    assert.ok(seen.length >= 2)
    assert.deepEqual([value?.valid, await count('sms_messages', 'phone', phone)], [1, 1])
  })

  it('honours Retry-After, and fails with its value when it is too long', async () => {
    const page = ({ senders }: Ngoma) => senders.page()
    const { seen } = await tries([refusal(429, { 'retry-after': '1' })], page)
    assert.ok((seen[1]?.atMs ?? 0) - (seen[0]?.atMs ?? 0) >= 999)
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    for (const [status, retryAfter, kind] of [
      [429, '3600', RateLimitError],
      [503, '3600', ServerError],
      [429, inAnHour, RateLimitError],
    ] as const) {
      const { error, seen: asked } = await tries([refusal(status, { 'retry-after': retryAfter })], page)
      assert.ok(error instanceof kind, String(error))
      assert.ok(
        error.retryAfterSeconds !== undefined && error.retryAfterSeconds > 3_500 && error.retryAfterSeconds <= 3_600,
      )
      assert.equal(asked.length, 1)
    }
  })
})

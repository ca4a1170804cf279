import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { AbortedError, Ngoma, type NgomaOptions } from 'ngoma/client'
import { fetch as undiciFetch } from 'undici'
import { freshPhone } from '../contacts.ts'
import { slowness } from '../pace.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, until, type World } from '../world.ts'
import { type Fault, openAt, startFaultyProxy, type Tries, triesWith } from './faulty-proxy.ts'

const refusal = (status: number, headers: Record<string, string> = {}): Fault => ({
  status,
  headers,
  body: `{"code":${status},"message":"Not Now"}`,
})

onOneEngine('client: abort signals and timeouts', (engine) => {
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

  it('aborts at once in every phase of a call', async () => {
    const why = new Error('the visitor left')
    const early = await tries([], ({ senders }) => senders.page({}, { signal: AbortSignal.abort(why) }))
    assert.ok(early.error instanceof AbortedError, String(early.error))
    assert.deepEqual(
      [early.error.message, early.error.cause, early.error.isUncertain, early.seen],
      ['The call was aborted: the visitor left', why, false, []],
    )
    const began = performance.now()
    const leave = async (...faults: Fault[]) => {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(why), 700)
      const { error } = await tries(faults, ({ senders }) => senders.page({}, { signal: controller.signal }))
      clearTimeout(timer)
      assert.ok(error instanceof AbortedError && error.cause === why, String(error))
    }
    await Promise.all([
      leave('silence'),
      leave('half'),
      leave(refusal(429, { 'retry-after': '20' })),
      leave('lost request', 'silence'),
    ])
    assert.ok(performance.now() - began < 10_000 * slowness)
  })

  it('reports the idempotency key of an aborted call with an uncertain result', async () => {
    const phone = freshPhone()
    const controller = new AbortController()
    const proxy = await startFaultyProxy(address, ['lost answer', 'silence'])
    try {
      const sent = send(open(proxy.url), phone, { signal: controller.signal }).catch((error) => error)
      await until('the first answer was lost and the call is retried', async () => proxy.seen.length > 1)
      controller.abort()
      const error = await sent
      assert.ok(error instanceof AbortedError && error.isUncertain, String(error))
      assert.deepEqual(keysOf(proxy.seen), new Set([error.idempotencyKey]))
      await send(open(), phone, { idempotencyKey: error.idempotencyKey })
      assert.equal(await count('sms_messages', 'phone', phone), 1)
    } finally {
      await proxy.close()
    }
  })

  it('supports an infinite timeout and a custom fetch', async () => {
    const patient = new Ngoma({
      url: address,
      key: world.apiKey,
      secret: world.apiSecret,
      timeoutSeconds: Infinity,
      fetch: undiciFetch,
    })
    assert.ok((await patient.senders.page()).data.length > 0)
    assert.equal(
      (await patient.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: [freshPhone()] })).valid,
      1,
    )
  })

  it('rejects invalid options without repeating their values', () => {
    const wrong: readonly NgomaOptions[] = [
      { url: address },
      { url: address, key: 'key' },
      { url: address, key: 'key', secret: '' },
      { url: address, key: 'key', secret: 'hidden', token: 'hidden' },
      { url: address, token: 'hid\nden' },
      { url: 'http://key:hidden@127.0.0.1', token: 'hidden' },
      { url: 'ftp://hidden.example.com', token: 'hidden' },
      { url: 'hidden', token: 'hidden' },
      ...[0, -1, Number.NaN, 2 ** 31 / 1_000, -Infinity].map((timeoutSeconds) => ({
        url: address,
        token: 'hidden',
        timeoutSeconds,
      })),
      ...[-1, Number.NaN].map((retriesMax) => ({ url: address, token: 'hidden', retriesMax })),
    ]
    for (const options of wrong)
      assert.throws(
        () => new Ngoma(options),
        (error) => error instanceof TypeError && !/hid/.test(error.message),
      )
  })
})

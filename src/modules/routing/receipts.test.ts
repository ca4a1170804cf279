import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { command } from '../../../test/console/people.ts'
import { startProxy } from '../../../test/e2e/proxy.ts'
import { exampleSettings } from '../../../test/http-carrier.ts'
import { password, type SmsProvider, startSmsProvider } from '../../../test/sms-provider.ts'
import {
  onOneEngine,
  openTestDatabase,
  openUrl,
  openWorld,
  postgresUrl,
  type TestDatabase,
  until,
  type World,
} from '../../../test/world.ts'

const setCarrier = async (
  world: World,
  name: string,
  settings: unknown,
  secrets: Record<string, string | null> = { password },
) => (await command(world, 'PUT', `/providers/${name}`, { product: 'sms', kind: 'http', settings, secrets })).body

const isEnded = async (world: World, requestId: string, phone: string, status: string) =>
  (await world.statuses(requestId)).get(phone) === status

onOneEngine('pushed receipts', (engine) => {
  let database: TestDatabase
  let world: World
  let provider: SmsProvider
  let address: string
  let settings: Record<string, unknown>
  before(async () => {
    database = await openTestDatabase(engine)
    world = await openWorld(engine, { database })
    provider = await startSmsProvider('json', world.clock)
    address = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    settings = exampleSettings('json', provider)
  })
  after(async () => {
    await provider.close()
    await world.close()
    await database.drop()
  })

  /** The receipt URL of a carrier that gets all numbers with this prefix. */
  async function receiptPath(prefix: string, name: string): Promise<string> {
    const { callbackUrl } = await setCarrier(world, name, settings)
    assert.match(callbackUrl, new RegExp(`^/carriers/${name}/receipts/[A-Za-z0-9_-]{32}$`))
    assert.equal((await command(world, 'POST', '/routes', { carrier: name, prefix })).status, 201)
    return callbackUrl
  }

  async function send(dest_addr: string): Promise<string> {
    const { status, body } = await world.send({ recipients: [{ recipient_id: 1, dest_addr }] })
    assert.equal(status, 200)
    return String(body.request_id)
  }

  it('end a message, on a sending process and on one that only serves the API', async () => {
    const path = await receiptPath('25571', 'pushing')
    provider.pushTo = { url: `${address}${path}`, as: 'json' }
    const delivered = await send('255712345678')
    await until('it is delivered', () => isEnded(world, delivered, '255712345678', 'DELIVERED'))
    const undelivered = await send('255710000003')
    await until('it is not delivered', () => isEnded(world, undelivered, '255710000003', 'UNDELIVERED'))

    const answering = await openWorld(engine, { database, role: 'api' })
    try {
      const other = await answering.app.http.listen({ host: '127.0.0.1', port: 0 })
      provider.pushTo = { url: `${other}${path}`, as: 'json' }
      const pushed = provider.pushes.length
      const requestId = await send('255712345679')
      await until('it is delivered as well', () => isEnded(world, requestId, '255712345679', 'DELIVERED'))
      await until('the provider was answered', () => provider.pushes.length > pushed)
    } finally {
      await answering.close()
    }
    assert.deepEqual(new Set(provider.pushes.map(({ status, body }) => `${status} ${body}`)), new Set(['200 OK']))
    const secret = path.split('/').at(-1) ?? ''
    assert.ok(!world.logs.join('').includes(secret), 'the secret stands in no log')
  })

  it('return 404 without the secret', async () => {
    const path = await receiptPath('25572', 'guarded')
    const missing = await world.request('GET', '/providers?product=sms', { headers: { authorization: undefined } })
    const body = { results: [{ messageId: '1', state: 'Delivered' }] }
    const secret = path.split('/').at(-1) ?? ''
    for (const wrong of [
      '/carriers/guarded/receipts/x',
      `/carriers/nobody/receipts/${secret}`,
      `/carriers/simulator/receipts/${secret}`,
      `${path}x`,
      `${path}/x`,
    ]) {
      const { status, text } = await world.request('POST', wrong, { body, headers: { authorization: undefined } })
      assert.deepEqual([status, text], [missing.status, missing.text], wrong)
    }
    assert.equal(missing.status, 404)
    assert.equal((await world.request('PUT', path, { body })).status, 405)
    assert.equal((await world.app.http.inject({ method: 'HEAD', url: path })).statusCode, 405)
    assert.equal(
      (
        await world.app.http.inject({
          method: 'POST',
          url: path,
          payload: 'x'.repeat(300_000),
          headers: { 'content-type': 'text/plain' },
        })
      ).statusCode,
      413,
    )
    const { statusCode, body: text } = await world.app.http.inject({ method: 'POST', url: path, payload: 'not JSON' })
    assert.deepEqual([statusCode, text], [400, 'no receipt found in the json'])
    assert.ok(!world.logs.join('').includes(secret), 'the secret stands in no log, whatever was asked for')
  })

  it('keep their URL when the carrier changes, and get a new one when the secret is removed', async () => {
    const first = (await setCarrier(world, 'changing', settings)).callbackUrl
    assert.equal((await setCarrier(world, 'changing', { ...settings, window: 5 }, {})).callbackUrl, first)
    const second = (await setCarrier(world, 'changing', settings, { receipts: null })).callbackUrl
    assert.notEqual(second, first)
    assert.equal(
      (await setCarrier(world, 'changing', settings, { receipts: 'of-our-own-choice' })).callbackUrl,
      '/carriers/changing/receipts/of-our-own-choice',
    )
    const { status, body } = await command(world, 'PUT', '/providers/changing', {
      product: 'sms',
      kind: 'http',
      settings,
      secrets: { receipts: 'short' },
    })
    assert.deepEqual(
      [status, body.detail],
      [400, 'The settings are invalid: the secret receipts must be 16 to 200 letters, digits, dashes and underscores.'],
    )
    assert.equal((await setCarrier(world, 'changing', { ...settings, receipts: undefined }, {})).callbackUrl, null)
    const elsewhere = { ...settings, send: { url: 'https://192.0.2.1/' } }
    assert.match(
      (await command(world, 'PUT', '/providers/changing', { product: 'sms', kind: 'http', settings: elsewhere })).body
        .detail,
      /must point to this machine/,
    )
  })

  it('are optional when the provider has a status request', async () => {
    const silent = await startSmsProvider('text', world.clock)
    try {
      const { callbackUrl } = await setCarrier(world, 'polled', exampleSettings('text', silent))
      assert.equal(callbackUrl, null)
      await command(world, 'POST', '/routes', { carrier: 'polled', prefix: '25573' })
      const requestId = await send('255732345678')
      await until('it was sent', () => silent.asked.length === 1)
      await until('it is delivered', async () => {
        world.clock.moveForward(1_000)
        return isEnded(world, requestId, '255732345678', 'DELIVERED')
      })
      assert.ok(silent.asked.some(({ step, fields }) => step === 'status' && fields.id === '9007199254740994'))
      await command(world, 'DELETE', '/providers/polled')
    } finally {
      await silent.close()
    }
  })
})

describe('a pushed receipt while the database is unavailable', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  it('gets status 503, so that the provider repeats it', async (t) => {
    const { url, drop } = await openTestDatabase('postgres')
    t.after(drop)
    const proxy = await startProxy(url ?? '')
    const db = openUrl(proxy.url)
    const world = await openWorld('postgres', { database: { db, url, drop: async () => {} }, role: 'api' })
    t.after(async () => {
      await world.close()
      await db.close()
    })
    const { callbackUrl } = await setCarrier(
      world,
      'pushing',
      exampleSettings('json', { address: 'http://127.0.0.1:1' }),
    )
    const push = () =>
      world.app.http.inject({
        method: 'POST',
        url: callbackUrl,
        payload: '{"results":[{"messageId":1,"state":"Delivered"}]}',
      })
    assert.equal((await push()).statusCode, 200)
    await proxy.close()
    const { statusCode, headers } = await push()
    assert.equal(statusCode, 503)
    assert.ok(headers['retry-after'])
  })
})

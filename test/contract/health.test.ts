import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createHttp } from '../../src/engine/http/index.ts'
import { healthRoutes } from '../../src/http/health.ts'
import { onOneEngine, openTestDatabase, openWorld, type World } from '../world.ts'

onOneEngine('GET /health and GET /ready', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const ask = (path: string) => world.request('GET', path, { headers: { authorization: undefined } })

  /** The same routes over another context. */
  async function askWith(
    change: Partial<World['app']['sms']>,
    path = '/ready',
  ): Promise<{ status: number; body: unknown }> {
    const http = createHttp({ log: world.app.sms.log, bodyBytesMax: 1_024, trustedProxies: [], authenticate: () => {} })
    healthRoutes(http, { ...world.app.sms, ...change })
    const { statusCode, body } = await http.inject(path)
    return { status: statusCode, body: JSON.parse(body) }
  }

  it('answer 200 without a credential when all is well', async () => {
    const health = await ask('/health')
    assert.equal(health.status, 200)
    assert.deepEqual(health.body, { status: 'ok' })
    assert.ok(health.headers['x-request-id'])
    const ready = await ask('/ready')
    assert.equal(ready.status, 200)
    assert.deepEqual(ready.body, { status: 'ok', database: true, carrier: true })
  })

  it('are not ready without a carrier that takes messages', async () => {
    const { routing } = world.app.sms
    const unready = { status: 503, body: { status: 'unavailable', database: true, carrier: false } }
    assert.deepEqual(await askWith({ routing: { ...routing, names: () => [] } }), unready)
    assert.deepEqual(await askWith({ routing: { ...routing, isUp: () => false } }), unready)
    assert.deepEqual(await askWith({ routing: { ...routing, names: () => ['away', ...routing.names()] } }), {
      status: 200,
      body: { status: 'ok', database: true, carrier: true },
    })
  })

  it('are not ready without the database, and healthy all the same', async () => {
    const { db, drop } = await openTestDatabase(engine)
    await drop()
    assert.deepEqual(await askWith({ db }), {
      status: 503,
      body: { status: 'unavailable', database: false, carrier: true },
    })
    assert.deepEqual(await askWith({ db }, '/health'), { status: 200, body: { status: 'ok' } })
  })

  it('know GET and HEAD only', async () => {
    for (const path of ['/health', '/ready']) {
      const { status, headers } = await world.request('POST', path, { body: {}, headers: { authorization: undefined } })
      assert.equal(status, 405)
      assert.equal(headers.allow, 'GET, HEAD')
    }
  })
})

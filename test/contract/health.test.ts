import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createHttp } from '../../src/engine/http/index.ts'
import { healthRoutes } from '../../src/http/health.ts'
import { onOneEngine, openTestDatabase, openWorld, type World } from '../world.ts'

onOneEngine('GET /health, GET /ready and GET /ready/send', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const ask = (path: string) => world.request('GET', path, { headers: { authorization: undefined } })

  /** Serves the same routes with a changed context. */
  async function askWith(
    change: Partial<World['app']['sms']>,
    path = '/ready',
    isDraining = false,
  ): Promise<{ status: number; body: unknown }> {
    const http = createHttp({ log: world.app.sms.log, bodyBytesMax: 1_024, trustedProxies: [], authenticate: () => {} })
    healthRoutes(http, { ...world.app.sms, ...change }, () => isDraining)
    const { statusCode, body } = await http.inject(path)
    return { status: statusCode, body: JSON.parse(body) }
  }

  it('answer 200 without a credential', async () => {
    const health = await ask('/health')
    assert.equal(health.status, 200)
    assert.deepEqual(health.body, { status: 'ok' })
    assert.ok(health.headers['x-request-id'])
    for (const path of ['/ready', '/ready/send']) {
      const ready = await ask(path)
      assert.equal(ready.status, 200)
      assert.deepEqual(ready.body, { status: 'ok', database: true, carrier: true, draining: false })
    }
  })

  it('are ready to serve but not to send without a carrier', async () => {
    const { routing } = world.app.sms
    const body = { database: true, carrier: false, draining: false }
    for (const change of [{ names: () => [] }, { isUp: () => false }]) {
      const context = { routing: { ...routing, ...change } }
      assert.deepEqual(await askWith(context), { status: 200, body: { status: 'ok', ...body } })
      assert.deepEqual(await askWith(context, '/ready/send'), {
        status: 503,
        body: { status: 'unavailable', ...body },
      })
    }
    const oneUp = { routing: { ...routing, names: () => ['away', ...routing.names()] } }
    assert.equal((await askWith(oneUp, '/ready/send')).status, 200)
  })

  it('are healthy but not ready without the database', async () => {
    const { db, drop } = await openTestDatabase(engine)
    await drop()
    const unready = { status: 503, body: { status: 'unavailable', database: false, carrier: true, draining: false } }
    assert.deepEqual(await askWith({ db }), unready)
    assert.deepEqual(await askWith({ db }, '/ready/send'), unready)
    assert.deepEqual(await askWith({ db }, '/health'), { status: 200, body: { status: 'ok' } })
  })

  it('are not ready while the process drains', async () => {
    for (const path of ['/ready', '/ready/send'])
      assert.deepEqual(await askWith({}, path, true), {
        status: 503,
        body: { status: 'unavailable', database: true, carrier: true, draining: true },
      })
    assert.equal((await askWith({}, '/health', true)).status, 200)
  })

  it('allow only GET and HEAD', async () => {
    for (const path of ['/health', '/ready', '/ready/send']) {
      const { status, headers } = await world.request('POST', path, { body: {}, headers: { authorization: undefined } })
      assert.equal(status, 405)
      assert.equal(headers.allow, 'GET, HEAD')
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { command } from '../../../test/console/people.ts'
import { openAppOn } from '../../../test/e2e/apps.ts'
import { basic, onOneEngine, openWorld, type World } from '../../../test/world.ts'
import type { AccountLimits } from '../../contract/console/accounts.ts'
import { shareRates } from '../../engine/flow/shared-rates.ts'
import { createHttp } from '../../engine/http/index.ts'
import { authentication } from './authenticate.ts'
import { type CredentialCache, startCache } from './cache.ts'
import { createAccount } from './change.ts'
import { createKey, createToken } from './credentials.ts'

const tooMany = { code: 429, message: 'Too Many Requests' }
/** A request this long after a change must see it. */
const knownWithinMs = 1_000

onOneEngine('request limit of an account', (engine) => {
  let world: World
  let cache: CredentialCache
  before(async () => {
    world = await openWorld(engine)
    cache = startCache(world.db, world.app.sms.changes)
  })
  after(async () => {
    await cache.stop()
    await world.close()
  })

  async function openAccount(limits: Partial<AccountLimits> = {}) {
    const now = world.clock.now()
    const made = await world.db.transaction(async (tx) => {
      const id = await createAccount(tx, { name: 'Limited', parentId: null }, [], now)
      const key = await createKey(tx, id, 'key', now)
      const { token } = await createToken(tx, id, 'token', now)
      return { id, authorization: basic(key.apiKey, key.secret), token }
    })
    await setLimits(made.id, limits)
    return made
  }

  const setLimits = async (id: number, limits: Partial<AccountLimits>) => {
    const { status, text } = await command(world, 'PATCH', `/accounts/${id}`, { suspended: false, ...limits })
    assert.equal(status, 200, text)
  }

  it('refuses unknown fields', async () => {
    const { id } = await openAccount()
    const limits = { requestsPerSecond: 7, messagesPerDay: null }
    const { status, body } = await command(world, 'PATCH', `/accounts/${id}`, { ...limits, perMinute: 7 })
    assert.deepEqual([status, body.detail], [400, 'The request is invalid: perMinute is unknown.'])
  })

  /** A server with a frozen clock. */
  function openServer(requestsPerSecond = 0, readsPerSecond = 0) {
    const time = { ms: 1_000 }
    const rates = shareRates(world.db, () => time.ms)
    const authenticate = authentication({
      db: world.db,
      cache,
      clock: world.clock,
      rates,
      defaults: { requestsPerSecond, readsPerSecond, messagesPerDay: 0 },
    })
    const http = createHttp({ log: world.app.sms.log, bodyBytesMax: 1_024, trustedProxies: [], authenticate })
    http.get('/v1/checkout', { config: { area: 'checkout' } }, async () => ({ fine: true }))
    http.get('/v1/creates', { config: { area: 'checkout', isCreatingGet: true } }, async () => ({ fine: true }))
    http.post('/v1/send', { config: { area: 'sms' } }, async () => ({ fine: true }))
    http.post('/v2/query', { config: { area: 'sms', does: null } }, async () => ({ fine: true }))
    http.get('/health', { config: { area: 'open' } }, async () => ({ fine: true }))
    return { http, time }
  }

  async function ask(
    http: FastifyInstance,
    authorization: string,
    url = '/v1/checkout',
    method: 'GET' | 'POST' = 'GET',
  ) {
    const { statusCode, headers, body } = await http.inject({ method, url, headers: { authorization } })
    const rate = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map(
      (name) => headers[name],
    )
    return { status: statusCode, rate, hint: headers['ngoma-hint'], body: JSON.parse(body) }
  }

  it('allows a burst of one second, then refills over time', async () => {
    const { authorization } = await openAccount({ requestsPerSecond: 2 })
    const { http, time } = openServer()
    assert.deepEqual(await ask(http, authorization), {
      status: 200,
      rate: ['2', '1', '1', undefined],
      hint: undefined,
      body: { fine: true },
    })
    assert.deepEqual((await ask(http, authorization)).rate, ['2', '0', '1', undefined])
    const refused = {
      status: 429,
      rate: ['2', '0', '1', '1'],
      hint: 'this account is limited to 2 requests a second',
      body: tooMany,
    }
    assert.deepEqual(await ask(http, authorization), refused)
    time.ms += 499
    assert.deepEqual(await ask(http, authorization), refused)
    time.ms += 1
    assert.equal((await ask(http, authorization)).status, 200)
    assert.equal((await ask(http, authorization)).status, 429)
    time.ms += 60_000
    assert.deepEqual(
      await Promise.all([1, 2, 3].map(async () => (await ask(http, authorization)).status)),
      [200, 200, 429],
    )
  })

  it('counts all credentials and API paths of the account, and nothing else', async () => {
    const { authorization, token } = await openAccount({ requestsPerSecond: 3 })
    const other = await openAccount({ requestsPerSecond: 3 })
    const { http } = openServer()
    assert.equal((await ask(http, basic('nobody', 'x'))).status, 401)
    assert.deepEqual((await ask(http, authorization, '/health')).rate, [undefined, undefined, undefined, undefined])
    assert.deepEqual((await ask(http, authorization)).rate.slice(0, 2), ['3', '2'])
    assert.deepEqual((await ask(http, token)).rate.slice(0, 2), ['3', '1'])
    const missing = await ask(http, token, '/v1/nothing')
    assert.deepEqual([missing.status, ...missing.rate.slice(0, 2)], [404, '3', '0'])
    assert.equal((await ask(http, token, '/v1/nothing')).status, 429)
    assert.equal((await ask(http, authorization)).status, 429)
    assert.deepEqual((await ask(http, other.authorization)).rate.slice(0, 2), ['3', '2'])
  })

  it('falls back to the default of the settings', async () => {
    const plain = await openAccount()
    const wide = await openAccount({ requestsPerSecond: 7 })
    const limited = openServer(1).http
    assert.deepEqual((await ask(limited, plain.authorization)).rate, ['1', '0', '1', undefined])
    assert.equal((await ask(limited, plain.authorization)).status, 429)
    assert.deepEqual((await ask(limited, wide.authorization)).rate, ['7', '6', '1', undefined])
    const unlimited = openServer().http
    for (let time = 0; time < 100; time += 1) {
      const { status, rate } = await ask(unlimited, plain.authorization)
      assert.deepEqual([status, ...rate], [200, undefined, undefined, undefined, undefined])
    }
  })

  it('limits reads by default, but neither sends nor accounts with an own limit', async () => {
    const plain = await openAccount()
    const { http } = openServer(0, 2)
    assert.deepEqual((await ask(http, plain.authorization)).rate, ['2', '1', '1', undefined])
    assert.deepEqual((await ask(http, plain.token, '/v2/query', 'POST')).rate, ['2', '0', '1', undefined])
    const { hint, ...refused } = await ask(http, plain.authorization, '/v1/nothing')
    assert.deepEqual(refused, { status: 429, rate: ['2', '0', '1', '1'], body: tooMany })
    assert.equal(hint, 'this account is limited to 2 reads a second')
    for (const [path, method] of [
      ['/v1/send', 'POST'],
      ['/v1/creates', 'GET'],
    ] as const)
      for (let asked = 0; asked < 3; asked += 1) {
        const { status, rate } = await ask(http, plain.authorization, path, method)
        assert.deepEqual([status, rate[0]], [200, undefined], path)
      }
    for (const requestsPerSecond of [0, 5]) {
      const { authorization } = await openAccount({ requestsPerSecond })
      for (let asked = 0; asked < 5; asked += 1) assert.equal((await ask(http, authorization)).status, 200)
    }
  })

  it('applies a change on every process within a second', async () => {
    const { id, authorization } = await openAccount()
    const second = await openAppOn(world)
    try {
      const apps = [world.app, second]
      for (const [requestsPerSecond, expected] of [
        [1_000, '1000'],
        [2_000, '2000'],
        [null, undefined],
      ] as const) {
        const before = await Promise.all(apps.map(async ({ http }) => (await ask(http, authorization)).rate[0]))
        await setLimits(id, { requestsPerSecond })
        const since = performance.now()
        for (const [index, { http }] of apps.entries()) {
          for (;;) {
            const askedAt = performance.now()
            const { rate } = await ask(http, authorization)
            if (rate[0] === expected) break
            assert.equal(rate[0], before[index])
            assert.ok(
              askedAt - since < knownWithinMs,
              `still ${rate[0]} in a request sent ${Math.round(askedAt - since)} ms later`,
            )
            await nextTurn()
          }
        }
      }
    } finally {
      await second.close()
    }
  })

  it('exempts an account with the limit 0', async () => {
    const { authorization } = await openAccount({ requestsPerSecond: 0 })
    const { http } = openServer(1)
    for (let asked = 0; asked < 5; asked += 1) assert.equal((await ask(http, authorization)).status, 200)
  })

  it('applies to parallel requests to the running app', async () => {
    const { authorization } = await openAccount({ requestsPerSecond: 5 })
    const since = performance.now()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(world.app.http, authorization)))
    const earned = ((performance.now() - since) * 5) / 1_000
    const admitted = answers.filter(({ status }) => status === 400).length
    assert.ok(admitted >= 5 && admitted <= 5 + earned, `${admitted} were admitted`)
    assert.ok(answers.every(({ status, rate: [limit] }) => (status === 400 || status === 429) && limit === '5'))
  })

  it('rejects an invalid limit and an unknown account', async () => {
    assert.equal((await command(world, 'PATCH', '/accounts/999999', { requestsPerSecond: 1 })).status, 404)
    const { id } = await openAccount({ requestsPerSecond: 1, messagesPerDay: 2_147_483_647 })
    for (const bad of [-1, 1.5, '7', 2_147_483_648]) {
      for (const field of ['requestsPerSecond', 'messagesPerDay']) {
        const { status, body } = await command(world, 'PATCH', `/accounts/${id}`, { [field]: bad })
        assert.equal(status, 400)
        assert.match(body.detail, new RegExp(`^The request is invalid: ${field} `))
      }
    }
  })
})

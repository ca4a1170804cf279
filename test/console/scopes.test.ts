import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createKey, createToken } from '../../src/modules/accounts/index.ts'
import { type Scope, scopes } from '../../src/values/scopes.ts'
import { findInDatabase } from '../otp.ts'
import { basic, onOneEngine, openWorld, orderBody, type World } from '../world.ts'
import { questions } from './audit-routes.ts'
import { addAccount, addPerson, ask, command, type Method } from './people.ts'
import { table } from './rights.ts'
import type { Call, Stage } from './rights-row.ts'
import { neededWith, routesByScope, routesOfAnyAccount } from './scopes.ts'

const noAuthorization = { error: 'No authorization headers' }
const unknownKey = { code: 120, message: 'Invalid Authentication Parameters' }

onOneEngine('the account API', (engine) => {
  let world: World
  let stage: Stage
  let other: number
  before(async () => {
    world = await openWorld(engine)
    stage = { world, accountId: await addAccount(world), people: {} as Stage['people'] }
    other = await addAccount(world)
  })
  after(() => world.close())

  type Limits = Parameters<typeof createKey>[4]

  const keyWith = async (limits: Limits, accountId = stage.accountId) => {
    const { apiKey, secret } = await world.db.transaction((tx) =>
      createKey(tx, accountId, 'a key', world.clock.now(), limits),
    )
    return basic(apiKey, secret)
  }

  const callAs = (authorization: string | undefined, method: Method, path: string, { headers, ...call }: Call = {}) =>
    ask(world, method, path, { ...call, headers: { ...headers, authorization } })

  /** A valid call of a route, and the status that an owner gets. */
  async function prepare(route: string) {
    const [method, pattern] = route.split(' ') as [Method, string]
    const named = `${method} /accounts/:account/${pattern}`
    const [, statuses, call = () => ({})] = table.find(([one]) => one === named) ?? [named, []]
    const { path = `/accounts/:account/${pattern}`, ...request }: Call = await call(stage, 'owner')
    return { method, pattern, request, status: statuses[3], url: `/v2${path.slice('/accounts/:account'.length)}` }
  }

  const served = () =>
    world.app.http
      .listRoutes()
      .filter(({ area, method }) => area === 'account' && method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url.slice('/v2/'.length)}`)

  it('has a scope for every route', () => {
    assert.deepEqual(Object.values(routesByScope).flat().toSorted(), served().toSorted())
  })

  for (const scope of scopes) {
    describe(scope, () => {
      let keys: Readonly<Record<'only' | 'others' | 'none' | 'stranger', string>>
      before(async () => {
        keys = {
          only: await keyWith({ scopes: [scope, ...(neededWith[scope] ?? [])] }),
          others: await keyWith({ scopes: scopes.filter((one) => one !== scope) }),
          none: await keyWith({ scopes: [] }),
          stranger: await keyWith({}, other),
        }
      })

      for (const route of routesByScope[scope]) {
        it(`is required for ${route}`, async () => {
          const { method, pattern, url, request, status } = await prepare(route)
          for (const key of [keys.others, keys.none]) {
            const refused = await callAs(key, method, url, request)
            assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing'])
            if (method === 'GET') assert.equal((await callAs(key, 'HEAD', url)).status, 403)
          }
          const nobody = await callAs(undefined, method, url, request)
          assert.deepEqual([nobody.status, nobody.body], [400, noAuthorization])
          const unknown = await callAs(basic('unknown', 'x'), method, url, request)
          assert.deepEqual([unknown.status, unknown.body], [401, unknownKey])
          if (pattern.includes(':') && !routesOfAnyAccount.includes(route))
            assert.equal((await callAs(keys.stranger, method, url, request)).status, 404)
          assert.equal((await callAs(keys.only, method, url, request)).status, status)
        })
      }
    })
  }

  it('admits tokens with the scope', async () => {
    const tokenWith = async (chosen: readonly Scope[]) =>
      (
        await world.db.transaction((tx) =>
          createToken(tx, stage.accountId, 'a token', world.clock.now(), { scopes: chosen }),
        )
      ).token
    const statusOf = async (token: string) => (await callAs(token, 'GET', '/v2/contacts')).status
    assert.equal(await statusOf(await tokenWith(['contacts:read'])), 200)
    assert.equal(await statusOf(await tokenWith(['contacts:write'])), 403)
  })

  it('limits keys of some products to their scopes, and to named scopes of no product', async () => {
    const key = await keyWith({ products: ['contact'] })
    const found = await Promise.all(
      ['contacts', 'search?q=255712', 'webhooks', 'overview', 'messages', 'otp/apps'].map(
        async (path) => (await callAs(key, 'GET', `/v2/${path}`)).status,
      ),
    )
    assert.deepEqual(found, [200, 200, 403, 403, 403, 403])
    const named = await keyWith({ products: ['contact'], scopes: ['webhooks:read', 'messages:read'] })
    assert.equal((await callAs(named, 'GET', '/v2/webhooks')).status, 200)
    assert.equal((await callAs(named, 'GET', '/v2/messages')).status, 403)
  })

  it('keeps keys without products out of the public API', async () => {
    const key = await keyWith({ products: [], scopes: ['contacts:read'] })
    assert.equal((await callAs(key, 'GET', '/v2/contacts')).status, 200)
    assert.equal((await callAs(key, 'GET', '/v2/messages')).status, 403)
    const headers = { authorization: key }
    assert.equal((await world.request('POST', '/v1/send', { headers, body: {} })).status, 401)
    assert.equal((await world.request('GET', '/public/v1/contacts', { headers })).status, 401)
  })

  it('rejects ended credentials, other addresses and suspended accounts like the public API', async () => {
    const now = world.clock.now()
    const ended = await keyWith({ expiresAt: now })
    const elsewhere = await keyWith({ addresses: ['192.0.2.1'] })
    const made = (await command(world, 'POST', `/accounts/${stage.accountId}/tokens`, { name: 'to revoke' })).body
    await command(world, 'DELETE', `/accounts/${stage.accountId}/credentials/${made.id}`)
    const closed = await addAccount(world)
    const suspended = await keyWith({}, closed)
    await command(world, 'PUT', `/accounts/${closed}/suspension`, { suspended: true })
    for (const key of [ended, elsewhere, made.token, suspended]) {
      const { status, body } = await callAs(key, 'GET', '/v2/contacts')
      assert.deepEqual([status, body], [401, unknownKey])
    }
    assert.equal((await callAs(elsewhere, 'GET', '/v2/contacts', { address: '192.0.2.1' })).status, 200)
  })

  it('serves a credential only its own account', async () => {
    await command(world, 'POST', `/accounts/${other}/contacts`, { phone: '255712000001' })
    const key = await keyWith({}, other)
    const read = (account?: number) =>
      callAs(key, 'GET', '/v2/contacts', account ? { headers: { 'ngoma-account': String(account) } } : {})
    const { body } = await read()
    assert.deepEqual(
      body.data.map((one: { phone: string }) => one.phone),
      ['255712000001'],
    )
    assert.equal((await read(other)).status, 200)
    assert.equal((await read(stage.accountId)).body.code, 'account_mismatch')
    assert.equal((await callAs(key, 'GET', '/v2/templates/%00')).status, 404)
    assert.equal((await callAs(key, 'DELETE', '/v2/optouts/%00')).status, 404)
  })

  it('answers a repeated POST with the same Idempotency-Key like the first, and shows secrets only once', async () => {
    const key = await keyWith({})
    const isQuestion = (route: string) => questions.includes(route.replace('POST ', '/accounts/:account/'))
    for (const route of served().filter((one) => one.startsWith('POST ') && !isQuestion(one))) {
      const { method, url, request, status } = await prepare(route)
      const headers = { ...request.headers, 'idempotency-key': 'once' }
      const [first, second] = [
        await callAs(key, method, url, { ...request, headers }),
        await callAs(key, method, url, { ...request, headers }),
      ]
      assert.equal(first.status, status, route)
      if (first.body?.secret === undefined) {
        // The repeated answer to a send has the current status.
        const isSend = /^POST (messages|requests|airtime|chat|campaigns\/:campaign\/test)/.test(route)
        const shown = ({ body, text }: typeof first) => (isSend ? (body.requestIds ?? body.id ?? text) : text)
        assert.deepEqual([second.status, shown(second)], [first.status, shown(first)], route)
        assert.equal(second.headers['idempotent-replayed'], 'true', route)
      } else {
        assert.deepEqual([second.status, second.body.code], [409, 'secret_shown_once'], route)
        assert.deepEqual(await findInDatabase(world.db, first.body.secret), [], route)
      }
    }
  })

  it('does the work of a key once, refuses it with another body, and frees it after an error', async () => {
    const key = await keyWith({})
    const add = (phone: string) =>
      callAs(key, 'POST', '/v2/contacts', { body: { phone }, headers: { 'idempotency-key': 'one contact' } })
    const count = async () => (await callAs(key, 'GET', '/v2/contacts')).body.total
    const before = await count()
    assert.equal((await add('not a number')).status, 400)
    assert.deepEqual([(await add('255712000201')).status, (await add('255712000201')).status], [201, 201])
    assert.equal(await count(), before + 1)
    const another = await add('255712000202')
    assert.deepEqual([another.status, another.body.code], [409, 'idempotency_key_reused'])
  })

  it('records changes of settings and exports by a program in the audit log, but no sends and contacts', async () => {
    const { id, token } = (await command(world, 'POST', `/accounts/${other}/tokens`, { name: 'audited' })).body
    await callAs(token, 'POST', '/v2/contacts', { body: { phone: '255712000301' } })
    await callAs(token, 'POST', '/v2/messages', { body: orderBody() })
    await callAs(token, 'POST', '/v2/optouts', { body: { phone: '255712000301' } })
    await callAs(token, 'PUT', '/v2/sending-window', { body: { from: '08:00', to: '20:00' } })
    await callAs(token, 'GET', '/v2/optouts.csv')
    const { body } = await command(world, 'GET', `/accounts/${other}/audit?actor=credential%20${id}`)
    assert.deepEqual(
      body.data.map((one: { action: string; status: number }) => [one.action, one.status]),
      [
        ['optouts.export', 200],
        ['account.sending_window', 200],
      ],
    )
  })

  it('requires users to name the account in a header, or in the address of a link', async () => {
    const { cookie, address } = await addPerson(world, stage.accountId, 'owner')
    const account = String(stage.accountId)
    const call = (method: Method, path: string, headers = {}) =>
      ask(world, method, path, { cookie, address, headers, ...(method === 'POST' ? { body: { name: 'A book' } } : {}) })
    for (const refused of [await call('GET', '/v2/books'), await call('POST', `/v2/books?account=${account}`)])
      assert.deepEqual([refused.status, refused.body.code], [400, 'account_not_named'])
    assert.equal((await call('GET', `/v2/books?account=${account}`)).status, 200)
    assert.equal((await call('GET', '/v2/books', { 'ngoma-account': account })).status, 200)
    assert.equal((await call('GET', '/v2/books', { 'ngoma-account': String(other) })).body.code, 'account_not_found')
    const crossSite = { 'ngoma-account': account, 'sec-fetch-site': 'cross-site' }
    assert.equal((await call('POST', '/v2/books', crossSite)).body.code, 'cross_site')
    const ended = await ask(world, 'GET', '/v2/books', { cookie: 'ngoma.session=x', address })
    assert.deepEqual([ended.status, ended.body.code], [401, 'not_authenticated'])
  })

  it('rejects unknown parameters of a query', async () => {
    const key = await keyWith({})
    const refused = await callAs(key, 'GET', '/v2/contacts?segment_id=1')
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_parameter'])
    assert.deepEqual(refused.body.errors, [{ field: 'segment_id', message: 'is unknown' }])
    assert.match(refused.body.hint, /^use only .*\bsegment\b/)
    assert.equal((await callAs(key, 'GET', '/v2/books?sortBy=name')).status, 400)
    assert.equal((await callAs(key, 'GET', '/v2/books?sort_by=name&limit=5')).status, 200)
  })

  it('sends the rate limit of the account, and rejects requests beyond it', async () => {
    const limited = await addAccount(world)
    await command(world, 'PUT', `/accounts/${limited}/limits`, { requestsPerSecond: 2, messagesPerDay: null })
    const key = await keyWith({}, limited)
    const answers = await Promise.all([1, 2, 3, 4].map(() => callAs(key, 'GET', '/v2/books')))
    for (const { headers } of answers) assert.equal(headers['ratelimit-limit'], '2')
    const refused = answers.find(({ status }) => status === 429)
    assert.deepEqual([refused?.body.code, refused?.headers['retry-after']], ['too_many_requests', '1'])
  })
})

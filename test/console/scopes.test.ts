import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createKey, createToken } from '../../src/modules/accounts/index.ts'
import type { Scope } from '../../src/values/scopes.ts'
import { findInDatabase } from '../otp.ts'
import { shareWorld } from '../shared-world.ts'
import { basic, onOneEngine, orderBody, until, type World } from '../world.ts'
import { addAccount, addPerson, ask, command, type Method, type RequestOptions } from './people.ts'

const noAuthorization = { error: 'No authorization headers' }
const unknownKey = { code: 120, message: 'Invalid Authentication Parameters' }

onOneEngine('the account API', (engine) => {
  let world: World
  let accountId: number
  let other: number
  before(async () => {
    world = await shareWorld(engine)
    accountId = await addAccount(world)
    other = await addAccount(world)
  })
  after(() => world.close())

  type Limits = Parameters<typeof createKey>[4]

  const keyWith = async (limits: Limits, owner = accountId) => {
    const { apiKey, secret } = await world.db.transaction((tx) =>
      createKey(tx, owner, 'a key', world.clock.now(), limits),
    )
    return basic(apiKey, secret)
  }

  const callAs = (
    authorization: string | undefined,
    method: Method,
    path: string,
    { headers, ...call }: RequestOptions = {},
  ) => ask(world, method, path, { ...call, headers: { ...headers, authorization } })

  it('rejects missing and unknown credentials like the public API', async () => {
    for (const [method, path] of [
      ['GET', '/v2/contacts'],
      ['POST', '/v2/messages'],
    ] as const) {
      const nobody = await callAs(undefined, method, path)
      assert.deepEqual([nobody.status, nobody.body], [400, noAuthorization])
      const unknown = await callAs(basic('unknown', 'x'), method, path)
      assert.deepEqual([unknown.status, unknown.body], [401, unknownKey])
    }
  })

  it('admits tokens with the scope', async () => {
    const tokenWith = async (chosen: readonly Scope[]) =>
      (await world.db.transaction((tx) => createToken(tx, accountId, 'a token', world.clock.now(), { scopes: chosen })))
        .token
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

  it('shows quotes, which have the credit, only to keys that may read the credit', async () => {
    const quote = async (limits: Limits) =>
      (await callAs(await keyWith(limits), 'POST', '/v2/quotes', { body: orderBody() })).body
    const refused = await quote({ products: ['dlr'] })
    assert.deepEqual([refused.code, refused.available], ['scope_missing', undefined])
    for (const limits of [{}, { products: ['sms'] }, { scopes: ['messages:read'] }] as const)
      assert.match((await quote(limits)).available, /^\d/)
  })

  it('keeps keys with selected scopes and without named products out of the public API', async () => {
    const key = await keyWith({ scopes: ['contacts:read'] })
    assert.equal((await callAs(key, 'GET', '/v2/contacts')).status, 200)
    assert.equal((await callAs(key, 'GET', '/v2/messages')).status, 403)
    const headers = { authorization: key }
    assert.equal((await world.request('POST', '/v1/send', { headers, body: {} })).status, 401)
    assert.equal((await world.request('GET', '/public/v1/contacts', { headers })).status, 401)
    const [user, secret] = Buffer.from(key.replace('Basic ', ''), 'base64').toString().split(':')
    const kannel = `/cgi-bin/sendsms?username=${user}&password=${secret}&from=INFO&to=%2B255712345678&text=hi`
    assert.equal((await world.app.http.inject(kannel)).statusCode, 403)
  })

  it('rejects ended credentials, other addresses and suspended accounts like the public API', async () => {
    const now = world.clock.now()
    const ended = await keyWith({ expiresAt: now })
    const elsewhere = await keyWith({ addresses: ['192.0.2.1'] })
    const made = (await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'to revoke' })).body
    await command(world, 'DELETE', `/accounts/${accountId}/credentials/${made.id}`)
    const closed = await addAccount(world)
    const suspended = await keyWith({}, closed)
    await command(world, 'PATCH', `/accounts/${closed}`, { suspended: true })
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
    assert.equal((await read(accountId)).body.code, 'account_mismatch')
    const linked = (account: number) => callAs(key, 'GET', `/v2/contacts?account=${account}`)
    assert.deepEqual([(await linked(other)).status, (await linked(accountId)).body.code], [200, 'account_mismatch'])
    assert.equal((await callAs(key, 'GET', '/v2/templates/%00')).status, 404)
    assert.equal((await callAs(key, 'DELETE', '/v2/optouts/%00')).status, 404)
  })

  it('does not store a secret with the response under an Idempotency-Key', async () => {
    const key = await keyWith({})
    const endpoint = { event: 'chat', url: 'http://127.0.0.1:9/' }
    const create = () =>
      callAs(key, 'POST', '/v2/webhooks', { body: endpoint, headers: { 'idempotency-key': 'one endpoint' } })
    const { status, body } = await create()
    assert.equal(status, 201)
    assert.equal((await create()).body.code, 'secret_shown_once')
    assert.deepEqual(await findInDatabase(world.db, body.secret), [])
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
    await callAs(token, 'PATCH', '/v2/account', { body: { sending_window: { from: '08:00', to: '20:00' } } })
    await callAs(token, 'GET', '/v2/optouts.csv')
    const { body } = await command(world, 'GET', `/accounts/${other}/audit?actor=credential%20${id}`)
    assert.deepEqual(
      body.data.map((one: { action: string; status: number }) => [one.action, one.status]),
      [
        ['optouts.export', 200],
        ['account.change', 200],
      ],
    )
  })

  it('requires users to name the account in a header, or in the address of a link', async () => {
    const { cookie, address } = await addPerson(world, accountId, 'owner')
    const account = String(accountId)
    const call = (method: Method, path: string, headers = {}) =>
      ask(world, method, path, { cookie, address, headers, body: method === 'POST' ? { name: 'A book' } : undefined })
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
    await command(world, 'PATCH', `/accounts/${limited}`, { requestsPerSecond: 1, messagesPerDay: null })
    const key = await keyWith({}, limited)
    const answers: Awaited<ReturnType<typeof callAs>>[] = []
    const refused = () => answers.find(({ status }) => status === 429)
    await until('a request is refused', async () => {
      answers.push(...(await Promise.all([1, 2, 3, 4].map(() => callAs(key, 'GET', '/v2/books')))))
      return refused() !== undefined
    })
    assert.ok(answers.some(({ status }) => status === 200))
    for (const { headers } of answers) assert.equal(headers['ratelimit-limit'], '1')
    assert.deepEqual([refused()?.body.code, refused()?.headers['retry-after']], ['too_many_requests', '1'])
  })
})

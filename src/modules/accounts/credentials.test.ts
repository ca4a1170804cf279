import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { apiKey, apiSecret, basic, onOneEngine, openWorld, type World } from '../../../test/world.ts'
import { type Product, products } from '../../contract/console/accounts.ts'
import { shareRates } from '../../engine/flow/shared-rates.ts'
import { createHttp } from '../../engine/http/index.ts'
import { authentication } from './authenticate.ts'
import { type CredentialCache, startCache } from './cache.ts'
import { createAccount } from './change.ts'
import { type CredentialLimits, createKey, createToken, revokeCredential } from './credentials.ts'
import { BadCredential } from './errors.ts'

const account = 1

/** One path of each product. */
const pathOf: Readonly<Record<Product, string>> = {
  sms: '/public/v1/sender-names',
  dlr: '/public/v1/delivery-reports?request_id=1',
  contact: '/public/v1/contacts/17',
  airtime: '/v1/transaction-status',
  topup: '/v1/credit-balance?app_name=SMS',
  otp: '/v1/verify',
  checkout: '/v1/checkout',
  chat: '/v1/chatapi/active-users',
}

onOneEngine('credentials', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { trustedProxies: ['10.0.0.0/8', '2001:db8:ffff::1'] } })
  })
  after(() => world.close())

  const issue = (limits: CredentialLimits = {}) =>
    world.db.transaction((tx) => createKey(tx, account, 'test', world.clock.now(), limits))

  /** Whether a credential is admitted from an address. */
  async function isAdmitted(
    authorization: string,
    path = pathOf.dlr,
    from = '127.0.0.1',
    forwarded?: string,
    http: FastifyInstance = world.app.http,
  ): Promise<boolean> {
    const headers = { authorization, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) }
    const { statusCode } = await http.inject({ method: 'GET', url: path, headers, remoteAddress: from })
    return statusCode !== 401
  }

  it('generates long random secrets and stores only their SHA-256', async () => {
    const first = await issue()
    const second = await issue()
    const { id, token } = await world.db.transaction((tx) => createToken(tx, account, 'test', world.clock.now()))
    assert.match(first.apiKey, /^[0-9a-f]{16}$/)
    assert.notEqual(first.apiKey, second.apiKey)
    for (const secret of [first.secret, second.secret, token]) assert.match(secret, /^[0-9a-f]{64}$/)
    assert.equal(new Set([first.secret, second.secret, token]).size, 3)

    const { rows } = await sql<{
      id: number
      hash: Buffer
      row: string
    }>`select id, secret_hash as hash, credentials::text as row from credentials`.execute(world.db)
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const hashes = new Map(rows.map((row) => [row.id, row.hash.toString('hex')]))
    assert.equal(hashes.get(first.id), sha256(first.secret))
    assert.equal(hashes.get(second.id), sha256(second.secret))
    assert.equal(hashes.get(id), sha256(token))
    for (const { row } of rows)
      for (const secret of [first.secret, second.secret, token, apiSecret]) assert.ok(!row.includes(secret))
  })

  it('rejects an unknown product or a malformed address', async () => {
    const count = async () =>
      (await sql<{ count: number }>`select count(*) as count from credentials`.execute(world.db)).rows[0]?.count
    const before = await count()
    await assert.rejects(
      issue({ products: ['sms', 'fax' as Product] }),
      (error) => error instanceof BadCredential && /fax.*sms, dlr/.test(error.message),
    )
    for (const address of ['localhost', '10.1', '10.0.0.0/33', '', '010.0.0.1']) {
      await assert.rejects(
        issue({ addresses: ['10.0.0.1', address] }),
        (error) => error instanceof BadCredential && error.message.startsWith(`${address} is not`),
      )
    }
    assert.equal(await count(), before)
  })

  it('refuses a credential on the paths of other products', async () => {
    for (const product of products) {
      const { apiKey: key, secret } = await issue({ products: [product] })
      const letIn = []
      for (const other of products) if (await isAdmitted(basic(key, secret), pathOf[other])) letIn.push(other)
      assert.deepEqual(letIn, [product])
    }
  })

  it('refuses a credential on the paths of other products, however the path is written', async () => {
    const { apiKey: key, secret } = await issue({ products: ['otp'] })
    for (const path of [
      '/public/v1/delivery-reports/',
      '/public/v1/%64elivery-reports',
      '/%70ublic/v1/delivery-reports',
      '/public/v1/delivery-reports#x',
      '/v1/send/',
      '/v1/%73end',
    ]) {
      assert.equal(await isAdmitted(basic(key, secret), path), false, path)
    }
  })

  it('refuses a credential from the moment it expires', async () => {
    const { apiKey: key, secret } = await issue({ expiresAt: new Date(world.clock.now().getTime() + 3_600_000) })
    assert.equal(await isAdmitted(basic(key, secret)), true)
    world.clock.moveForward(3_600_000)
    assert.equal(await isAdmitted(basic(key, secret)), false)
  })

  it('admits a credential with an allow-list only from its addresses', async () => {
    const { apiKey: key, secret } = await issue({
      addresses: ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32', '::ffff:203.0.113.0/120'],
    })
    for (const address of [
      '192.0.2.7',
      '::ffff:192.0.2.7',
      '198.51.100.255',
      '2001:db8:1::1',
      '203.0.113.9',
      '::ffff:203.0.113.9',
    ]) {
      assert.equal(await isAdmitted(basic(key, secret), pathOf.dlr, address), true, address)
    }
    for (const address of [
      '192.0.2.8',
      '::ffff:192.0.2.8',
      '198.51.101.0',
      '2001:db9::1',
      '::1',
      '127.0.0.1',
      '203.0.114.1',
    ]) {
      assert.equal(await isAdmitted(basic(key, secret), pathOf.dlr, address), false, address)
    }
  })

  it('trusts X-Forwarded-For only from trusted proxies', async () => {
    const { apiKey: key, secret } = await issue({ addresses: ['192.0.2.7'] })
    const cases: readonly [from: string, forwarded: string | undefined, expected: boolean][] = [
      ['192.0.2.7', undefined, true],
      ['192.0.2.7', '198.51.100.1', true],
      ['198.51.100.1', '192.0.2.7', false],
      ['10.0.0.1', '192.0.2.7', true],
      ['::ffff:10.0.0.1', '192.0.2.7', true],
      ['2001:db8:ffff::1', '192.0.2.7', true],
      ['10.0.0.1', undefined, false],
      ['10.0.0.1', '192.0.2.7, 198.51.100.1', false],
      ['10.0.0.1', '198.51.100.1, 192.0.2.7', true],
      ['10.0.0.1', '192.0.2.7, 10.9.9.9', true],
      ['10.0.0.1', 'unknown', false],
      ['10.0.0.1', '192.0.2.7, nonsense', false],
    ]
    for (const [from, forwarded, expected] of cases) {
      assert.equal(
        await isAdmitted(basic(key, secret), pathOf.dlr, from, forwarded),
        expected,
        `${from} for ${forwarded}`,
      )
    }
  })

  it('ignores X-Forwarded-For when no proxy is trusted', async (test) => {
    const cache = startCache(world.db, world.app.sms.changes)
    test.after(() => cache.stop())
    const http = createHttp({
      log: world.app.sms.log,
      bodyBytesMax: 1_024,
      trustedProxies: [],
      authenticate: authentication({ db: world.db, cache, clock: world.clock, rates: shareRates(world.db) }),
    })
    const { apiKey: key, secret } = await issue({ addresses: ['192.0.2.7'] })
    assert.equal(await isAdmitted(basic(key, secret), pathOf.dlr, '192.0.2.7', undefined, http), true)
    for (const from of ['10.0.0.1', '127.0.0.1', '::1'])
      assert.equal(await isAdmitted(basic(key, secret), pathOf.dlr, from, '192.0.2.7', http), false)
  })

  it('revokes a credential once, and only for its own account', async () => {
    const other = await world.db.transaction((tx) =>
      createAccount(tx, { name: 'Other', parentId: null }, [], world.clock.now()),
    )
    const { id } = await issue()
    assert.equal(await revokeCredential(world.app.sms, other, id), false)
    assert.equal(await revokeCredential(world.app.sms, account, id + 1_000), false)
    assert.equal(await revokeCredential(world.app.sms, account, id), true)
    assert.equal(await revokeCredential(world.app.sms, account, id), false)
  })

  it('records the last use, which never goes back', async () => {
    const { id } = await issue()
    const lastUsed = async () =>
      (await sql<{ at: Date | null }>`select last_used_at as at from credentials where id = ${id}`.execute(world.db))
        .rows[0]?.at
    const use = async (act: (cache: CredentialCache) => void) => {
      const cache = startCache(world.db, world.app.sms.changes)
      act(cache)
      await cache.stop()
    }
    assert.equal(await lastUsed(), null)
    const before = Date.now()
    await use((cache) => cache.noteUse(id, '192.0.2.1'))
    const at = await lastUsed()
    assert.ok(at && at.getTime() >= before && at.getTime() <= Date.now())

    await sql`update credentials set last_used_at = now() + interval '1 hour' where id = ${id}`.execute(world.db)
    const ahead = await lastUsed()
    await use((cache) => cache.noteUse(id, '192.0.2.1'))
    assert.deepEqual(await lastUsed(), ahead)
  })

  it('writes the last use when the program stops', async () => {
    const lastUsed = async (key: string) =>
      (
        await sql<{ at: Date | null }>`select last_used_at as at from credentials where login = ${key}`.execute(
          world.db,
        )
      ).rows[0]?.at
    const used = await issue()
    const refused = await issue()
    const cache = startCache(world.db, world.app.sms.changes)
    const http = createHttp({
      log: world.app.sms.log,
      bodyBytesMax: 1_024,
      trustedProxies: [],
      authenticate: authentication({ db: world.db, cache, clock: world.clock, rates: shareRates(world.db) }),
    })
    assert.equal(await isAdmitted(basic(used.apiKey, used.secret), pathOf.dlr, '127.0.0.1', undefined, http), true)
    assert.equal(await isAdmitted(basic(refused.apiKey, 'wrong'), pathOf.dlr, '127.0.0.1', undefined, http), false)
    await cache.stop()
    assert.notEqual(await lastUsed(used.apiKey), null)
    assert.equal(await lastUsed(refused.apiKey), null)
    assert.equal(await isAdmitted(basic(apiKey, apiSecret)), true)
  })
})

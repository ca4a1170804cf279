import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { authPath } from '../../src/modules/users/endpoints.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'
import {
  addAccount,
  addCookies,
  addPerson,
  adminEmail,
  adminPassword,
  ask,
  command,
  freshAddress,
  freshEmail,
  invite,
  type Person,
  password,
  signIn,
  signInAdmin,
} from './people.ts'

const proxy = '192.0.2.1'
const attributes = (line: string) => line.split('; ').slice(1).toSorted()

onOneEngine('sign-in', (engine) => {
  let world: World
  let accountId: number
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword, trustedProxies: [proxy] } })
    accountId = await addAccount(world)
  })
  after(() => world.close())

  const isIn = async (person: { readonly cookie: string }) =>
    (await ask(world, 'GET', '/me', { cookie: person.cookie })).status === 200

  it('accepts the right password with the email in any case', async () => {
    for (const email of [adminEmail, adminEmail.toUpperCase(), `  ${adminEmail} `]) {
      const { status, body } = await signIn(world, email, adminPassword)
      assert.equal(status, 200, email)
      assert.equal(body.user.email, adminEmail)
    }
    const person = await signInAdmin(world)
    const { body } = await person.ask('GET', '/me')
    assert.equal(body.user.email, adminEmail)
    assert.equal(body.operator, true)
    assert.deepEqual(body.accounts, [
      {
        accountId: 1,
        accountName: 'First account',
        country: 'TZ',
        role: 'owner',
        subAccount: false,
        twoFactorRequired: false,
      },
    ])
  })

  it('answers the same for a wrong password, an unknown email and a user without a password', async () => {
    const { email } = await invite(world, accountId, 'viewer')
    const answers = await Promise.all([
      signIn(world, adminEmail, 'wrong password'),
      signIn(world, freshEmail(), 'wrong password'),
      signIn(world, email, 'wrong password'),
      signIn(world, adminEmail, 'x'.repeat(5_000)),
      signIn(world, adminEmail, ''),
    ])
    for (const { status, body, cookies } of answers) {
      assert.deepEqual(
        { status, code: body.code, cookies },
        {
          status: 401,
          code: 'invalid_email_or_password',
          cookies: [],
        },
      )
    }
  })

  it('takes as long for an unknown email, because it also hashes a password', async (context) => {
    const { mock } = context.mock.method(crypto, 'scrypt')
    syncBuiltinESMExports()
    const hashes: number[] = []
    for (const email of [adminEmail, freshEmail()]) {
      mock.resetCalls()
      await signIn(world, email, 'wrong password')
      hashes.push(mock.callCount())
    }
    mock.restore()
    syncBuiltinESMExports()
    assert.deepEqual(hashes, [1, 1])
  })

  it('rejects malformed and oversized bodies', async () => {
    for (const body of [
      {},
      [],
      null,
      'text',
      { email: adminEmail },
      { password: 'x' },
      { email: { a: 1 }, password: 'x' },
      { email: adminEmail, password: ['x'] },
    ]) {
      const { status } = await ask(world, 'POST', '/auth/sign-in/email', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      assert.equal(status, 400, JSON.stringify(body))
    }
    assert.equal((await signIn(world, adminEmail, 'x'.repeat(20_000))).status, 413)
  })

  it('sets an HttpOnly, SameSite cookie that is Secure exactly over HTTPS', async () => {
    const plain = ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict']
    const cases: readonly [address: string, headers: Record<string, string>, isSecure: boolean][] = [
      ['198.51.100.7', {}, false],
      ['198.51.100.7', { 'x-forwarded-proto': 'https' }, false],
      [proxy, { 'x-forwarded-proto': 'http' }, false],
      [proxy, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }, true],
    ]
    for (const [address, headers, isSecure] of cases) {
      const { cookies } = await signIn(world, adminEmail, adminPassword, { address, headers })
      const [session = '', device = ''] = cookies
      assert.equal(cookies.length, 2)
      assert.match(session, isSecure ? /^__Host-ngoma\.session=/ : /^ngoma\.session=/)
      assert.match(device, /^ngoma\.device=/)
      assert.deepEqual(attributes(session), isSecure ? [...plain, 'Secure'].toSorted() : plain, JSON.stringify(headers))
      assert.equal(attributes(device).includes('Secure'), isSecure)
    }
  })

  it('accepts over HTTPS only the cookie that no other host of the domain can set', async () => {
    const https = { address: proxy, headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' } }
    const { cookies } = await signIn(world, adminEmail, adminPassword, https)
    const secure = addCookies('', cookies)
    const plain = secure.replace('__Host-', '')
    const statusWith = async (cookie: string, over = {}) => (await ask(world, 'GET', '/me', { cookie, ...over })).status
    assert.deepEqual([await statusWith(secure, https), await statusWith(plain, https)], [200, 401])
    assert.deepEqual([await statusWith(secure), await statusWith(plain)], [401, 200])
    assert.equal(await statusWith(`ngoma.session=x.y; ${secure}`, https), 200)
    const body = { password: adminPassword }
    assert.equal((await ask(world, 'POST', '/auth/prove', { body, cookie: secure, ...https })).status, 200)
    const ended = await ask(world, 'POST', '/auth/sign-out', { body: {}, cookie: secure, ...https })
    assert.match(ended.cookies.join('\n'), /^__Host-ngoma\.session=;.*Max-Age=0.*; Secure$/m)
    assert.equal(await statusWith(secure, https), 401)
  })

  it('rejects a changed cookie and one without a signature', async () => {
    const person = await signInAdmin(world)
    const token = decodeURIComponent(person.cookie.split('=')[1] ?? '')
    assert.ok(await isIn(person))
    for (const forged of [token.split('.')[0] ?? '', `${token.slice(0, -4)}AAA=`, `x${token}`, '', 'é', '%'])
      assert.equal(await isIn({ cookie: `ngoma.session=${encodeURIComponent(forged)}` }), false, forged)
    for (const cookie of ['ngoma.session', ';;;', '%', '=', 'ngoma.session=%', '\u00e9=\u00ff'])
      assert.equal(await isIn({ cookie }), false, cookie)
  })

  it('ends the session on sign-out', async () => {
    const person = await signInAdmin(world)
    const before = person.cookie
    const { cookies } = await person.ask('POST', '/auth/sign-out')
    assert.ok(cookies.some((line) => /^ngoma\.session=;.*Max-Age=0/.test(line)))
    assert.equal(person.cookie.includes('ngoma.session='), false)
    assert.equal(await isIn({ cookie: before }), false)
  })

  it('lists the sessions of the user and ends one or all others, never those of another user', async () => {
    const first = await addPerson(world, accountId, 'viewer')
    const [second, third] = [await first.signIn(), await first.signIn()]
    const { body } = await first.ask('GET', '/auth/list-sessions')
    assert.equal(body.length, 3)
    assert.deepEqual(
      new Set(body.map((one: { ipAddress: string }) => one.ipAddress)),
      new Set([first.address, second.address, third.address]),
    )
    const token = body.find((one: { ipAddress: string }) => one.ipAddress === second.address).token

    const other = await addPerson(world, accountId, 'viewer')
    await other.ask('POST', '/auth/revoke-session', { token })
    assert.ok(await isIn(second))
    await first.ask('POST', '/auth/revoke-session', { token })
    assert.equal(await isIn(second), false)
    await first.ask('POST', '/auth/revoke-other-sessions')
    assert.deepEqual([await isIn(first), await isIn(third), await isIn(other)], [true, false, true])
  })

  it('loses access at once when the membership or the user is removed', async () => {
    const person = await addPerson(world, accountId, 'member')
    const sees = async () => (await person.ask('GET', `/accounts/${accountId}`)).status
    assert.equal(await sees(), 200)
    await command(world, 'DELETE', `/accounts/${accountId}/members/${person.id}`)
    assert.equal(await sees(), 404)
    assert.deepEqual((await person.ask('GET', '/me')).body.accounts, [])
    await sql`delete from auth_users where id = ${person.id}`.execute(world.db)
    assert.equal((await person.ask('GET', '/me')).status, 401)
  })

  it('exposes no other route of better-auth', async () => {
    const person = await signInAdmin(world)
    const served = new Set(world.app.http.listRoutes().map(({ method, url }) => `${method} ${url}`))
    const { openAuth } = await import('../../src/modules/users/auth.ts')
    const endpoints = Object.values(openAuth(world.app.sms, null).api) as {
      path?: string
      options?: { method?: string | string[] }
    }[]
    const all = endpoints.flatMap(({ path, options }) =>
      [options?.method ?? []].flat().map((method) => ({ method, path })),
    )
    const hidden = all.filter(({ method, path }) => path !== undefined && !served.has(`${method} ${authPath}${path}`))
    assert.ok(hidden.some(({ path }) => path === '/sign-up/email'))
    assert.ok(hidden.length > 20)
    for (const { method, path } of hidden) {
      const url = `${authPath}${path}`.replace(/:\w+/g, 'x')
      const options = method === 'GET' ? {} : { body: { email: freshEmail(), password, name: 'x' } }
      const { status } = await ask(world, method as 'GET' | 'POST', url, { cookie: person.cookie, ...options })
      assert.ok(status === 404 || status === 405, `${method} ${path}: ${status}`)
    }
  })

  it('lets users change their name and no other field', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const others = {
      email: 'other@example.com',
      emailVerified: true,
      operator: true,
      twoFactorEnabled: true,
      image: 'x',
    }
    for (const [field, value] of Object.entries(others)) {
      const { status, body } = await person.ask('POST', '/auth/update-user', { name: 'Other Name', [field]: value })
      assert.deepEqual([status, body.detail], [400, `The request is invalid: ${field} is unknown.`])
    }
    assert.equal((await person.ask('POST', '/auth/update-user', { name: 'New Name' })).status, 200)
    const { rows } = await sql<Record<string, unknown>>`select * from auth_users where id = ${person.id}`.execute(
      world.db,
    )
    const { name, email, emailVerified, operator, twoFactorEnabled, image } = rows[0] ?? {}
    assert.deepEqual(
      { name, email, emailVerified, operator, twoFactorEnabled: twoFactorEnabled ?? false, image },
      {
        name: 'New Name',
        email: person.email,
        emailVerified: false,
        operator: false,
        twoFactorEnabled: false,
        image: null,
      },
    )
    for (const wrong of ['', '  ', 'x'.repeat(101), 1, null])
      assert.equal((await person.ask('POST', '/auth/update-user', { name: wrong })).status, 400, String(wrong))
  })

  it('forbids caching of every response', async () => {
    for (const path of ['/me', '/auth/get-session'])
      assert.equal((await ask(world, 'GET', path)).headers['cache-control'], 'no-store', path)
    assert.equal((await signIn(world, adminEmail, adminPassword)).headers['cache-control'], 'no-store')
  })

  it('writes no password, token or cookie to the log, and nothing to standard output', async (t) => {
    const said = (['log', 'info', 'warn', 'error'] as const).map((name) => t.mock.method(console, name).mock)
    const person: Person = await addPerson(world, accountId, 'viewer')
    await signIn(world, person.email, 'a wrong and secret guess', { address: freshAddress() })
    assert.deepEqual(
      said.map((one) => one.callCount()),
      [0, 0, 0, 0],
    )
    const token = person.cookie.split('=')[1] ?? ''
    const log = world.logs.join('')
    assert.ok(log.includes('/auth/sign-in/email'))
    for (const secret of [
      adminPassword,
      password,
      'a wrong and secret guess',
      token,
      decodeURIComponent(token).split('.')[0] ?? '',
      'ngoma.session=',
    ])
      assert.equal(log.includes(secret), false, secret)
  })
})

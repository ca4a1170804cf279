import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { adminPassword, ask, type Person, signInAdmin } from './people.ts'

const host = 'console.example:8080'
const proxy = '192.0.2.1'
const crossSite = 'The request came from a page of another site.'

onOneEngine('cross-site requests to the console', (engine) => {
  let world: World
  let person: Person
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword, trustedProxies: [proxy] } })
    person = await signInAdmin(world)
  })
  after(() => world.close())

  const state = async () => {
    const { rows } = await sql`
      select (select count(*) from accounts) as accounts, (select count(*) from auth_sessions) as sessions, (select count(*) from sms_optouts) as optouts,
             (select count(*) from audit_entries) as entries
    `.execute(world.db)
    return rows[0]
  }
  const post = (headers: Record<string, string>, body: unknown = { phone: '255712345678' }, address?: string) =>
    ask(world, 'POST', '/accounts/1/optouts', {
      cookie: person.cookie,
      body,
      headers: { host, ...headers },
      address: address || undefined,
    })

  const foreign: readonly [title: string, headers: Record<string, string>][] = [
    ['from another origin', { origin: 'https://evil.example' }],
    ['from a subdomain', { origin: 'http://evil.console.example:8080' }],
    ['from another port', { origin: 'http://console.example' }],
    ['from an origin that starts with ours', { origin: 'http://console.example:8080.evil.example' }],
    ['from an origin that ends with ours', { origin: 'http://evil-console.example:8080' }],
    ['from an origin with our host as its user name', { origin: 'http://console.example:8080@evil.example' }],
    ['from the origin null', { origin: 'null' }],
    ['with an empty origin', { origin: '' }],
    ['with an invalid origin', { origin: host }],
    ['marked as cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['marked as same-site', { 'sec-fetch-site': 'same-site' }],
    ['with an unknown Sec-Fetch-Site value', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['marked as cross-site with our origin', { 'sec-fetch-site': 'cross-site', origin: `http://${host}` }],
    ['with a forged X-Forwarded-Host', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }],
  ]
  for (const [title, headers] of foreign) {
    it(`rejects every change ${title}`, async () => {
      const before = await state()
      const sent: readonly [type: string, body: string][] = [
        ['application/json', '{"phone":"255712345678"}'],
        ['application/x-www-form-urlencoded', 'phone=255712345678'],
        [
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="phone"\r\n\r\n255712345678\r\n--x--\r\n',
        ],
        ['text/plain', '{"phone":"255712345678"}'],
      ]
      for (const [type, body] of sent) {
        const answer = await post({ ...headers, 'content-type': type }, body)
        assert.deepEqual([answer.status, answer.body.detail], [403, crossSite], type)
      }
      const others = [
        await ask(world, 'POST', '/auth/sign-out', { cookie: person.cookie, headers: { host, ...headers } }),
        await ask(world, 'DELETE', '/accounts/1/optouts/255712345678', {
          cookie: person.cookie,
          headers: { host, ...headers },
        }),
        await ask(world, 'PUT', `/users/${person.id}/operator`, {
          cookie: person.cookie,
          body: { operator: true },
          headers: { host, ...headers },
        }),
        await ask(world, 'POST', '/auth/sign-in/email', {
          body: { email: person.email, password: person.password },
          headers: { host, ...headers },
        }),
      ]
      for (const { status, cookies } of others) assert.deepEqual({ status, cookies }, { status: 403, cookies: [] })
      assert.deepEqual(await state(), before)
    })
  }

  it('rejects form bodies without origin headers with 415', async () => {
    const before = await state()
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      assert.equal((await post({ 'content-type': type }, 'phone=255712345678')).status, 415, type)
    }
    assert.deepEqual(await state(), before)
  })

  it('accepts requests of the console itself and of programs other than browsers', async () => {
    const own: readonly Record<string, string>[] = [
      {},
      { origin: `http://${host}` },
      { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { host: host.toUpperCase(), origin: `http://${host}` },
    ]
    for (const headers of own) assert.equal((await post(headers)).status, 201, JSON.stringify(headers))
  })

  it('compares the origin with the forwarded host and protocol behind a proxy', async () => {
    const cookie = person.cookie.replace('ngoma.session=', '__Host-ngoma.session=')
    const forwarded = { 'x-forwarded-host': 'console.example', 'x-forwarded-proto': 'https', cookie }
    assert.equal((await post({ ...forwarded, origin: 'https://console.example' }, undefined, proxy)).status, 201)
    for (const origin of ['http://console.example', `http://${host}`, 'https://evil.example'])
      assert.equal((await post({ ...forwarded, origin }, undefined, proxy)).status, 403, origin)
    assert.equal(
      (await post({ ...forwarded, origin: 'https://console.example' }, undefined, '198.51.100.7')).status,
      403,
    )
  })

  it('sends no CORS headers', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const path = method === 'GET' ? '/me' : '/accounts/1/optouts'
      const { headers } = await ask(world, method, path, {
        cookie: person.cookie,
        headers: { host, origin: 'https://evil.example' },
      })
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        [],
      )
    }
    const preflight = await world.app.http.inject({
      method: 'OPTIONS',
      url: '/v2/optouts',
      headers: { host, origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(preflight.statusCode, 405)
    assert.equal(preflight.headers['access-control-allow-origin'], undefined)
  })

  it('rejects wrong tokens in the header of the command line', async () => {
    const right = Object.entries(world.app.controlHeaders).find(([name]) => name !== 'host') ?? ['', '']
    const [name, token] = right
    assert.equal((await ask(world, 'GET', '/system', { headers: { [name]: token } })).status, 200)
    for (const wrong of [
      '',
      'x',
      token.slice(1),
      `${token}0`,
      token.toUpperCase().replace(/^./, 'z'),
      '0'.repeat(token.length),
      'é'.repeat(token.length / 2),
    ])
      assert.equal((await ask(world, 'GET', '/system', { headers: { [name]: wrong } })).status, 401, wrong)
    assert.equal((await post({ [name]: '0'.repeat(token.length), origin: 'https://evil.example' })).status, 403)
    assert.equal(world.logs.join('').includes(token), false)
  })
})

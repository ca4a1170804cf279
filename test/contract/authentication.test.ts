import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { createToken } from '../../src/modules/accounts/index.ts'
import { apiKey, apiSecret, authorization, basic, onOneEngine, openWorld, type World } from '../world.ts'

type Method = Parameters<World['request']>[0]

/** Every endpoint of the specification. */
const endpoints: readonly [method: Method, path: string][] = [
  ['POST', '/v1/send'],
  ['GET', '/public/v1/sender-names'],
  ['POST', '/public/v1/sender-names'],
  ['GET', '/public/v1/sms-templates'],
  ['POST', '/public/v1/sms-templates'],
  ['PUT', '/public/v1/sms-templates/17'],
  ['DELETE', '/public/v1/sms-templates/17'],
  ['GET', '/public/v1/delivery-reports?request_id=17'],
  ['GET', '/public/v1/contacts?page=1'],
  ['POST', '/public/v1/contacts'],
  ['DELETE', '/public/v1/contacts'],
  ['PUT', '/public/v1/contacts/17'],
  ['DELETE', '/public/v1/contacts/17?addressbook_id=3'],
  ['GET', '/public/v1/address-books'],
  ['POST', '/public/v1/address-books'],
  ['PUT', '/public/v1/address-books/17'],
  ['DELETE', '/public/v1/address-books/17'],
  ['POST', '/v1/transfer'],
  ['POST', '/v1/transaction-status'],
  ['GET', '/v1/credit-balance?app_name=SMS'],
  ['GET', '/public/v1/vendors/balance'],
  ['POST', '/v1/request'],
  ['POST', '/v1/verify'],
  ['GET', '/v1/checkout?amount=10.00&reference_number=1&transaction_id=1'],
  ['POST', '/v1/chatapi'],
  ['GET', '/v1/chatapi/active-users'],
]

/** The specification has another text for contacts and address books. */
const invalidText = (path: string) =>
  `{"code":120,"message":"Invalid ${/^\/public\/v1\/(contacts|address-books)\b/.test(path) ? 'Authorization' : 'Authentication'} Parameters"}`

const missingText = '{"error":"No authorization headers"}'

const base64 = (text: string) => Buffer.from(text).toString('base64')

onOneEngine('authentication', (engine) => {
  let world: World
  let port = 0
  before(async () => {
    world = await openWorld(engine, { config: { bodyBytesMax: 2_048, accessToken: 'a-token' } })
    await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    port = (world.app.http.server.address() as AddressInfo).port
  })
  after(() => world.close())

  const ask = (method: Method, path: string, header: string | undefined) =>
    world.request(method, path, {
      headers: { authorization: header },
      body: method === 'POST' || method === 'PUT' ? {} : undefined,
    })

  /** Sends headers unchanged, including case and duplicates. */
  function askRaw(
    method: string,
    path: string,
    headers: readonly string[] = [],
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port, method, path, headers: ['Host', 'x', 'Connection', 'close', ...headers] },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        },
      )
      request.on('error', reject)
      request.end()
    })
  }

  for (const [method, path] of endpoints) {
    it(`is required for ${method} ${path}`, async () => {
      const without = await ask(method, path, undefined)
      assert.equal(without.status, 400)
      assert.equal(without.text, missingText)

      const wrong = await ask(method, path, basic(apiKey, 'wrong'))
      assert.equal(wrong.status, 401)
      assert.equal(wrong.text, invalidText(path))

      const right = await ask(method, path, authorization)
      assert.notEqual(right.status, 401)
      assert.notEqual(right.text, missingText)
    })
  }

  const early: readonly [
    title: string,
    method: Method,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> },
  ][] = [
    ['an unknown path', 'GET', '/v1/nothing', {}],
    ['an unknown path under /public', 'GET', '/public/v1/nothing', {}],
    ['the prefix /v1 alone', 'GET', '/v1', {}],
    ['the prefix /public/v1 alone', 'GET', '/public/v1/', {}],
    ['an unknown path below an endpoint', 'GET', '/v1/send/more', {}],
    ['another method', 'GET', '/v1/send', {}],
    ['a body over the limit', 'POST', '/v1/send', { body: { message: 'a'.repeat(4_096) } }],
    [
      'an unsupported content type',
      'POST',
      '/v1/send',
      { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    ['a body without a type', 'POST', '/v1/send', { body: '{}', headers: { 'content-type': '' } }],
    ['a malformed body', 'POST', '/v1/send', { body: '{' }],
    ['a path that cannot be decoded', 'GET', '/v1/%zz', {}],
    ['a contacts path that cannot be decoded', 'DELETE', '/public/v1/contacts/%zz', {}],
    ['a path with encoded letters', 'GET', '/%76%31/checkout', {}],
    ['a path with encoded letters further on', 'GET', '/public/v1/%63ontacts/1/more', {}],
  ]
  for (const [title, method, path, options] of early) {
    it(`is checked before ${title}`, async () => {
      const asked = (header: string | undefined) =>
        world.request(method, path, { ...options, headers: { ...options.headers, authorization: header } })
      const without = await asked(undefined)
      assert.equal(without.status, 400)
      assert.equal(without.text, missingText)

      const wrong = await asked('Bearer a-token')
      assert.equal(wrong.status, 401)
      assert.equal(wrong.text, invalidText(decodeURI(path.replace('%zz', 'zz'))))

      const right = await asked(authorization)
      assert.ok(![200, 401].includes(right.status), String(right.status))
      assert.notEqual(right.text, missingText)
    })
  }

  const payment = '?amount=10.00&reference_number=1&transaction_id=1'
  const written: readonly [title: string, method: string, path: string][] = [
    ['an address in full', 'GET', `http://x/v1/checkout${payment}`],
    ['an address in full with encoded letters', 'GET', `HTTP://x/%761/checkout${payment}`],
    ['a fragment', 'GET', `/v1/checkout${payment}#more`],
    ['a path that cannot be decoded', 'GET', '/v1/%zz'],
    ['an unknown method', 'PROPFIND', '/v1/checkout'],
    ['a preflight', 'OPTIONS', '/v1/checkout'],
    ['HEAD', 'HEAD', `/v1/checkout${payment}`],
  ]
  for (const [title, method, path] of written) {
    it(`is checked before ${title} on the wire`, async () => {
      const body = (text: string) => (method === 'HEAD' ? '' : text)
      assert.deepEqual(await askRaw(method, path), { status: 400, text: body(missingText) })
      assert.deepEqual(await askRaw(method, path, ['Authorization', 'wrong']), {
        status: 401,
        text: body(invalidText('/v1/checkout')),
      })
      const { status } = await askRaw(method, path, ['Authorization', authorization])
      assert.ok([302, 404, 405].includes(status), String(status))
    })
  }

  it('is not required for public and unknown paths', async () => {
    for (const [path, status] of [
      ['/health', 200],
      ['/ready', 200],
      ['/ready/send', 200],
      ['/nothing', 404],
      ['/v2/send', 404],
    ] as const) {
      assert.equal((await ask('GET', path, undefined)).status, status, path)
      assert.equal((await ask('GET', path, 'wrong')).status, status, path)
    }
  })

  const bad: readonly [title: string, header: string][] = [
    ['nothing in it', ''],
    ['an unknown key', basic('nobody', apiSecret)],
    ['a wrong secret', basic(apiKey, `${apiSecret}x`)],
    ['a secret in another case', basic(apiKey, apiSecret.toUpperCase())],
    ['a key in another case', basic(apiKey.toUpperCase(), apiSecret)],
    ['key and secret swapped', basic(apiSecret, apiKey)],
    ['a key without a secret', basic(apiKey, '')],
    ['a key alone', `Basic ${base64(apiKey)}`],
    ['malformed base64', `Basic ${apiKey}:${apiSecret}`],
    ['base64 without its scheme', base64(`${apiKey}:${apiSecret}`)],
    ['a NUL in the key', basic(`${apiKey}\0`, apiSecret)],
    ['an unknown token', 'another-token'],
    ['a token with a Bearer prefix', 'Bearer a-token'],
    ['a token as a key', basic('a-token', '')],
    ['a secret as a token', apiSecret],
    ['both methods at once', `${authorization}, a-token`],
    ['both methods, one after the other', `a-token ${authorization}`],
  ]
  for (const [title, header] of bad) {
    it(`fails with ${title}`, async () => {
      const { status, text } = await ask('GET', '/public/v1/delivery-reports?request_id=1', header)
      assert.equal(status, 401)
      assert.equal(text, invalidText('/public/v1/delivery-reports'))
    })
  }

  const good: readonly [title: string, header: string][] = [
    ['a key and its secret', authorization],
    ['the scheme in small letters', authorization.replace('Basic', 'basic')],
    ['white space around the key and the secret', basic(` ${apiKey}\t`, `\n${apiSecret} \r\n`)],
    ['white space around the whole header', `  ${authorization.replace(' ', '   ')}  `],
    ['a bare token', 'a-token'],
    ['white space around a token', ' \ta-token  '],
  ]
  for (const [title, header] of good) {
    it(`succeeds with ${title}`, async () => {
      assert.equal((await ask('GET', '/public/v1/delivery-reports?request_id=1', header)).status, 200)
    })
  }

  it('fails with two Authorization headers, even if both are valid', async () => {
    const pairs = [
      ['Authorization', authorization, 'Authorization', authorization],
      ['Authorization', authorization, 'AUTHORIZATION', authorization],
      ['authorization', authorization, 'Authorization', 'a-token'],
      ['Authorization', authorization, 'Authorization', ''],
      ['Authorization', 'wrong', 'aUTHORIZATION', authorization],
      ['Authorization', 'wrong', 'Authorization', 'wrong'],
    ]
    for (const headers of pairs) {
      assert.deepEqual(
        await askRaw('GET', '/v1/checkout', headers),
        { status: 401, text: invalidText('/v1/checkout') },
        headers.join(' '),
      )
    }
    assert.equal((await askRaw('GET', `/v1/checkout${payment}`, ['AUTHORIZATION', authorization])).status, 302)
  })

  it('succeeds with a credential created a moment ago', async () => {
    const { token } = await world.db.transaction((tx) => createToken(tx, 1, 'new', world.clock.now()))
    assert.equal((await ask('GET', '/public/v1/delivery-reports?request_id=1', token)).status, 200)
  })
})

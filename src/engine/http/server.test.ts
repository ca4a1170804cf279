import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { InjectOptions } from 'fastify'
import { Refusal } from '../../values/refusal.ts'
import { Overloaded } from '../batch/index.ts'
import { createLog } from '../log.ts'
import { pathOf } from './paths.ts'
import { createHttp } from './server.ts'

const logs: string[] = []
const log = createLog('debug', { write: (line) => void logs.push(line) })

/** A server with a few routes. It rejects the Authorization header "stranger" before anything else. */
function openServer() {
  const app = createHttp({
    log,
    bodyBytesMax: 1_024,
    trustedProxies: [],
    authenticate(request) {
      if (request.headers.authorization === 'stranger')
        throw new Refusal(401, 120, 'Invalid Authentication Parameters', { hint: 'bring another' })
    },
  })
  app.get('/things', { config: { area: 'open' } }, async () => ({ things: [] }))
  app.get('/things/:id', { config: { area: 'open' } }, async () => ({ id: 1 }))
  app.put('/things/:id', { config: { area: 'open' } }, async ({ body }) => ({ body }))
  app.delete('/things/:id', { config: { area: 'open' } }, async ({ body }) => ({ body: body ?? null }))
  app.post(
    '/things',
    {
      config: {
        area: 'open',
        malformedBody: (hint) => new Refusal(400, 113, 'Invalid Request Format', { hint }),
        faultCode: 103,
      },
    },
    async ({ body }) => {
      const { fail } = body as { fail?: string }
      if (fail === 'fault') throw new TypeError('something broke')
      if (fail === 'text') throw 'a text'
      if (fail === 'away') throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      if (fail === 'disk') throw Object.assign(new Error('no space left on device'), { code: '53100' })
      if (fail === 'full') throw new Overloaded('too much')
      if (fail === 'hint') throw new Refusal(400, 111, 'Invalid', { hint: 'sender Bücher\r\nX: 1 is unknown' })
      if (fail === 'repeat')
        throw new Refusal(400, 111, 'Invalid', { hint: 'sender SHOP is unknown', hintRepeats: true })
      return { body }
    },
  )
  return app
}

const app = openServer()
after(() => app.close())

async function ask(method: string, url: string, options: Partial<InjectOptions> = {}) {
  logs.length = 0
  const response = await app.inject({ method: method as 'GET', url, ...options })
  const lines = logs.map((line): Record<string, unknown> => JSON.parse(line))
  return { status: response.statusCode, headers: response.headers, text: response.body, lines }
}

const json = { 'content-type': 'application/json' }
const post = (payload: string, headers: Record<string, string> = json) => ask('POST', '/things', { payload, headers })

describe('responses', () => {
  const kinds: readonly [title: string, status: number, answer: () => ReturnType<typeof ask>][] = [
    ['a success', 200, () => ask('GET', '/things')],
    ['a rejected caller', 401, () => ask('GET', '/things', { headers: { authorization: 'stranger' } })],
    ['an unknown path', 404, () => ask('GET', '/nothing')],
    ['an undecodable path', 404, () => ask('GET', '/%zz')],
    ['another method', 405, () => ask('PATCH', '/things')],
    ['a malformed body', 400, () => post('{')],
    ['a large body', 413, () => post(`"${'a'.repeat(2_000)}"`)],
    ['another type', 415, () => post('a=1', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['a fault', 500, () => post('{"fail":"fault"}')],
    ['an unavailable database', 503, () => post('{"fail":"away"}')],
  ]
  for (const [title, status, answer] of kinds) {
    it(`are JSON with a logged request id and without CORS headers: ${title}`, async () => {
      const { headers, text, lines, ...rest } = await answer()
      assert.equal(rest.status, status)
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.doesNotThrow(() => JSON.parse(text))
      assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      if (status >= 400) assert.match(String(headers['ngoma-hint']), /^[\w/].{8,}/)
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control-')),
        [],
      )
      for (const line of lines) assert.equal(line.reqId, headers['x-request-id'])
      if (title !== 'an undecodable path') assert.ok(lines.length > 0)
    })
  }

  it('have no CORS headers for requests from other origins', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
    for (const method of ['OPTIONS', 'POST', 'GET']) {
      const answer = await ask(method, '/things', { headers })
      assert.deepEqual(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control-') || name === 'vary'),
        [],
      )
    }
  })

  it('repeat a valid X-Request-Id of the client', async () => {
    for (const id of ['a', 'Order_17.b-2', 'x'.repeat(64)]) {
      const { headers, lines } = await ask('GET', '/nothing', { headers: { 'x-request-id': id } })
      assert.equal(headers['x-request-id'], id)
      assert.deepEqual(
        lines.map(({ reqId }) => reqId),
        [id],
      )
    }
  })

  it('have a new request id when the one of the client is unsafe to log', async () => {
    for (const id of ['', 'x'.repeat(65), 'a b', '{"a":1}', 'a"b', 'é', 'a,b', '<script>']) {
      const { headers } = await ask('GET', '/nothing', { headers: { 'x-request-id': id } })
      assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
    }
  })
})

describe('authentication', () => {
  const headers = { authorization: 'stranger' }
  const questions: readonly [title: string, method: string, url: string, options: Partial<InjectOptions>][] = [
    ['an unknown path', 'GET', '/nothing', {}],
    ['another method', 'PATCH', '/things', {}],
    ['an unknown method', 'PROPFIND', '/things', {}],
    ['a large body', 'POST', '/things', { payload: 'a'.repeat(2_000), headers: json }],
    ['another type', 'POST', '/things', { payload: '<a/>', headers: { 'content-type': 'text/xml' } }],
    ['a malformed body', 'POST', '/things', { payload: '{', headers: json }],
    ['an undecodable path', 'GET', '/%zz', {}],
    ['a preflight', 'OPTIONS', '/things', { headers: { origin: 'https://shop.example' } }],
  ]
  for (const [title, method, url, options] of questions) {
    it(`is checked before ${title}`, async () => {
      const { status, text } = await ask(method, url, { ...options, headers: { ...options.headers, ...headers } })
      assert.equal(status, 401)
      assert.deepEqual(JSON.parse(text), { code: 120, message: 'Invalid Authentication Parameters' })
    })
  }
})

describe('routing', () => {
  const missing: readonly [method: string, url: string, status: number, allow: string | undefined][] = [
    ['GET', '/nothing', 404, undefined],
    ['GET', '/', 404, undefined],
    ['GET', '/thingsandmore', 404, undefined],
    ['POST', '/nothing', 404, undefined],
    ['PATCH', '/things', 405, 'GET, HEAD, POST'],
    ['PATCH', '/things/', 405, 'GET, HEAD, POST'],
    ['PATCH', '/things?a=/nothing', 405, 'GET, HEAD, POST'],
    ['PATCH', '/%74hings', 405, 'GET, HEAD, POST'],
    ['OPTIONS', '/things', 405, 'GET, HEAD, POST'],
    ['TRACE', '/things', 405, 'GET, HEAD, POST'],
    ['PROPFIND', '/things', 405, 'GET, HEAD, POST'],
    ['POST', '/things/17', 405, 'GET, HEAD, PUT, DELETE'],
    ['POST', '/things/17/more', 404, undefined],
  ]
  for (const [method, url, status, allow] of missing) {
    it(`answers ${status} to ${method} ${url}${allow ? ` and allows ${allow}` : ''}`, async () => {
      const { headers, text, ...answer } = await ask(method, url)
      assert.equal(answer.status, status)
      assert.equal(headers.allow, allow)
      assert.deepEqual(JSON.parse(text), { code: status, message: status === 404 ? 'Not Found' : 'Method Not Allowed' })
    })
  }

  it('answers 404 to an unknown path with any body', async () => {
    for (const [payload, type] of [
      ['<a/>', 'text/xml'],
      ['{', 'application/json'],
      ['a'.repeat(2_000), 'application/json'],
    ] as const) {
      assert.equal((await ask('POST', '/nothing', { payload, headers: { 'content-type': type } })).status, 404, type)
    }
  })

  it('answers HEAD like GET but without a body', async () => {
    const { status, text, headers } = await ask('HEAD', '/things')
    assert.equal(status, 200)
    assert.equal(text, '')
    assert.ok(headers['x-request-id'])
    assert.equal((await ask('HEAD', '/nothing')).status, 404)
  })

  const readings: readonly [url: string, path: string][] = [
    ['/v1/send', '/v1/send'],
    ['/v1/send?a=/public', '/v1/send'],
    ['/v1/send#?a', '/v1/send'],
    ['/%76%31/%73end', '/v1/send'],
    ['/%2576', '/%76'],
    ['/v1/%zz', '/v1/%zz'],
    ['/v1/%C3%A9', '/v1/%C3%A9'],
    ['http://host/v1/send?a', '/v1/send'],
    ['HTTPS://user@host:1/v1/send', '/v1/send'],
    ['http://host', ''],
    ['*', '*'],
  ]
  for (const [url, path] of readings) {
    it(`reads the path ${path} from ${url}`, () => assert.equal(pathOf(url), path))
  }
})

describe('request bodies', () => {
  it('may be missing on GET and DELETE with any Content-Type', async () => {
    for (const type of ['application/json', 'text/xml', 'nonsense', '']) {
      assert.equal((await ask('GET', '/things', { headers: { 'content-type': type } })).status, 200, type)
      assert.equal((await ask('DELETE', '/things/1', { headers: { 'content-type': type } })).status, 200, type)
      assert.equal(
        (await ask('DELETE', '/things/1', { headers: { 'content-type': type, 'content-length': '0' } })).status,
        200,
        type,
      )
    }
  })

  it('are read on DELETE', async () => {
    assert.equal((await ask('DELETE', '/things/1', { payload: '{"a":1}', headers: json })).text, '{"body":{"a":1}}')
  })

  it('are rejected with 415 when the Content-Type is missing or not supported by the path', async () => {
    for (const headers of [
      {},
      { 'content-type': 'text/xml' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'nonsense' },
    ]) {
      const { status, text } = await ask('PUT', '/things/1', { payload: '{}', headers })
      assert.equal(status, 415)
      assert.deepEqual(JSON.parse(text), { code: 415, message: 'Unsupported Media Type' })
    }
  })

  it('are rejected with 413 from one byte over the limit', async () => {
    assert.equal((await post(`{"a":"${'a'.repeat(1_024 - 8)}"}`)).status, 200)
    const { status, text } = await post(`{"a":"${'a'.repeat(1_024 - 7)}"}`)
    assert.equal(status, 413)
    assert.deepEqual(JSON.parse(text), { code: 413, message: 'Request Body Is Too Large' })
  })

  it('that are malformed get the error of their route, or the default one', async () => {
    assert.deepEqual(JSON.parse((await post('{')).text), { code: 113, message: 'Invalid Request Format' })
    assert.deepEqual(JSON.parse((await post('')).text), { code: 113, message: 'Invalid Request Format' })
    assert.deepEqual(JSON.parse((await ask('PUT', '/things/1', { payload: '{', headers: json })).text), {
      code: 400,
      message: 'Invalid Request Format',
    })
  })
})

describe('internal errors', () => {
  it('have a bare response and are logged in full', async () => {
    const { status, text, lines } = await post('{"fail":"fault"}')
    assert.equal(status, 500)
    assert.deepEqual(JSON.parse(text), { code: 103, message: 'Internal Error' })
    const [line] = lines.filter(({ level }) => level === 50)
    assert.ok(line)
    const { name, message, stack } = line.err as Record<string, string>
    assert.deepEqual({ name, message }, { name: 'TypeError', message: 'something broke' })
    assert.match(String(stack), /server\.test\.ts/)
  })

  it('include thrown values that are not Error objects', async () => {
    const { status, text, lines } = await post('{"fail":"text"}')
    assert.equal(status, 500)
    assert.deepEqual(JSON.parse(text), { code: 103, message: 'Internal Error' })
    assert.equal(lines.filter(({ level }) => level === 50).length, 1)
  })

  it('that are temporary answer 503 with Retry-After', async () => {
    for (const fail of ['away', 'disk', 'full']) {
      const { status, text, headers } = await post(`{"fail":"${fail}"}`)
      assert.equal(status, 503)
      assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
      assert.deepEqual(JSON.parse(text), { code: 103, message: 'Internal Error' })
    }
  })

  it('are not caused by non-ASCII characters in a hint', async () => {
    const { status, headers } = await post('{"fail":"hint"}')
    assert.equal(status, 400)
    assert.equal(headers['ngoma-hint'], 'sender B?cher??X: 1 is unknown')
    assert.equal(headers.x, undefined)
  })

  it('log the hint unless it repeats part of the request', async () => {
    const hintIn = async (body: string) => (await post(body)).lines.map(({ msg, hint }) => [msg, hint]).at(-1)
    assert.deepEqual(await hintIn('{'), [
      'request rejected',
      "the body is not valid JSON: expected property name or '}' at line 1, column 2",
    ])
    assert.deepEqual(await hintIn('{"fail":"repeat"}'), ['request rejected', undefined])
  })
})

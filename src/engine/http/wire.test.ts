import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { until } from '../../../test/world.ts'
import { Refusal } from '../../values/refusal.ts'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'

const app = createHttp({
  log: createLog('silent'),
  bodyBytesMax: 1_024,
  trustedProxies: [],
  authenticate({ headers }) {
    if (headers.authorization === undefined)
      throw new Refusal(400, 400, 'No authorization headers', { hint: 'bring one' })
  },
})
app.get('/things', { config: { area: 'open' } }, async () => ({ things: [] }))
app.post('/things', { config: { area: 'open' } }, async ({ body }) => ({ body }))
let port = 0

/** Writes the raw text and reads until the server hangs up. */
async function exchange(text: string): Promise<{ status: number; headers: Map<string, string>; body: string }> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(text)
  await new Promise((resolve) => socket.on('close', resolve))
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const known = 'Host: x\r\nAuthorization: me\r\nConnection: close\r\n'
const stranger = 'Host: x\r\nConnection: close\r\n'

describe('HTTP over a raw socket', () => {
  before(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  after(() => app.close())

  const requests: readonly [title: string, text: string, status: number, body: Record<string, unknown>][] = [
    ['an ordinary request', `GET /things HTTP/1.1\r\n${known}\r\n`, 200, { things: [] }],
    ['HTTP/1.0 without a host', 'GET /things HTTP/1.0\r\nAuthorization: me\r\n\r\n', 200, { things: [] }],
    [
      'HTTP/1.1 without a host',
      'GET /things HTTP/1.1\r\nAuthorization: me\r\nConnection: close\r\n\r\n',
      400,
      { code: 400, message: 'Bad Request' },
    ],
    ['an absolute URL', `GET http://x/things HTTP/1.1\r\n${known}\r\n`, 200, { things: [] }],
    ['an undecodable path', `GET /%zz HTTP/1.1\r\n${known}\r\n`, 404, { code: 404, message: 'Not Found' }],
    [
      'an undecodable path from an unknown caller',
      `GET /%zz HTTP/1.1\r\n${stranger}\r\n`,
      400,
      { code: 400, message: 'No authorization headers' },
    ],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${known}\r\n`, 404, { code: 404, message: 'Not Found' }],
    [
      'a known method without a route',
      `PROPFIND /things HTTP/1.1\r\n${known}\r\n`,
      405,
      { code: 405, message: 'Method Not Allowed' },
    ],
    ['an unknown method', `FOO /things HTTP/1.1\r\n${known}\r\n`, 400, { code: 400, message: 'Bad Request' }],
    ['an unknown Expect header', `GET /things HTTP/1.1\r\nExpect: wonders\r\n${known}\r\n`, 200, { things: [] }],
    [
      'an unknown Expect header from an unknown caller',
      `GET /things HTTP/1.1\r\nExpect: wonders\r\n${stranger}\r\n`,
      400,
      { code: 400, message: 'No authorization headers' },
    ],
    [
      'an upgrade',
      `GET /things HTTP/1.1\r\nHost: x\r\nAuthorization: me\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      200,
      { things: [] },
    ],
    [
      'headers that are too large',
      `GET /things HTTP/1.1\r\n${known}X: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      { code: 431, message: 'Request Header Fields Too Large' },
    ],
    [
      'a path that is too large',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${known}\r\n`,
      431,
      { code: 431, message: 'Request Header Fields Too Large' },
    ],
    [
      'two lengths',
      `POST /things HTTP/1.1\r\n${known}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
      { code: 400, message: 'Bad Request' },
    ],
    [
      'Content-Length together with chunks',
      `POST /things HTTP/1.1\r\n${known}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      { code: 400, message: 'Bad Request' },
    ],
    ['text that is not HTTP', 'hello\r\n\r\n', 400, { code: 400, message: 'Bad Request' }],
    [
      'a Content-Length over the limit, before any of the body',
      `POST /things HTTP/1.1\r\n${known}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
      413,
      { code: 413, message: 'Request Body Is Too Large' },
    ],
    [
      'chunks over the limit',
      `POST /things HTTP/1.1\r\n${known}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n${'1'.repeat(0x800)}\r\n0\r\n\r\n`,
      413,
      { code: 413, message: 'Request Body Is Too Large' },
    ],
    [
      'chunks without a Content-Type',
      `POST /things HTTP/1.1\r\n${known}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      415,
      { code: 415, message: 'Unsupported Media Type' },
    ],
    [
      'chunks',
      `POST /things HTTP/1.1\r\n${known}Content-Type: application/json; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      200,
      { body: {} },
    ],
    [
      'a GET with a Content-Type but no body',
      `GET /things HTTP/1.1\r\n${known}Content-Type: text/xml\r\nContent-Length: 0\r\n\r\n`,
      200,
      { things: [] },
    ],
  ]
  for (const [title, text, status, body] of requests) {
    it(`answers ${status} as JSON with a request id to ${title}`, async () => {
      const answer = await exchange(text)
      if (status >= 400) assert.match(answer.headers.get('ngoma-hint') ?? '', /^[\w/].{8,}/)
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.deepEqual(JSON.parse(answer.body), body)
    })
  }

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await exchange(`HEAD /things HTTP/1.1\r\n${known}\r\n`)
    assert.equal(status, 200)
    assert.equal(headers.get('content-length'), '13')
    assert.equal(body, '')
  })

  const bigBytes = 18 * 2 ** 20

  /**
   * Sends a small request, then a big one on the same connection, and reads its response only after sending all of it.
   */
  async function sendBig(head: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
    failed.catch(() => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write('GET /things HTTP/1.1\r\nHost: x\r\nAuthorization: me\r\n\r\n')
    await Promise.race([once(socket, 'data'), failed])
    socket.pause()
    const text: Buffer[] = []
    await Promise.race([new Promise((resolve) => socket.write(`${head}${'x'.repeat(bigBytes)}`, resolve)), failed])
    socket.on('data', (chunk) => text.push(chunk)).resume()
    await Promise.race([closed, failed])
    return Buffer.concat(text).toString()
  }

  const length = `Content-Length: ${bigBytes}\r\n\r\n`
  const large: readonly [title: string, head: string, status: number][] = [
    [
      'a body over the limit',
      `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: me\r\nContent-Type: application/json\r\n${length}`,
      413,
    ],
    ['a body of an unsupported type', `POST /things HTTP/1.1\r\n${known}Content-Type: text/plain\r\n${length}`, 415],
    [
      'a body from an unknown caller',
      `POST /things HTTP/1.1\r\n${stranger}Content-Type: application/json\r\n${length}`,
      400,
    ],
    ['a body to an unknown path', `POST /nothing HTTP/1.1\r\n${known}${length}`, 404],
    ['a body to an undecodable path', `POST /%zz HTTP/1.1\r\n${known}${length}`, 404],
    ['endless headers', `GET /things HTTP/1.1\r\nHost: x\r\nX: `, 431],
  ]
  for (const [title, head, status] of large) {
    it(`reliably delivers the ${status} for ${title} on a reused connection`, async () => {
      for (let round = 0; round < 3; round += 1) {
        const text = await sendBig(head)
        assert.match(text, new RegExp(`^HTTP/1.1 ${status} .*"(code|error)":.*\\}$`, 's'))
      }
    })
  }

  it('closes the connection after a broken request even when the client does not', async () => {
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      )
    await until('the other tests have hung up', async () => (await connections()) === 0)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write('hello\r\n\r\n')
    socket.resume()
    await once(socket, 'end')
    await until('the server has closed the connection', async () => (await connections()) === 0)
    socket.destroy()
  })
})

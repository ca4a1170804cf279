import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Certificate, createCertificate } from '../../../test/certificate.ts'
import { until } from '../../../test/until.ts'
import { type Outbound, OutboundProblem, openOutbound } from './index.ts'

const headers = { 'content-type': 'application/json' }
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

async function textOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}

async function listen(certificate: Certificate, answer: RequestListener): Promise<Server> {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Server behaviour by path. */
const answers: Readonly<Record<string, RequestListener>> = {
  '/echo': async (request, response) => {
    const body = await textOf(request)
    response
      .setHeader('set-cookie', ['a=1', 'b=2'])
      .end(JSON.stringify({ method: request.method, type: request.headers['content-type'], url: request.url, body }))
  },
  '/redirect': (_, response) => void response.writeHead(302, { location: '/echo' }).end('elsewhere'),
  '/early': (_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.writeHead(410).end('gone')
  },
  '/silent': () => {},
  '/drip': (_, response) => {
    const timer = setInterval(() => response.write('.'), 10)
    response.on('close', () => clearInterval(timer))
  },
  '/long': (_, response) => void response.end('é'.repeat(20_000)),
  '/endless': (_, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(16_384, 'x')));
    }
    response.on('drain', more)
    more()
  },
  '/reset': (request) => void request.socket.destroy(),
  '/half': (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => request.socket.end())
  },
  '/garbage': (request) => void request.socket.end('SMTP ready\r\n\r\n'),
  '/headers': (request) => void request.socket.end(`HTTP/1.1 200 OK\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`),
  '/upgrade': (request) =>
    void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
}

describe('outbound requests', () => {
  const certificate = createCertificate()
  const connections = new Set<Socket>()
  let server: Server
  let outbound: Outbound
  let origin: string

  before(async () => {
    server = await listen(certificate, (request, response) =>
      answers[new URL(request.url ?? '', 'https://x').pathname]?.(request, response),
    )
    server.on('connection', (socket: Socket) => connections.add(socket))
    origin = `https://localhost:${portOf(server)}`
    outbound = openOutbound({ reach: 'public or loopback', ca: [certificate.ca], lookup: async () => ['127.0.0.1'] })
  })
  after(async () => {
    await outbound.close()
    server.closeAllConnections()
    server.close()
  })

  const send = (path: string, more: object = {}) => outbound.send({ url: origin + path, headers, body: '{}', ...more })
  const refuses = (sent: Promise<unknown>, kind: string, message: string | RegExp) =>
    assert.rejects(sent, (error) => {
      assert.ok(error instanceof OutboundProblem, String(error))
      assert.equal(error.kind, kind)
      assert.match(error.message, typeof message === 'string' ? new RegExp(`^${message}$`) : message)
      return true
    })

  it('are sent unchanged and return status, headers and text', async () => {
    const { status, headers: received, text, isCut } = await send('/echo?a=b', { body: 'habari' })
    assert.deepEqual([status, received['set-cookie'], isCut], [200, 'a=1, b=2', false])
    assert.deepEqual(JSON.parse(text), { method: 'POST', type: 'application/json', url: '/echo?a=b', body: 'habari' })
    const { text: got } = await outbound.send({ url: `https://127.0.0.1:${portOf(server)}/echo`, headers: {} })
    assert.deepEqual(JSON.parse(got), { method: 'GET', url: '/echo', body: '' })
  })

  it('reuse connections, also after a truncated response', async () => {
    const earlier = connections.size
    const patient = openOutbound({ reach: 'loopback', ca: [certificate.ca], lookup: async () => ['127.0.0.1'] })
    for (let i = 0; i < 10; i += 1) assert.equal((await patient.send({ url: `${origin}/long`, headers })).isCut, true)
    // A connection becomes free a moment after its response, so sequential requests alternate between two.
    assert.ok(connections.size - earlier <= 2, `${connections.size - earlier} connections`)
    await patient.close()
  })

  it('do not follow redirects and ignore informational responses', async () => {
    const redirect = await send('/redirect')
    assert.deepEqual([redirect.status, redirect.headers.location, redirect.text], [302, '/echo', 'elsewhere'])
    const { status, text } = await send('/early')
    assert.deepEqual([status, text], [410, 'gone'])
  })

  it('time out even while data keeps arriving', async () => {
    await refuses(send('/silent', { timeoutMs: 50 }), 'timeout', 'no complete response within 0.05 seconds')
    await refuses(send('/drip', { timeoutMs: 100 }), 'timeout', 'no complete response within 0.1 seconds')
    const deaf = openOutbound({ reach: 'public', lookup: () => new Promise(() => {}) })
    await refuses(deaf.send({ url: 'https://slow.example', headers, timeoutMs: 20 }), 'timeout', /within 0.02 seconds/)
    await deaf.close()
  })

  it('keep the beginning of a long response and abort an endless one', async () => {
    const long = await send('/long', { answerBytesMax: 101 })
    assert.deepEqual([long.text, long.isCut], ['é'.repeat(50), true])
    const endless = await send('/endless')
    assert.deepEqual([endless.text, endless.isCut], ['x'.repeat(2_048), true])
    await Promise.all(
      [...connections]
        .filter((socket) => socket.bytesWritten > 65_536 && !socket.closed)
        .map((socket) => once(socket, 'close')),
    )
    // The rest is read until the timeout, which may come before the first bytes while this process stalls.
    await until('a slow response is cut', async () => {
      const { text, isCut } = await send('/drip', { answerBytesMax: 2, timeoutMs: 300 }).catch(() => ({
        text: '',
        isCut: false,
      }))
      return text === '..' && isCut
    })
  })

  it('reject with the reason when the caller aborts', async () => {
    const reason = new Error('shutting down')
    await assert.rejects(send('/echo', { signal: AbortSignal.abort(reason) }), reason)
    const stop = new AbortController()
    const sent = send('/silent', { signal: stop.signal })
    setImmediate(() => stop.abort(reason))
    await assert.rejects(sent, reason)
  })

  it('describe network errors in a sentence', async () => {
    await refuses(send('/reset'), 'connection', 'the server closed the connection before it responded')
    await refuses(send('/half'), 'connection', /closed the connection|not valid HTTP/)
    await refuses(send('/garbage'), 'connection', "the server's response is not valid HTTP")
    await refuses(send('/headers'), 'connection', "the headers of the server's response are too long")
    await refuses(send('/upgrade'), 'connection', /^the /)
    await refuses(outbound.send({ url: origin.replace('https', 'http'), headers }), 'connection', /^the /)
    await refuses(send('/echo', { headers: { 'x-name': 'a\r\nb' } }), 'refused', 'the request has an invalid header')
    await refuses(send('/echo', { headers: { Host: 'else.example' } }), 'refused', 'the Host header cannot be set')
    const gone = createTcpServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const url = `https://localhost:${portOf(gone)}`
    gone.close()
    await once(gone, 'close')
    await refuses(outbound.send({ url, headers }), 'connection', 'the server refused the connection')
  })

  it('report the stage of a failure, so that the caller knows whether the request may have arrived', async () => {
    const stageOf = (sent: Promise<unknown>) =>
      sent.then(
        () => 'answered',
        (error: OutboundProblem) => error.stage,
      )
    // While this process stalls, the timeout may come before the connection, or before the response.
    const reaches = (path: string, stage: string) =>
      until(`${path} reaches ${stage}`, async () => (await stageOf(send(path, { timeoutMs: 300 }))) === stage)
    await reaches('/silent', 'sent')
    await reaches('/drip', 'answering')
    assert.equal(await stageOf(send('/reset')), 'sent')
    for (const path of ['/half', '/garbage', '/headers']) assert.equal(await stageOf(send(path)), 'answering', path)
    const nowhere = openOutbound({ reach: 'loopback', lookup: async () => [] })
    assert.equal(await stageOf(nowhere.send({ url: 'https://localhost:1', headers })), 'connecting')
    assert.equal(await stageOf(nowhere.send({ url: 'http://127.0.0.1:1', headers })), 'connecting')
    await nowhere.close()
    const deaf = openOutbound({ reach: 'public', lookup: () => new Promise(() => {}) })
    assert.equal(await stageOf(deaf.send({ url: 'https://slow.example', headers, timeoutMs: 20 })), 'connecting')
    await deaf.close()
  })

  it('may have a URL up to the configured length', async () => {
    const path = `/echo?text=${'x'.repeat(4_000)}`
    await refuses(send(path), 'refused', 'the URL must not be longer than 2048 characters')
    const long = openOutbound({
      reach: 'loopback',
      ca: [certificate.ca],
      lookup: async () => ['127.0.0.1'],
      urlLengthMax: 8_192,
    })
    assert.equal((await long.send({ url: origin + path, headers, answerBytesMax: 8_192 })).status, 200)
    await long.close()
  })

  it('accept only trusted, matching and valid certificates', async () => {
    const strange = openOutbound({ reach: 'loopback', lookup: async () => ['127.0.0.1'] })
    await refuses(strange.send({ url: origin, headers }), 'tls', /not signed by a trusted authority/)
    await strange.close()
    await refuses(
      outbound.send({ url: origin.replace('localhost', 'other.example'), headers }),
      'tls',
      "the server's certificate is for another host name",
    )

    const expired = createCertificate({ validTo: new Date(Date.now() - 60_000) })
    const old = await listen(expired, (_, response) => void response.end())
    const trusting = openOutbound({ reach: 'loopback', ca: [expired.ca], lookup: async () => ['127.0.0.1'] })
    await refuses(
      trusting.send({ url: `https://localhost:${portOf(old)}`, headers }),
      'tls',
      "the server's certificate has expired",
    )
    await trusting.close()
    old.close()

    const plain = createTcpServer((socket) => socket.on('error', () => {}).end('220 ready\r\n')).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    await refuses(
      outbound.send({ url: `https://localhost:${portOf(plain)}`, headers }),
      'tls',
      /^the TLS connection failed/,
    )
    plain.close()
  })

  it('are rejected when the name resolves to another address by then, or not at all', async () => {
    let addresses: readonly string[] = ['127.0.0.1']
    const changing = openOutbound({ reach: 'loopback', ca: [certificate.ca], lookup: async () => addresses })
    const url = `${origin}/echo`
    assert.deepEqual(await changing.checkUrl(url), { ok: true, resolved: true })
    for (const next of [
      ['10.0.0.1'],
      ['169.254.169.254'],
      ['127.0.0.1', '10.0.0.1'],
      ['::ffff:10.0.0.1'],
      ['0.0.0.0'],
      ['nonsense'],
    ]) {
      addresses = next
      await refuses(changing.send({ url, headers }), 'refused', 'the URL must point to this machine')
    }
    addresses = []
    await refuses(changing.send({ url, headers }), 'dns', 'the host name could not be resolved')
    addresses = ['127.0.0.1']
    assert.equal((await changing.send({ url, headers })).status, 200)
    await changing.close()

    const before = connections.size
    const half = openOutbound({ reach: 'public or loopback', lookup: async () => ['127.0.0.1', '10.0.0.1'] })
    await refuses(
      half.send({ url: url.replace('https', 'http'), headers }),
      'refused',
      'the URL must begin with https://, unless it points to this machine',
    )
    await half.close()
    assert.equal(connections.size, before)
  })

  it('share the lookup of a name', async () => {
    let asked = 0
    const many = openOutbound({
      reach: 'loopback',
      ca: [certificate.ca],
      lookup: async () => {
        asked += 1
        return ['127.0.0.1']
      },
    })
    const sent = await Promise.all(Array.from({ length: 20 }, () => many.send({ url: `${origin}/echo`, headers })))
    assert.deepEqual([sent.length, asked], [20, 1])
    await many.close()
  })

  it('are aborted on close', async () => {
    const closing = openOutbound({ reach: 'loopback', ca: [certificate.ca], lookup: async () => ['127.0.0.1'] })
    await closing.send({ url: `${origin}/echo`, headers })
    const sent = refuses(
      closing.send({ url: `${origin}/silent`, headers }),
      'connection',
      'the request was aborted by Ngoma',
    )
    await closing.close()
    await sent
    await refuses(closing.send({ url: `${origin}/echo`, headers }), 'connection', 'the request was aborted by Ngoma')
  })
})

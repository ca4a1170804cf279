import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { type Outbound, OutboundProblem, openOutbound } from './index.ts'

const okay = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nokay'

/** A server that answers the bytes of each connection by hand. */
describe('kept-alive connections', () => {
  const seen: { readonly socket: Socket; readonly text: string }[] = []
  let answer: (socket: Socket, text: string) => void = () => {}
  let outbound: Outbound
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      seen.push({ socket, text: bytes.toString() })
      answer(socket, bytes.toString())
    })
  })

  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    outbound = openOutbound({ reach: 'loopback' })
  })
  afterEach(async () => {
    seen.length = 0
    await outbound.close()
    outbound = openOutbound({ reach: 'loopback' })
  })
  after(async () => {
    await outbound.close()
    server.close()
  })

  const send = (more: object = {}) =>
    outbound.send({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
      ...more,
    })
  const problemOf = (sent: Promise<unknown>) =>
    sent.then(
      () => 'answered',
      (error) => (error instanceof OutboundProblem ? `${error.stage}: ${error.message}` : String(error)),
    )
  const connectionsSeen = () => new Set(seen.map(({ socket }) => socket)).size
  const closedEarly = 'the server closed the connection before it responded'

  it('get each request in one piece', async () => {
    answer = (socket) => socket.write(okay)
    const port = (server.address() as AddressInfo).port
    const head = (length: number) =>
      `POST /hook?a=b HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\nContent-Type: text/plain; x=\xe9\r\ncontent-length: ${length}\r\n\r\n`
    const headers = { 'Content-Type': 'text/plain; x=\xe9' }
    for (const [body, length] of [
      ['', 0],
      ['habari', 6],
      ['é€😀\ud800', 12],
    ] as const) {
      await send({ headers, body })
      const expected = Buffer.concat([Buffer.from(head(length), 'latin1'), Buffer.from(body)]).toString()
      assert.equal(seen.at(-1)?.text, expected)
    }
    await send({ headers: {}, body: undefined })
    assert.equal(
      seen.at(-1)?.text,
      `GET /hook?a=b HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n\r\n`,
    )
    assert.deepEqual([seen.length, connectionsSeen()], [4, 1])
  })

  it('carry one request at a time', async () => {
    const unanswered = new Set<Socket>()
    answer = (socket) => {
      assert.ok(!unanswered.has(socket))
      unanswered.add(socket)
      setImmediate(() => {
        unanswered.delete(socket)
        socket.write(okay)
      })
    }
    const sendTen = async () => {
      for (let i = 0; i < 10; i += 1) assert.equal((await send()).text, 'okay')
    }
    await Promise.all(Array.from({ length: 8 }, sendTen))
    assert.deepEqual([seen.length, connectionsSeen()], [80, 8])
  })

  it('are replaced when the server closes them between requests', async () => {
    for (const close of ['end', 'resetAndDestroy'] as const) {
      answer = (socket) => socket.write(okay)
      await send()
      const socket = seen.at(-1)?.socket
      socket?.[close]()
      if (socket !== undefined && !socket.closed) await once(socket, 'close')
      assert.equal((await send()).text, 'okay')
      assert.notEqual(seen.at(-1)?.socket, socket)
    }
    assert.equal(seen.length, 4)
  })

  it('fail a request without sending it again when the server closes them before its response', async () => {
    for (const close of ['end', 'destroy', 'resetAndDestroy'] as const) {
      answer = (socket) => socket.write(okay)
      await send()
      const sentBefore = seen.length
      answer = (socket) => socket[close]()
      for (const request of [{ body: '{}' }, { body: undefined, method: 'GET' }])
        assert.equal(await problemOf(send(request)), `sent: ${closedEarly}`)
      assert.equal(seen.length - sentBefore, 2)
    }
  })

  it('are closed when bytes arrive that no request asked for', async () => {
    for (const isLater of [false, true]) {
      let isClosed: Promise<unknown> | undefined
      answer = (socket) => {
        isClosed = once(socket, 'close')
        if (!isLater) socket.write(okay + okay.replace('okay', 'evil'))
        else {
          socket.write(okay)
          setImmediate(() => socket.write(okay.replace('okay', 'evil')))
        }
      }
      assert.equal((await send()).text, 'okay')
      await isClosed
      answer = (socket) => socket.write(okay)
      assert.equal((await send()).text, 'okay')
    }
    assert.equal(connectionsSeen(), 3)
  })

  it('are used again only if and as long as the server announces it', async () => {
    const table: readonly (readonly [headers: string, connections: number])[] = [
      ['keep-alive: timeout=60', 1],
      ['keep-alive: timeout=3, max=100', 1],
      ['keep-alive: timeout=2', 3],
      ['connection: close', 3],
    ]
    for (const [line, connections] of table) {
      seen.length = 0
      answer = (socket) => socket.write(okay.replace('\r\n', `\r\n${line}\r\n`))
      for (let i = 0; i < 3; i += 1) await send()
      assert.equal(connectionsSeen(), connections, line)
      await outbound.close()
      outbound = openOutbound({ reach: 'loopback' })
    }
  })

  it('are closed after a request that asks for it, or whose body the server may not read', async () => {
    answer = (socket) => socket.write(okay)
    for (const request of [{ headers: { Connection: 'close' } }, { method: 'DELETE' }, { method: 'GET' }]) {
      await send(request)
      assert.match(seen.at(-1)?.text ?? '', /\r\nconnection: close\r\n/)
    }
    assert.equal(connectionsSeen(), 3)
  })

  it('are closed after a response without a length, or before the request was read', async () => {
    answer = (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end')
    assert.equal((await send()).text, 'until the end')
    answer = (socket) => {
      socket.pause()
      socket.write(okay.replace('okay', 'soon'))
    }
    assert.equal((await send({ body: 'x'.repeat(16_000_000) })).text, 'soon')
    answer = (socket) => socket.write(okay)
    await send()
    assert.equal(connectionsSeen(), 3)
  })

  it('report a response that stops early or is ambiguous, and are closed', async () => {
    const notHttp = "answering: the server's response is not valid HTTP"
    const ambiguous = [
      'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'content-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'content-length: 1, 1\r\n\r\na',
      'content-length: +1\r\n\r\na',
      'content-length : 1\r\n\r\na',
      'x: a\ncontent-length: 0\r\n\r\n',
      'x: a\rcontent-length: 0\r\n\r\n',
      'transfer-encoding: chunked\r\n\r\n1\r\naa\r\n0\r\n\r\n',
      'transfer-encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n',
      'transfer-encoding: chunked\r\n\r\n1\na\n0\n\n\r\n\r\n',
    ]
    const table: readonly (readonly [bytes: string, problem: string])[] = [
      ['HTTP/1.1 200 OK\r\n', `sent: ${closedEarly}`],
      ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nokay', `answering: ${closedEarly}`],
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nokay\r\n', `answering: ${closedEarly}`],
      ...ambiguous.map((rest) => [`HTTP/1.1 200 OK\r\n${rest}`, notHttp] as const),
    ]
    for (const [bytes, problem] of table) {
      answer = (socket) => socket.end(bytes)
      assert.equal(await problemOf(send()), problem, bytes)
    }
    assert.equal(connectionsSeen(), table.length)
  })

  it('are not opened for a request with an invalid header', async () => {
    const table: readonly (readonly [name: string, value: string])[] = [
      ['x', 'a\nb'],
      ['x', 'a\0'],
      ['x', '€'],
      ['x y', 'a'],
      ['x:', 'a'],
      ['', 'a'],
      ['x\r\ny', 'a'],
      ['Transfer-Encoding', 'chunked'],
      ['Keep-Alive', 'timeout=5'],
      ['upgrade', 'h2c'],
      ['expect', '100-continue'],
      ['content-length', '3'],
      ['Content-Length', '2, 2'],
    ]
    for (const [name, value] of table)
      assert.equal(
        await problemOf(send({ headers: { [name]: value } })),
        'connecting: the request has an invalid header',
      )
    answer = (socket) => socket.write(okay)
    await send({ headers: { 'content-length': '2' } })
    assert.equal(seen.length, 1)
    assert.equal(seen[0]?.text.match(/content-length/g)?.length, 1)
  })
})

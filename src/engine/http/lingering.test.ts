import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { lingerAndClose } from './lingering.ts'

const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
const patient = { msMax: 60_000, bytesMax: 2 ** 30, quietMsMax: 60_000 }

/** A server that hangs up on every request; `closed` resolves when its first connection is closed. */
async function serve(test: TestContext, limits = patient) {
  const seen = { requests: 0 }
  const closed = Promise.withResolvers<void>()
  const server = createServer(({ socket }) => {
    seen.requests += 1
    socket.write('no')
    lingerAndClose(socket, limits)
  })
  server.once('connection', (socket) => socket.once('close', () => closed.resolve()))
  test.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { seen, closed: closed.promise, port: (server.address() as AddressInfo).port }
}

describe('lingerAndClose', () => {
  it('ignores further requests and ends when the client hangs up', async (test) => {
    const { port, seen } = await serve(test)
    const socket = connect(port, '127.0.0.1')
    socket.write(head(5))
    const [answer] = await once(socket, 'data')
    socket.write(`12345${head(0)}`)
    await once(socket, 'close')
    assert.deepEqual([String(answer), seen.requests], ['no', 1])
  })

  const limited: readonly [title: string, limits: typeof patient, sends: boolean][] = [
    ['sends nothing more', { ...patient, quietMsMax: 50 }, false],
    ['sends for too long', { ...patient, msMax: 200 }, true],
    ['sends too much', { ...patient, bytesMax: 100_000 }, true],
  ]
  for (const [title, limits, sends] of limited) {
    it(`closes the connection when the client ${title}`, async (test) => {
      const { port, closed } = await serve(test, limits)
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
      socket.write(head(2 ** 40))
      socket.resume()
      const sending = setInterval(() => sends && socket.write('x'.repeat(10_000)), 5)
      await closed
      clearInterval(sending)
      socket.destroy()
    })
  }
})

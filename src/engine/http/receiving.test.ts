import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { boundReceiving, type ReceivingLimits } from './receiving.ts'

/** A server that reads what it is sent, or does not, and how it gave up on a caller. */
async function serve(test: TestContext, { asItComes, reads, limits }: { asItComes: boolean; reads: boolean; limits: ReceivingLimits }) {
  const seen = { refused: 0, whole: 0 }
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const refuse = () => {
      seen.refused += 1
      request.socket.destroy()
    }
    boundReceiving(request, response, asItComes, refuse, limits)
    if (reads) request.resume()
    request.once('end', () => {
      seen.whole += 1
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  test.after(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { seen, socket, closed }
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

async function drip(socket: Socket, text: string, times: number, everyMs: number): Promise<void> {
  for (let i = 0; i < times && !socket.destroyed; i += 1) {
    socket.write(text)
    await sleep(everyMs)
  }
}

describe('receiving a body', { timeout: 20_000 }, () => {
  it('is given up when it takes too long, however steadily it comes', async (test) => {
    const { seen, socket, closed } = await serve(test, { asItComes: false, reads: true, limits: { msMax: 200, bytesMin: 1 } })
    socket.write(head(1_000_000))
    await Promise.all([drip(socket, 'x'.repeat(100), 200, 10), closed])
    assert.deepEqual(seen, { refused: 1, whole: 0 })
  })

  it('may take longer where it is read as it comes, as long as enough comes', async (test) => {
    const { seen, socket } = await serve(test, { asItComes: true, reads: true, limits: { msMax: 200, bytesMin: 100 } })
    socket.write(head(60_000))
    await drip(socket, 'x'.repeat(1_000), 60, 10)
    while (seen.whole === 0 && seen.refused === 0) await sleep(10)
    assert.deepEqual(seen, { refused: 0, whole: 1 })
  })

  it('is given up there too when only a byte comes now and then', async (test) => {
    const { seen, socket, closed } = await serve(test, { asItComes: true, reads: true, limits: { msMax: 300, bytesMin: 1_000 } })
    socket.write(head(1_000_000))
    await Promise.all([drip(socket, 'x', 200, 20), closed])
    assert.deepEqual(seen, { refused: 1, whole: 0 })
  })

  it('is not given up while it is we who do not read what has come', async (test) => {
    const { seen, socket } = await serve(test, { asItComes: true, reads: false, limits: { msMax: 100, bytesMin: 1_000_000 } })
    socket.write(head(1_000_000))
    socket.write('x'.repeat(10_000))
    await sleep(500)
    assert.deepEqual(seen, { refused: 0, whole: 0 })
  })
})

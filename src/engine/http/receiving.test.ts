import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../test/until.ts'
import { boundReceiving, type ReceivingLimits } from './receiving.ts'

const patient: ReceivingLimits = { msMax: 60_000, bytesMin: 1, lateMsMax: 60_000, lateBytesMax: 2 ** 30 }

interface Serving {
  readonly isStreamed: boolean
  readonly reads: boolean
  /** Responds at once, before the body has arrived. */
  readonly answers?: boolean
  readonly limits: ReceivingLimits
}

/** A server that optionally reads its bodies, and counts rejected and complete requests. */
async function serve(test: TestContext, { isStreamed, reads, answers = false, limits }: Serving) {
  const seen = { refused: 0, whole: 0 }
  let bytesRead = () => 0
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    bytesRead = () => request.socket.bytesRead
    const refuse = () => {
      seen.refused += 1
      request.socket.destroy()
    }
    boundReceiving(request, response, isStreamed, refuse, limits)
    if (reads) request.resume()
    if (answers) response.end('no')
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
  return { seen, socket, closed, bytesRead: () => bytesRead() }
}

const head = (length: number, method = 'POST') => `${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

async function drip(socket: Socket, text: string, times: number, everyMs: number): Promise<void> {
  for (let i = 0; i < times && !socket.destroyed; i += 1) {
    socket.write(text)
    await sleep(everyMs)
  }
}

describe('boundReceiving', () => {
  it('rejects a body that takes too long, even at a steady rate', async (test) => {
    const { seen, socket, closed } = await serve(test, {
      isStreamed: false,
      reads: true,
      limits: { ...patient, msMax: 200, bytesMin: 1 },
    })
    socket.write(head(1_000_000))
    await Promise.all([drip(socket, 'x'.repeat(100), 200, 10), closed])
    assert.deepEqual(seen, { refused: 1, whole: 0 })
  })

  it('starts no timer for a body that arrives together with its headers', async (test) => {
    const limits = { ...patient, msMax: 59_999 }
    const { seen, socket } = await serve(test, { isStreamed: false, reads: true, limits })
    const timers = test.mock.method(globalThis, 'setTimeout')
    const started = () => timers.mock.calls.filter(({ arguments: [, delay] }) => delay === limits.msMax).length
    const answered = once(socket, 'data')
    socket.write(`${head(5)}whole`)
    await answered
    assert.deepEqual([seen.whole, started()], [1, 0])
    socket.write(`${head(5)}part`)
    while (started() === 0) await sleep(1)
  })

  it('lets a streamed body take longer while enough bytes arrive', async (test) => {
    const limits = { ...patient, msMax: 59_998, bytesMin: 100 }
    const { seen, socket, bytesRead } = await serve(test, { isStreamed: true, reads: true, limits })
    const timers = test.mock.method(globalThis, 'setTimeout')
    const findTimer = () => timers.mock.calls.find(({ arguments: [, delay] }) => delay === limits.msMax)
    socket.write(head(6_000))
    await until('the timer runs', () => findTimer() !== undefined)
    const endTime = () => findTimer()?.arguments[0]()
    for (let part = 1; part <= 5; part += 1) {
      const before = bytesRead()
      socket.write('x'.repeat(1_000))
      await until('the server has received the part', () => bytesRead() === before + 1_000)
      endTime()
    }
    socket.write('x'.repeat(1_000))
    await until('the request ends', () => seen.whole + seen.refused > 0)
    assert.deepEqual(seen, { refused: 0, whole: 1 })
  })

  it('rejects a streamed body that arrives byte by byte', async (test) => {
    const { seen, socket, closed } = await serve(test, {
      isStreamed: true,
      reads: true,
      limits: { ...patient, msMax: 300, bytesMin: 1_000 },
    })
    socket.write(head(1_000_000))
    await Promise.all([drip(socket, 'x', 200, 20), closed])
    assert.deepEqual(seen, { refused: 1, whole: 0 })
  })

  it('does not reject a body that the server itself is slow to read', async (test) => {
    const { seen, socket } = await serve(test, {
      isStreamed: true,
      reads: false,
      limits: { ...patient, msMax: 100, bytesMin: 1_000_000 },
    })
    socket.write(head(1_000_000))
    socket.write('x'.repeat(10_000))
    await sleep(500)
    assert.deepEqual(seen, { refused: 0, whole: 0 })
  })

  it('closes the connection when the body goes on too long after the response', async (test) => {
    const limits = { ...patient, lateMsMax: 300 }
    const { socket, closed } = await serve(test, { isStreamed: true, reads: false, answers: true, limits })
    const answered = once(socket, 'data')
    socket.write(head(1_000_000_000))
    await Promise.all([drip(socket, 'x'.repeat(1_000), 1_000, 10), closed])
    assert.match(String(await answered), /^HTTP\/1.1 200 /)
  })

  it('closes the connection at once when too many bytes arrive after the response', async (test) => {
    const looks = test.mock.method(globalThis, 'setInterval')
    const limits = { ...patient, lateMsMax: 3_600_000, lateBytesMax: 1_000_000 }
    const serving = { isStreamed: true, reads: true, answers: true, limits }
    const { socket, closed, bytesRead } = await serve(test, serving)
    const findLook = () => looks.mock.calls.find(({ arguments: [, every] }) => every === limits.lateMsMax / 60)
    socket.write(head(1_000_000_000))
    await until('the response is sent', () => findLook() !== undefined)
    socket.write('x'.repeat(2_000_000))
    await until('the server has received the bytes', () => bytesRead() > 2_000_000)
    findLook()?.arguments[0]()
    socket.resume()
    await closed
  })

  it('keeps the connection when the body ends soon after the response', async (test) => {
    const looks = test.mock.method(globalThis, 'setInterval')
    const cleared = test.mock.method(globalThis, 'clearInterval')
    const limits = { ...patient, lateMsMax: 3_600_000 }
    const { socket } = await serve(test, { isStreamed: true, reads: false, answers: true, limits })
    const findLook = () => looks.mock.calls.find(({ arguments: [, every] }) => every === limits.lateMsMax / 60)
    const answered = once(socket, 'data')
    socket.write(head(20))
    await answered
    socket.write('x'.repeat(20))
    await until('the limit ends', () =>
      cleared.mock.calls.some(({ arguments: [timer] }) => timer !== undefined && timer === findLook()?.result),
    )
    const again = once(socket, 'data')
    socket.write(head(0))
    assert.match(String(await again), /^HTTP\/1.1 200 /)
  })

  for (const method of ['GET', 'HEAD']) {
    it(`ignores a slow body of ${method} while the response is being sent`, async (test) => {
      const { seen, socket } = await serve(test, {
        isStreamed: false,
        reads: false,
        limits: { ...patient, msMax: 100 },
      })
      socket.write(head(1_000_000, method))
      await sleep(500)
      assert.deepEqual([seen, socket.closed], [{ refused: 0, whole: 0 }, false])
    })
  }
})

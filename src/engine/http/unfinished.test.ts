import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { until } from '../../../test/until.ts'
import { Refusal } from '../../values/refusal.ts'
import { boundUnfinished } from './unfinished.ts'

const bodyLimit = 300_000

describe('boundUnfinished', () => {
  let app: FastifyInstance
  let port: number
  before(async () => {
    app = Fastify({ bodyLimit, forceCloseConnections: true })
    app.addHook('onRoute', boundUnfinished(3 * bodyLimit))
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof Refusal ? error.status : 413).send(error instanceof Refusal ? error.body : {}),
    )
    app.post('/', ({ body }) => ({ length: String((body as { text: string }).text).length }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  after(() => app.close())

  const head = (rest: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}\r\n\r\n`
  const announced = head('Content-Length: 250000')
  /** Sends a text; `answer` resolves to the status of the response. */
  function open(text: string): { readonly socket: Socket; readonly answer: Promise<string> } {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(text)
    return { socket, answer: once(socket, 'data').then(([data]) => String(data).slice(9, 12)) }
  }
  const half = `{"text":"${'x'.repeat(240_000)}`
  const rest = (text: string) => `${'y'.repeat(250_000 - text.length - 2)}"}`

  it('rejects bodies with 503 while unfinished ones exceed the limit together', async () => {
    const several = Array.from({ length: 4 }, () => open(announced + half))
    // The last one to arrive is rejected.
    assert.equal(await Promise.race(several.map(({ answer }) => answer)), '503')
    for (const { socket } of several) socket.destroy()
    await until('their memory is free again', async () => {
      const { socket, answer } = open(announced + half + rest(half))
      const status = await answer
      socket.destroy()
      return status === '200'
    })
  })

  it('rejects a body in too many chunks with 413', async () => {
    const { socket, answer } = open(head('Transfer-Encoding: chunked') + `1\r\n \r\n`.repeat(4_000))
    assert.equal(await answer, '413')
    socket.destroy()
  })

  it('discards the rest of a body that is too large', async () => {
    const { socket, answer } = open(`${head('Content-Length: 3000000')}${'x'.repeat(3_000_000)}`)
    assert.equal(await answer, '413')
    socket.destroy()
    const { socket: next, answer: fine } = open(announced + half + rest(half))
    assert.equal(await fine, '200')
    next.destroy()
  })
})

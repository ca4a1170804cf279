import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { withoutCloseGrace } from '../../../test/closing.ts'
import {
  apiKey,
  apiSecret,
  authorization,
  onOneEngine,
  openTestDatabase,
  sendBody,
  until,
} from '../../../test/world.ts'
import { openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'

const log = createLog('silent')

/** A server with one slow route, which responds when the test says so. */
async function openServer() {
  const app = createHttp({ log, bodyBytesMax: 1_024, trustedProxies: [], authenticate: () => {} })
  const released = Promise.withResolvers<void>()
  app.get('/slow', { config: { area: 'open' } }, async () => {
    await released.promise
    return { slow: true }
  })
  app.get('/quick', { config: { area: 'open' } }, async () => ({ quick: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, port, release: released.resolve }
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const closed = Promise.withResolvers<void>()
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.on('close', () => closed.resolve())
  await once(socket, 'connect')
  return { socket, text: () => Buffer.concat(chunks).toString(), closed: closed.promise }
}

const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)

/** The server knows a connection only once it has accepted it. */
const accepted = (server: NodeJS.EventEmitter) => once(server, 'connection')

describe('closing the server', () => {
  it('does not wait for a connection without a request', async (test) => {
    withoutCloseGrace(test)
    const { app, port } = await openServer()
    const connection = accepted(app.server)
    const { closed } = await open(port)
    await connection
    await app.close()
    await closed
  })

  it('does not wait for half a request', async (test) => {
    withoutCloseGrace(test)
    const { app, port } = await openServer()
    const connection = accepted(app.server)
    const { socket, closed } = await open(port)
    await connection
    socket.write('GET /quick HTTP/1.1\r\nHos')
    await app.close()
    await closed
  })

  it('does not wait for a keep-alive connection', async (test) => {
    withoutCloseGrace(test)
    const { app, port } = await openServer()
    const { socket, text, closed } = await open(port)
    ask(socket, '/quick')
    await until('it is answered', () => text().includes('"quick":true'))
    await app.close()
    await closed
  })

  it('waits for the response to a running request, then closes its connection', async (test) => {
    withoutCloseGrace(test)
    const { app, port, release } = await openServer()
    const { socket, text, closed } = await open(port)
    const begun = once(app.server, 'request')
    ask(socket, '/slow')
    await begun
    let isClosed = false
    const closing = app.close().then(() => {
      isClosed = true
    })
    await until('new connections are rejected', () => !app.server.listening)
    assert.equal(isClosed, false)
    release()
    await closing
    await closed
    assert.match(text(), /^HTTP\/1\.1 200 /)
    assert.match(text(), /"slow":true/)
  })

  it('still answers requests pipelined behind a running one', async (test) => {
    withoutCloseGrace(test)
    const { app, port, release } = await openServer()
    const { socket, text, closed } = await open(port)
    const begun = once(app.server, 'request')
    ask(socket, '/slow')
    await begun
    const closing = app.close()
    await until('new connections are rejected', () => !app.server.listening)
    const second = once(app.server, 'request')
    ask(socket, '/quick')
    await second
    release()
    await closing
    await closed
    const [first = '', last = ''] = text().split(/(?<=\})(?=HTTP)/)
    assert.match(first, /^HTTP\/1\.1 200 .*"slow":true/s)
    assert.match(last, /^HTTP\/1\.1 200 .*x-request-id: [0-9a-f-]{36}.*"quick":true/s)
  })
})

onOneEngine('closing the application', (engine) => {
  it('answers running sends and keeps the messages that it accepted', async (test) => {
    const { db, drop } = await openTestDatabase(engine)
    test.after(drop)
    const config = { ...readConfig({}), staging: true, apiKey, apiSecret }
    const app = await openApp({ config, db: { ...db, close: async () => {} }, clock: createClock(), log })
    await app.start()
    const address = await app.http.listen({ host: '127.0.0.1', port: 0 })

    // The lock blocks the sends at the lookup of their sender ID, so that they are still running.
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const locking = db.transaction(async (tx) => {
      await sql`lock table senders in access exclusive mode`.execute(tx)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const counting = { begun: 0 }
    app.http.server.on('request', () => {
      counting.begun += 1
    })
    const body = JSON.stringify(sendBody())
    const sends = Array.from({ length: 5 }, () =>
      fetch(`${address}/v1/send`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      }),
    )
    await until('all have begun', () => counting.begun === sends.length)

    const closing = app.close()
    await until('new connections are rejected', () => !app.http.server.listening)
    released.resolve()
    await locking
    const answers = await Promise.all(
      sends.map(async (send) => (await send).json() as Promise<{ code: number; request_id: string }>),
    )
    await closing

    assert.deepEqual(
      answers.map(({ code }) => code),
      [100, 100, 100, 100, 100],
    )
    const { rows } = await sql<{ id: number; messages: number }>`
      select r.id, count(m.id) as messages
        from sms_requests r
        join sms_messages m on m.request_id = r.id
       group by r.id
    `.execute(db)
    assert.deepEqual(rows.map(({ id }) => String(id)).sort(), answers.map(({ request_id }) => request_id).sort())
  })
})

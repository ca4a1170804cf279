import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { createCertificate } from '../../../test/certificate.ts'
import { openOutbound } from './index.ts'

describe('connections', () => {
  const { key, cert, ca } = createCertificate()
  const answer: RequestListener = (_, response) => void response.setHeader('connection', 'close').end('okay')

  for (const protocol of ['http', 'https'])
    it(`try the next address of a name with ${protocol}`, async () => {
      const server = protocol === 'http' ? createHttpServer(answer) : createHttpsServer({ key, cert }, answer)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const outbound = openOutbound({
        reach: 'loopback',
        ca: [ca],
        lookup: async () => ['::1', '127.0.0.2', '127.0.0.1'],
      })
      const url = `${protocol}://localhost:${(server.address() as AddressInfo).port}/`
      assert.equal((await outbound.send({ url, headers: {} })).text, 'okay')
      await outbound.close()
      server.close()
    })

  it('send the host name of the URL, and resume TLS sessions of the same origin only', async () => {
    const seen: unknown[] = []
    const server = createHttpsServer({ key, cert }, answer)
    server.on('secureConnection', (socket: TLSSocket) => {
      seen.push([(socket as TLSSocket & { servername: string | false }).servername, socket.isSessionReused()])
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outbound = openOutbound({ reach: 'loopback', ca: [ca], lookup: async () => ['127.0.0.1'] })
    const send = (host: string) => outbound.send({ url: `https://${host}:${port}/`, headers: {} })
    await send('localhost')
    await send('localhost')
    await send('127.0.0.1')
    assert.deepEqual(seen, [
      ['localhost', false],
      ['localhost', true],
      [false, false],
    ])
    for (let i = 0; i < 2; i += 1) await assert.rejects(send('other.example'), { kind: 'tls', stage: 'connecting' })
    await outbound.close()
    server.close()
  })
})

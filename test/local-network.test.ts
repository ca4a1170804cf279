import './local-network.ts'
import assert from 'node:assert/strict'
import dns, { lookup, Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, createServer, type TcpNetConnectOpts } from 'node:net'
import { describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'

describe('connections of test processes', () => {
  const codeOf = async (options: Omit<TcpNetConnectOpts, 'port'>, isTls = false): Promise<string> => {
    const socket = isTls ? connectTls({ port: 443, ...options }) : connect({ port: 443, ...options })
    const [error] = await once(socket.on('connect', assert.fail), 'close').catch((problem) => [problem])
    return error.code
  }

  it('reach only this machine', async () => {
    for (const host of ['192.0.2.1', '10.255.255.1', '169.254.169.254', '2001:db8::1']) {
      assert.equal(await codeOf({ host }), 'EHOSTUNREACH', host)
      assert.equal(await codeOf({ host }, true), 'EHOSTUNREACH', host)
    }
    const named: TcpNetConnectOpts['lookup'] = (_, { all }, done) =>
      all ? done(null, [{ address: '192.0.2.1', family: 4 }]) : done(null, '192.0.2.1', 4)
    for (const autoSelectFamily of [true, false])
      assert.equal(await codeOf({ host: 'shop.example', lookup: named, autoSelectFamily }), 'EHOSTUNREACH')
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    for (const host of ['127.0.0.1', 'localhost']) await once(connect({ host, port }).resume(), 'close')
    server.close()
  })

  it('look up no names of other machines', async () => {
    const notFound = { code: 'ENOTFOUND' }
    await assert.rejects(lookup('shop.example'), notFound)
    await assert.rejects(dns.resolveMx('shop.example'), notFound)
    await assert.rejects(new Resolver().resolve4('shop.example'), notFound)
    assert.equal(await codeOf({ host: 'shop.example' }), 'ENOTFOUND')
    assert.ok(['127.0.0.1', '::1'].includes((await lookup('localhost')).address))
  })
})

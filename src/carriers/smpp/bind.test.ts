import assert from 'node:assert/strict'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { createCertificate } from '../../../test/certificate.ts'
import { findFreePort } from '../../../test/postgres.ts'
import { startScriptedSmsc } from '../../../test/scripted-smsc.ts'
import { fateOf, message, openSmpp, startSmpp, until } from '../../../test/smpp.ts'
import { createStillClock } from '../../../test/still-clock.ts'
import type { MovableClock } from '../../engine/clock.ts'
import { status } from '../../engine/smpp/pdu.ts'
import type { Carrier } from '../carrier.ts'
import { connect } from './connect.ts'

const minuteMs = 60_000

async function startWithoutBinds(context: TestContext, port: number, options: Parameters<typeof openSmpp>[2] = {}) {
  const opened = openSmpp(context, port, options)
  await opened.carrier.start(opened.events)
  opened.hold(1)
  return opened
}

describe('a bind', () => {
  it('sends its credentials', async (context) => {
    const smsc = await startScriptedSmsc(context)
    let fields: object = {}
    smsc.onBind = (bind) => {
      fields = bind.fields
      return status.ok
    }
    await startSmpp(context, smsc.port, { settings: { systemType: 'VMA', addressRange: '^255' } })
    const expected = {
      system_id: 'ngoma',
      password: 'secret',
      system_type: 'VMA',
      interface_version: 0x34,
      addr_ton: 0,
      addr_npi: 0,
      address_range: '^255',
    }
    assert.deepEqual({ ...fields }, expected)
    assert.equal(smsc.peers[0]?.bound, 'bind_transceiver')
  })

  it('retries after one, two and four seconds, and reports why it is down', async (context) => {
    const port = await findFreePort()
    let tries = 0
    const counted: typeof connect = (settings) => {
      tries += 1
      return connect(settings)
    }
    const { carrier, clock, states, logs } = await startWithoutBinds(context, port, {
      connect: counted,
      clock: createStillClock(),
    })
    const failures = () => logs.filter(({ text }) => text === 'bind is down').length
    for (const [index, waitMs] of [1_000, 2_000, 4_000].entries()) {
      await until(`failure ${index + 1}`, () => failures() === index + 1)
      assert.deepEqual(states(), [
        { place: 1, isUp: false, problem: `connect ECONNREFUSED 127.0.0.1:${port}`, outstanding: 0, window: 10 },
      ])
      clock.moveForward(waitMs - 500)
      assert.equal(tries, index + 1)
      clock.moveForward(500)
      assert.equal(tries, index + 2)
    }
    assert.equal(carrier.ready(), false)
    assert.equal(await fateOf(carrier.submit(message(1))), 'carrier_away (away)')

    await until('the fourth failure', () => failures() === 4)
    const smsc = await startScriptedSmsc(context, { port })
    clock.moveForward(8_000)
    await until('the bind', () => carrier.ready())
    assert.deepEqual(states(), [{ place: 1, isUp: true, problem: null, outstanding: 0, window: 10 }])
    assert.equal(smsc.bound().length, 1)
  })

  for (const [how, succeed] of [
    ['lasted five seconds', async (_, clock) => clock.moveForward(5_000)],
    ['accepted a message', async (carrier) => void (await carrier.submit(message(1)))],
  ] satisfies [string, (carrier: Carrier, clock: MovableClock) => Promise<void>][]) {
    it(`that ${how} reconnects a second after it is lost`, async (context) => {
      const smsc = await startScriptedSmsc(context)
      const { carrier, clock, states } = await startSmpp(context, smsc.port, { clock: createStillClock() })
      for (let loss = 1; loss <= 4; loss += 1) {
        await succeed(carrier, clock)
        smsc.peers.at(-1)?.link.destroy('lost')
        await until('the loss', () => !carrier.ready())
        assert.match(states()[0]?.problem ?? '', /closed the connection|ECONNRESET/)
        clock.moveForward(1_000)
        await until('the new bind', () => carrier.ready())
      }
      assert.equal(smsc.peers.length, 5)
    })
  }

  it('reports a rejection as text, and retries', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onBind = () => status.invalidPassword
    const { carrier, clock, states } = await startWithoutBinds(context, smsc.port)
    await until('the refusal', () => states()[0]?.problem != null)
    assert.match(states()[0]?.problem ?? '', /password/)
    assert.equal(carrier.ready(), false)
    smsc.onBind = () => status.ok
    clock.moveForward(minuteMs)
    await until('the bind', () => carrier.ready())
  })

  it('times out without a response', async (context) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    context.after(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { states } = await startWithoutBinds(context, (server.address() as AddressInfo).port, {
      settings: { answerSeconds: 0.05 },
    })
    await until('the time-out', () => states()[0]?.problem === 'the bind request timed out')
  })

  it('times out while connecting, and stops at once when released', async (context) => {
    const sockets: Socket[] = []
    const connect = () => {
      const socket = new Socket()
      sockets.push(socket)
      return socket
    }
    const { states, hold, clock } = await startWithoutBinds(context, 1, { connect, connectMs: 20 })
    await until('the time-out', () => states()[0]?.problem === 'the connection timed out')
    assert.equal(sockets[0]?.destroyed, true)
    clock.moveForward(1_000)
    await until('the next try', () => sockets.length === 2)
    hold()
    assert.equal(sockets[1]?.destroyed, true)
    assert.deepEqual(states(), [])
  })

  it('closes and reconnects when the peer is silent', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock, states } = await startSmpp(context, smsc.port, {
      settings: { enquireSeconds: 0.05, answerSeconds: 0.5 },
    })
    const [peer = assert.fail()] = smsc.bound()
    // The peer neither reads nor answers, but the connection stays open.
    peer.socket.pause()
    await until('the end', () => !carrier.ready())
    assert.equal(states()[0]?.problem, 'the other side does not answer')
    clock.moveForward(1_000)
    await until('the new bind', () => carrier.ready())
  })

  it('answers enquire_link and stays up', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.peers
    assert.equal((await peer.link.request('enquire_link')).status, status.ok)
    assert.equal(carrier.ready(), true)
  })

  it('rejects requests that only carriers answer, and ignores those without a response', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.peers
    assert.equal((await peer.link.request('query_sm', { message_id: '1' })).status, status.invalidBindStatus)
    void peer.link.request('alert_notification', { esme_addr: '1' }).catch(() => {})
    assert.equal((await peer.link.request('bind_receiver', { system_id: 'you' })).status, status.invalidBindStatus)
    assert.equal(carrier.ready(), true)
  })

  it('answers an unbind of the carrier, closes and reconnects', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock, states } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.peers
    assert.equal((await peer.link.request('unbind')).status, status.ok)
    await peer.link.ended
    assert.equal(carrier.ready(), false)
    assert.equal(states()[0]?.problem, 'the carrier ended the bind (unbind)')
    clock.moveForward(1_000)
    await until('the new bind', () => carrier.ready())
  })

  it('uses TLS when configured, and checks the certificate', async (context) => {
    const certificate = createCertificate({ hosts: ['smsc.example', '127.0.0.1'] })
    const smsc = await startScriptedSmsc(context, { certificate })
    const tls = { serverName: null, ca: certificate.ca, verify: true }
    const { carrier } = await startSmpp(context, smsc.port, { settings: { tls } })
    assert.equal(await fateOf(carrier.submit(message(1))), 'taken')

    const stranger = await startWithoutBinds(context, smsc.port, {
      settings: { tls: { ...tls, serverName: 'other.example' } },
    })
    await until('the refusal', () => stranger.states()[0]?.problem != null)
    assert.match(stranger.states()[0]?.problem ?? '', /other\.example/)
    const unknown = await startWithoutBinds(context, smsc.port, { settings: { tls: { ...tls, ca: null } } })
    await until('the refusal', () => unknown.states()[0]?.problem != null)
    assert.match(unknown.states()[0]?.problem ?? '', /unknown authority; set the authority with --tls-ca/)
    const trusting = await startSmpp(context, smsc.port, { settings: { tls: { ...tls, ca: null, verify: false } } })
    assert.equal(trusting.carrier.ready(), true)
  })
})

describe('a bind of a pair', () => {
  it('is up when both connections are, submits over the transmitter, and is lost with either', async (context) => {
    const smsc = await startScriptedSmsc(context)
    let refused = 'bind_receiver'
    smsc.onBind = ({ command }) => (command === refused ? status.bindFailed : status.ok)
    const { carrier, clock, states } = await startWithoutBinds(context, smsc.port, { settings: { mode: 'pair' } })
    await until('the refusal', () => states()[0]?.problem != null)
    assert.equal(carrier.ready(), false)
    await until('the end of the other half', () => smsc.bound().length === 0)
    refused = ''
    clock.moveForward(1_000)
    await until('the bind', () => carrier.ready())
    assert.deepEqual(
      smsc
        .bound()
        .map(({ bound }) => bound)
        .sort(),
      ['bind_receiver', 'bind_transmitter'],
    )
    assert.equal(await fateOf(carrier.submit(message(1))), 'taken')
    assert.equal(smsc.bound().find(({ submits }) => submits.length > 0)?.bound, 'bind_transmitter')

    smsc
      .bound()
      .find(({ bound }) => bound === 'bind_receiver')
      ?.link.destroy('lost')
    await until('the loss', () => !carrier.ready())
    await until('the end of the other half', () => smsc.bound().length === 0)
    clock.moveForward(2_000)
    await until('the new bind', () => carrier.ready())
    assert.equal(smsc.bound().length, 2)
  })
})

describe('one of several binds', () => {
  it('leaves its outstanding submits to the other binds when it is lost', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onSubmit = () => {}
    const { carrier, states } = await startSmpp(context, smsc.port, {
      settings: { binds: 2, window: 5 },
      clock: createStillClock(),
    })
    const all = Array.from({ length: 8 }, (_, index) => fateOf(carrier.submit(message(index))))
    await until('full windows', () => smsc.submits.length === 8)
    const [first = assert.fail(), second = assert.fail()] = smsc.bound()
    smsc.onSubmit = smsc.take
    first.link.destroy('lost')
    for (const submit of second.submits.slice(0, 4)) smsc.take(second, submit)
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['taken']))
    assert.equal(second.submits.length, 8)
    assert.deepEqual(
      states().map(({ isUp }) => isUp),
      [false, true],
    )
    assert.equal(second.link.isEnded, false)
  })

  it('gives back all messages without counting an attempt when it was the last', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onSubmit = () => {}
    const { carrier, told } = await startSmpp(context, smsc.port, { settings: { window: 5 } })
    const all = Array.from({ length: 20 }, (_, index) => fateOf(carrier.submit(message(index))))
    await until('a full window', () => smsc.submits.length === 4)
    const before = told.changes
    smsc.peers[0]?.link.destroy('lost')
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['carrier_away (away)']))
    await until('a word about it', () => told.changes > before)
  })

  it('sends nothing more after it is released, and the others take over', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onSubmit = () => {}
    const { carrier, hold, states } = await startSmpp(context, smsc.port, { settings: { binds: 2, window: 5 } })
    const all = Array.from({ length: 20 }, (_, index) => fateOf(carrier.submit(message(index))))
    await until('full windows', () => smsc.submits.length === 8)
    const [first = assert.fail(), second = assert.fail()] = smsc.bound()
    smsc.onSubmit = smsc.take
    hold(states()[1]?.place ?? 0)
    for (const peer of [first, second]) for (const submit of peer.submits.slice(0, 4)) smsc.take(peer, submit)
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['taken']))
    await until('the end of one of them', () => first.link.isEnded || second.link.isEnded)
    const [gone, kept] = first.link.isEnded ? [first, second] : [second, first]
    assert.equal(gone.submits.length, 4)
    assert.equal(kept.submits.length, 20)
    assert.equal(states().length, 1)

    smsc.onSubmit = () => {}
    const last = fateOf(carrier.submit(message(21)))
    hold()
    assert.equal(await last, 'carrier_away (away)')
    assert.equal(carrier.ready(), false)
  })
})

import assert from 'node:assert/strict'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createCertificate } from '../../../test/certificate.ts'
import { slowness } from '../../../test/pace.ts'
import { findFreePort } from '../../../test/postgres.ts'
import { startScriptedSmsc } from '../../../test/scripted-smsc.ts'
import { fateOf, message, type openSmpp, startSmpp, startWithoutBinds, until } from '../../../test/smpp.ts'
import { createStillClock } from '../../../test/still-clock.ts'
import { startSmsc } from '../../../tools/smsc/smsc.ts'
import type { MovableClock } from '../../engine/clock.ts'
import { status } from '../../engine/smpp/pdu.ts'
import type { Carrier } from '../carrier.ts'
import { connect } from './connect.ts'

const minuteMs = 60_000

/** Counts the attempts to connect. */
function countTries() {
  let tries = 0
  const counted: typeof connect = (settings) => {
    tries += 1
    return connect(settings)
  }
  return { connect: counted, tries: () => tries }
}

type Logs = ReturnType<typeof openSmpp>['logs']
const failuresIn = (logs: Logs) => logs.filter(({ text }) => text === 'bind is down').length

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
    const { connect, tries } = countTries()
    const { carrier, clock, states, logs } = await startWithoutBinds(context, port, {
      connect,
      clock: createStillClock(),
    })
    const failures = () => failuresIn(logs)
    for (const [index, waitMs] of [1_000, 2_000, 4_000].entries()) {
      await until(`failure ${index + 1}`, () => failures() === index + 1)
      const problem = `connect ECONNREFUSED 127.0.0.1:${port}`
      assert.deepEqual(states(), [{ place: 1, isUp: false, problem, losses: 0, outstanding: 0, window: 10 }])
      clock.moveForward(waitMs - 500)
      assert.equal(tries(), index + 1)
      clock.moveForward(500)
      assert.equal(tries(), index + 2)
    }
    assert.equal(carrier.ready(), false)
    assert.equal(await fateOf(carrier.submit(message(1))), 'carrier_away (away)')

    await until('the fourth failure', () => failures() === 4)
    const smsc = await startScriptedSmsc(context, { port })
    clock.moveForward(8_000)
    await until('the bind', () => carrier.ready())
    assert.deepEqual(states(), [{ place: 1, isUp: true, problem: null, losses: 0, outstanding: 0, window: 10 }])
    assert.equal(smsc.bound().length, 1)
  })

  for (const [how, succeed] of [
    ['lasted a second', async (_, clock) => clock.moveForward(1_000)],
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

  it('comes back within ten seconds after each outage of a quiet carrier', async (context) => {
    const clock = createStillClock()
    const smsc = await startSmsc({ clock, port: await findFreePort() })
    context.after(() => smsc.close())
    // The longest delays that chance can choose.
    const { carrier, logs } = await startSmpp(context, smsc.port, { clock, random: () => 1 })
    for (let outage = 1; outage <= 4; outage += 1) {
      const before = failuresIn(logs)
      await smsc.goAway()
      for (let failure = 1; failure <= 7; failure += 1) {
        await until(`failure ${failure}`, () => failuresIn(logs) === before + failure)
        if (failure < 7) clock.moveForward(10_000)
      }
      await smsc.comeBack()
      clock.moveForward(10_000)
      await until('the bind', () => carrier.ready())
      clock.moveForward(4_000)
    }
  })

  it('tries less and less often, up to once a minute, while the carrier rejects it', async (context) => {
    const smsc = await startSmsc({ clock: createStillClock(), systemId: 'ngoma', password: 'another' })
    context.after(() => smsc.close())
    const { connect, tries } = countTries()
    const { clock, logs } = await startWithoutBinds(context, smsc.port, { connect, clock: createStillClock() })
    for (const [index, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      await until(`rejection ${index + 1}`, () => failuresIn(logs) === index + 1)
      clock.moveForward(seconds * 1_000 - 1)
      assert.equal(tries(), index + 1)
      clock.moveForward(1)
      assert.equal(tries(), index + 2)
    }
  })

  it('is retried within ten seconds while the carrier rejects it for other reasons', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onBind = () => status.alreadyBound
    const { connect, tries } = countTries()
    const { clock, logs } = await startWithoutBinds(context, smsc.port, { connect, clock: createStillClock() })
    const { alreadyBound, systemError, throttled, bindFailed } = status
    for (const [index, commandStatus] of [alreadyBound, systemError, throttled, bindFailed, bindFailed].entries()) {
      await until(`rejection ${index + 1}`, () => failuresIn(logs) === index + 1)
      smsc.onBind = () => commandStatus
      clock.moveForward(8_000)
      assert.equal(tries(), index + 2)
    }
  })

  it('is not opened every second while the carrier closes it right after accepting it', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock } = await startSmpp(context, smsc.port, { clock: createStillClock() })
    for (const seconds of [1, 2, 4, 8, 8]) {
      const opened = smsc.peers.length
      smsc.peers.at(-1)?.link.destroy('lost')
      await until('the loss', () => !carrier.ready())
      clock.moveForward(seconds * 1_000 - 1)
      assert.equal(smsc.peers.length, opened)
      clock.moveForward(1)
      await until('the new bind', () => carrier.ready())
    }
  })

  it('counts its losses in the last five minutes, and not failed attempts', async (context) => {
    const clock = createStillClock()
    const smsc = await startSmsc({ clock, port: await findFreePort() })
    context.after(() => smsc.close())
    const { carrier, states, recorded, hold, logs } = await startSmpp(context, smsc.port, { clock })
    const losses = () => states()[0]?.losses
    for (let loss = 1; loss <= 3; loss += 1) {
      smsc.dropAll()
      await until('the loss', () => !carrier.ready())
      assert.deepEqual([losses(), recorded.losses], [loss, loss])
      clock.moveForward(60_000)
      await until('the new bind', () => carrier.ready())
    }
    clock.moveForward(119_999)
    assert.equal(losses(), 3)
    clock.moveForward(1)
    assert.equal(losses(), 2)

    await smsc.goAway()
    await until('the loss', () => !carrier.ready())
    const before = failuresIn(logs)
    clock.moveForward(60_000)
    await until('a failed attempt', () => failuresIn(logs) > before)
    assert.equal(recorded.losses, 4)
    await smsc.comeBack()
    clock.moveForward(60_000)
    await until('the new bind', () => carrier.ready())
    hold()
    assert.equal(recorded.losses, 4)
  })

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
      settings: { enquireSeconds: 0.05, answerSeconds: slowness },
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

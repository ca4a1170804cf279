import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Peer, startScriptedSmsc, textOf } from '../../../test/scripted-smsc.ts'
import { answerSeconds, fateOf, message, openSmpp, startSmpp, until } from '../../../test/smpp.ts'
import { createStillClock } from '../../../test/still-clock.ts'
import { elapsedMs } from '../../engine/flow/elapsed.ts'
import { type Pdu, status } from '../../engine/smpp/pdu.ts'

/** A different number for each message. */
const toAnother = (id: number) => message(id, { phone: String(255_712_000_000 + id) })
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

describe('sending over SMPP', () => {
  it('returns the ids that the carrier assigned to the parts', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port)
    assert.deepEqual(await carrier.submit(message(1)), { references: ['m1'] })
    assert.deepEqual(await carrier.submit(message(2, { parts: ['one', 'two', 'three'] })), {
      references: ['m2', 'm3', 'm4'],
    })
    assert.equal(smsc.submits.length, 4)
  })

  it('stops over connections that are no longer held, even before a timer fires', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port)
    const heldMs = 10_000
    carrier.connections?.hold(new Set([1]), elapsedMs() + heldMs)
    assert.equal(carrier.ready(), true)
    const written = fateOf(carrier.submit(message(1)))
    // As if the process was suspended: no timer fires.
    const now = performance.now.bind(performance)
    context.mock.method(performance, 'now', () => now() + heldMs)
    assert.equal(carrier.ready(), false)
    assert.equal(await fateOf(carrier.submit(message(2))), 'carrier_away (away)')
    await until('the connection has ended', () => smsc.peers.every(({ link }) => link.isEnded))
    assert.deepEqual(smsc.submits, [])
    assert.equal(await written, 'carrier_away (away)')
  })

  it('counts a message against the window until its acceptance is stored', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { smpp } = await startSmpp(context, smsc.port, { settings: { window: 5 } })
    const taken: (() => void)[] = []
    const all = numbers(12).map((id) =>
      smpp
        .submit(message(id, { lane: 'pin' }))
        .then(({ written }) => void taken.push(written ?? assert.fail('it has no limit'))),
    )
    for (const expected of [5, 10, 12]) {
      await until('a window was taken', () => taken.length === expected || smsc.submits.length > expected)
      assert.equal(smsc.submits.length, expected)
      for (const written of taken.slice(-5)) written()
    }
    await Promise.all(all)
  })

  it('never exceeds the window on any bind', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const unanswered: [Peer, Pdu][] = []
    smsc.onSubmit = (peer, submit) => void unanswered.push([peer, submit])
    const { carrier } = await startSmpp(context, smsc.port, { settings: { window: 5, binds: 2 } })
    const all = numbers(100).map((id) => fateOf(carrier.submit(message(id, { lane: id % 10 === 0 ? 'pin' : 'bulk' }))))
    let answered = 0
    while (answered < 100) {
      await until('more submits', () => unanswered.length > 0)
      const [peer, submit] = unanswered.shift() as [Peer, Pdu]
      smsc.take(peer, submit)
      answered += 1
    }
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['taken']))
    assert.deepEqual(
      smsc.peers.map(({ mostUnanswered }) => mostUnanswered),
      [5, 5],
    )
  })

  it('keeps the rate, shared by the binds of each process', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock, hold } = await startSmpp(context, smsc.port, {
      settings: { ratePerSecond: 100, binds: 2, window: 100 },
      clock: createStillClock(),
    })
    hold(1)
    const sent: number[] = []
    const all = numbers(200).map((id) => carrier.submit(message(id, { lane: 'bulk' })).then(() => void sent.push(id)))
    const countAfter = async (milliseconds: number) => {
      clock.moveForward(milliseconds)
      const before = smsc.submits.length
      await until('the answers', () => sent.length === smsc.submits.length && smsc.submits.length > before)
      return smsc.submits.length
    }
    const atFirst = await countAfter(0)
    assert.ok(atFirst <= 6, `${atFirst} went at once`)
    for (let step = 0; step < 50; step += 1) await countAfter(20)
    assert.ok(smsc.submits.length >= 50 && smsc.submits.length <= 75, `${smsc.submits.length} went in a second`)
    while (sent.length < 200) await countAfter(20)
    await Promise.all(all)
  })

  it('slows down, but loses nothing, when the carrier throttles as a whole', async (context) => {
    const smsc = await startScriptedSmsc(context)
    let complaints = 0
    smsc.onSubmit = (peer, submit) => {
      if (complaints === 30 || smsc.submits.length < 20) return smsc.take(peer, submit)
      complaints += 1
      smsc.refuse(peer, submit, complaints % 2 === 0 ? status.throttled : status.queueFull)
    }
    const { carrier, clock, recorded } = await startSmpp(context, smsc.port)
    const fates: string[] = []
    for (const id of numbers(100)) void fateOf(carrier.submit(toAnother(id))).then((fate) => fates.push(fate))
    await until('the first complaints', () => complaints > 1)
    const before = smsc.submits.length
    clock.moveForward(400)
    assert.ok(smsc.submits.length <= before + 9, 'it goes on in the pause')
    while (fates.length < 100) {
      clock.moveForward(250)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const counts = Map.groupBy(fates, (fate) => fate)
    assert.equal(complaints, 30)
    assert.deepEqual([...counts.keys()].sort(), ['taken', 'throttled (away)'])
    const givenBack = counts.get('throttled (away)')?.length ?? 0
    assert.ok(givenBack <= 3, `${givenBack} were given back`)
    assert.equal(recorded.throttles, 30)
  })

  it('delays only the throttled recipient', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onSubmit = (peer, submit) =>
      textOf(submit) === 'text 1' ? smsc.refuse(peer, submit, status.throttled) : smsc.take(peer, submit)
    const { carrier, clock } = await startSmpp(context, smsc.port, { clock: createStillClock() })
    for (const retryMs of [1_000, 2_000, 4_000]) {
      await assert.rejects(carrier.submit(toAnother(1)), { reason: 'throttled', away: true, retryMs })
      // The clock stands still, so a paused bind would not send this.
      assert.equal(await fateOf(carrier.submit(toAnother(2))), 'taken')
      clock.moveForward(retryMs)
    }
  })

  it('gives messages back as throttled when all recipients are throttled', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onSubmit = (peer, submit) => smsc.refuse(peer, submit, status.throttled)
    const { carrier, clock } = await startSmpp(context, smsc.port)
    const beganAt = clock.now().getTime()
    const fates: string[] = []
    for (const id of numbers(3)) void fateOf(carrier.submit(toAnother(id))).then((fate) => fates.push(fate))
    while (fates.length < 3) {
      clock.moveForward(250)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    assert.deepEqual(fates, ['throttled (away)', 'throttled (away)', 'throttled (away)'])
    assert.ok(clock.now().getTime() - beganAt >= 60_000)
  })

  it('applies a new window over the same connection', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const unanswered: [Peer, Pdu][] = []
    smsc.onSubmit = (peer, submit) => void unanswered.push([peer, submit])
    const { carrier, settings } = await startSmpp(context, smsc.port, { settings: { window: 1 } })
    const all = numbers(3).map((id) => fateOf(carrier.submit(message(id, { lane: 'pin' }))))
    await until('the first', () => unanswered.length === 1)
    assert.equal(carrier.change?.({ ...settings, window: 3, systemId: 'other' }), false)
    assert.equal(carrier.change?.({ ...settings, window: 3 }), true)
    await until('all of them', () => unanswered.length === 3)
    for (const [peer, submit] of unanswered.splice(0)) smsc.take(peer, submit)
    assert.deepEqual(await Promise.all(all), ['taken', 'taken', 'taken'])
    assert.equal(smsc.peers.length, 1)
  })

  it('rejects or retries by the status of the response', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port)
    smsc.onSubmit = (peer, submit) => smsc.refuse(peer, submit, status.invalidDestination)
    assert.equal(await fateOf(carrier.submit(message(1))), 'invalid_destination')
    smsc.onSubmit = (peer, submit) => smsc.refuse(peer, submit, status.systemError)
    assert.equal(await fateOf(carrier.submit(message(1))), 'system_error (again)')
  })

  it('omits accepted parts when a message is retried', async (context) => {
    const smsc = await startScriptedSmsc(context)
    smsc.onSubmit = (peer, submit) =>
      textOf(submit) === 'two' ? smsc.refuse(peer, submit, status.systemError) : smsc.take(peer, submit)
    const { carrier } = await startSmpp(context, smsc.port)
    const long = message(1, { parts: ['one', 'two', 'three'] })
    assert.equal(await fateOf(carrier.submit(long)), 'system_error (again)')
    smsc.onSubmit = smsc.take
    assert.deepEqual(await carrier.submit(long), { references: ['m1', 'm3', 'm2'] })
    assert.deepEqual(smsc.submits.map(textOf), ['one', 'two', 'three', 'two'])
    assert.deepEqual(await carrier.submit(long), { references: ['m4', 'm5', 'm6'] }, 'accepted messages are forgotten')
  })
})

describe('stopping an SMPP carrier', () => {
  it('waits for outstanding responses, gives back waiting messages, and unbinds', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const unanswered: [Peer, Pdu][] = []
    smsc.onSubmit = (peer, submit) => void unanswered.push([peer, submit])
    const { carrier, events, hold } = await startSmpp(context, smsc.port, { settings: { window: 1 } })
    const first = fateOf(carrier.submit(message(1)))
    const second = fateOf(carrier.submit(message(2)))
    await until('the first', () => unanswered.length === 1)
    const stopped = Promise.all([carrier.stop(), carrier.stop()])
    assert.equal(await second, 'carrier_away (away)')
    assert.equal(await fateOf(carrier.submit(message(3))), 'carrier_away (away)')
    assert.equal(carrier.ready(), false)
    const [[peer, submit] = assert.fail()] = unanswered
    smsc.take(peer, submit)
    assert.equal(await first, 'taken')
    await stopped
    assert.equal(await peer.link.ended, 'it unbound')

    smsc.onSubmit = smsc.take
    await carrier.start(events)
    assert.equal(smsc.peers.length, 1, 'it holds nothing any more')
    hold(1)
    await until('a ready carrier', () => carrier.ready())
    assert.equal(await fateOf(carrier.submit(message(3))), 'taken')
  })

  it('does not wait for ever for a response', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { answerSeconds } })
    smsc.onSubmit = () => {}
    const fate = fateOf(carrier.submit(message(1)))
    await until('the submit', () => smsc.submits.length === 1)
    await carrier.stop()
    assert.equal(await fate, 'carrier_away (away)')
    assert.equal(smsc.submits.length, 1)
  })

  it('waits less than the response time limit for responses and for the unbind', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, {
      settings: { answerSeconds: 300 },
      leaveMs: { answers: 50, unbind: 50 },
    })
    smsc.onSubmit = (peer) => peer.socket.pause()
    const fate = fateOf(carrier.submit(message(1)))
    await until('the submit', () => smsc.submits.length === 1)
    await carrier.stop()
    assert.equal(await fate, 'carrier_away (away)')
  })

  it('connects nothing before the start, and only connections that it holds', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, events, hold, states } = openSmpp(context, smsc.port, { settings: { binds: 3 } })
    assert.equal(carrier.connections?.count, 3)
    hold(2)
    assert.deepEqual(states(), [])
    await carrier.start(events)
    await until('the bind', () => carrier.ready())
    assert.deepEqual(states(), [{ place: 2, isUp: true, problem: null, losses: 0, outstanding: 0, window: 10 }])
    assert.equal(smsc.peers.length, 1)
  })
})

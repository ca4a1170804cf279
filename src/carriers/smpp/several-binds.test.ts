import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startScriptedSmsc } from '../../../test/scripted-smsc.ts'
import { fateOf, message, startSmpp, startWithoutBinds, until } from '../../../test/smpp.ts'
import { createStillClock } from '../../../test/still-clock.ts'
import { status } from '../../engine/smpp/pdu.ts'

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
    const { carrier, recorded } = await startSmpp(context, smsc.port, { settings: { window: 5 } })
    const all = Array.from({ length: 20 }, (_, index) => fateOf(carrier.submit(message(index))))
    await until('a full window', () => smsc.submits.length === 4)
    const before = recorded.changes
    smsc.peers[0]?.link.destroy('lost')
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['carrier_away (away)']))
    await until('a word about it', () => recorded.changes > before)
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

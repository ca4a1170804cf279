import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Peer, startScriptedSmsc, textOf } from '../../../test/scripted-smsc.ts'
import { fateOf, message, startSmpp, until } from '../../../test/smpp.ts'
import { createLosses } from './losses.ts'
import { type Pdu, status } from './pdu.ts'

const minuteMs = 60_000

describe('what is not answered over SMPP', () => {
  it('is sent again twice, and then refused', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { answerSeconds: 0.5 } })
    smsc.onSubmit = () => {}
    assert.equal(await fateOf(carrier.submit(message(1))), 'no_answer')
    assert.equal(smsc.submits.length, 3)
    smsc.onSubmit = (peer, submit) => (smsc.submits.length > 5 ? smsc.take(peer, submit) : undefined)
    assert.equal(await fateOf(carrier.submit(message(2))), 'taken')
    assert.equal(smsc.submits.length, 6)
  })

  it('is sent again twice over all its submits together, part by part', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { answerSeconds: 0.5 } })
    const tries = () => smsc.submits.filter((submit) => textOf(submit) === 'two').length
    // The second part is answered every other time, with an error that passes.
    smsc.onSubmit = (peer, submit) => {
      if (textOf(submit) === 'one') smsc.take(peer, submit)
      else if (tries() % 2 === 0) smsc.refuse(peer, submit, status.systemError)
    }
    const long = message(1, { parts: ['one', 'two'] })
    assert.equal(await fateOf(carrier.submit(long)), 'system_error (again)')
    assert.equal(await fateOf(carrier.submit(long)), 'system_error (again)')
    assert.equal(await fateOf(carrier.submit(long)), 'no_answer')
    assert.equal(tries(), 5)
    assert.equal(smsc.submits.length, 6)
  })

  it('is refused after five connections that were lost with it, so that it does not cut them for ever', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock } = await startSmpp(context, smsc.port)
    smsc.onSubmit = (peer, submit) =>
      textOf(submit) === 'text 1' ? peer.link.destroy('I can not read this') : smsc.take(peer, submit)
    const fates: string[] = []
    while (fates.length < 5) {
      fates.push(await fateOf(carrier.submit(message(1))))
      clock.moveForward(2 * minuteMs)
      await until('the bind', () => carrier.ready())
    }
    assert.deepEqual(fates, [...Array(4).fill('carrier_away (away)'), 'no_answer'])
    assert.equal(smsc.submits.length, 5)
    assert.equal(await fateOf(carrier.submit(message(2))), 'taken')
  })

  it('is refused alone, and not with what was under way beside it every time', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock } = await startSmpp(context, smsc.port)
    smsc.onSubmit = (peer, submit) =>
      textOf(submit) === 'text 1' ? peer.link.destroy('I can not read this') : smsc.take(peer, submit)
    const fates = new Map<number, string>()
    let waiting = [1, 2, 3, 4, 5, 6, 7, 8]
    while (waiting.length > 0) {
      await Promise.all(waiting.map(async (id) => fates.set(id, await fateOf(carrier.submit(message(id))))))
      waiting = waiting.filter((id) => fates.get(id)?.endsWith('(away)'))
      clock.moveForward(2 * minuteMs)
      await until('the bind', () => carrier.ready())
    }
    assert.deepEqual([...fates.values()], ['no_answer', ...Array(7).fill('taken')])
  })

  it('is refused as well where other binds take it over at once', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { binds: 6 } })
    smsc.onSubmit = (peer) => peer.link.destroy('I can not read this')
    assert.equal(await fateOf(carrier.submit(message(1))), 'no_answer')
    assert.equal(smsc.submits.length, 5)
    assert.equal(carrier.ready(), true)
  })

  it('is not refused for a connection that went silent, which is found out at the first answer that is missing', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock } = await startSmpp(context, smsc.port, {
      settings: { answerSeconds: 0.5, enquireSeconds: 3_600 },
    })
    smsc.bound()[0]?.socket.pause()
    assert.equal(await fateOf(carrier.submit(message(1))), 'carrier_away (away)')
    clock.moveForward(minuteMs)
    await until('the new bind', () => carrier.ready())
    assert.equal(await fateOf(carrier.submit(message(1))), 'taken')
  })
})

describe('what waits to be sent over SMPP', () => {
  /** One that has its only place taken by the first, and is then given the place. */
  async function startFull(context: TestContext, options: Parameters<typeof startSmpp>[2] = {}) {
    const smsc = await startScriptedSmsc(context)
    const unanswered: [Peer, Pdu][] = []
    smsc.onSubmit = (peer, submit) => void unanswered.push([peer, submit])
    const { carrier } = await startSmpp(context, smsc.port, { settings: { window: 1 }, ...options })
    const first = fateOf(carrier.submit(message(1)))
    await until('the first', () => unanswered.length === 1)
    return {
      carrier,
      smsc,
      async makeRoom() {
        smsc.onSubmit = smsc.take
        for (const [peer, submit] of unanswered.splice(0)) smsc.take(peer, submit)
        assert.equal(await first, 'taken')
      },
    }
  }

  it('is asked about right before it goes out, and given back when it is not wanted any more', async (context) => {
    const { carrier, smsc, makeRoom } = await startFull(context)
    const unwanted = new Set<number>()
    const fates = [2, 3, 4].map((id) => fateOf(carrier.submit(message(id, { isWanted: () => !unwanted.has(id) }))))
    unwanted.add(3)
    await makeRoom()
    assert.deepEqual(await Promise.all(fates), ['taken', 'carrier_away (away)', 'taken'])
    assert.deepEqual(smsc.submits.map(textOf), ['text 1', 'text 2', 'text 4'])
  })

  it('is given back after five seconds, so that it is looked at again', async (context) => {
    const { carrier, smsc, makeRoom } = await startFull(context, { patienceMs: undefined })
    const fates = [fateOf(carrier.submit(message(2)))]
    const real = performance.now.bind(performance)
    context.mock.method(performance, 'now', () => real() + 5_001)
    fates.push(fateOf(carrier.submit(message(3))))
    await makeRoom()
    assert.deepEqual(await Promise.all(fates), ['carrier_away (away)', 'taken'])
    assert.deepEqual(smsc.submits.map(textOf), ['text 1', 'text 3'])
  })

  it('is no more than goes out in two seconds, where there is a rate', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { ratePerSecond: 10, window: 100 } })
    smsc.onSubmit = () => {}
    const sendUntilFull = () => {
      let count = 0
      for (; count < 100 && carrier.ready('bulk'); count += 1)
        void fateOf(carrier.submit(message(count, { lane: 'bulk' })))
      return count
    }
    const count = sendUntilFull()
    assert.ok(count >= 20 && count <= 30, `${count} may wait`)
  })
})

describe('the losses of messages', () => {
  it('are counted by part until they are forgotten, of a bounded number of messages', () => {
    const losses = createLosses()
    const count = (times: number, part = 0) => Array.from({ length: times }, () => losses.count(1, part, 'no_answer'))
    assert.deepEqual(count(3), [true, true, false])
    assert.deepEqual(count(3, 1), [true, true, false])
    losses.forget(1)
    assert.deepEqual(count(2), [true, true])
    for (let id = 2; id <= 100_001; id += 1) losses.count(id, 0, 'ended')
    assert.deepEqual(count(3), [true, true, false], 'it was the oldest')
  })
})

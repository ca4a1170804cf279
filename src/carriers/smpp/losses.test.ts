import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startScriptedSmsc, textOf } from '../../../test/scripted-smsc.ts'
import { answerSeconds, fateOf, message, startSmpp, until } from '../../../test/smpp.ts'
import { status } from '../../engine/smpp/pdu.ts'
import { createLosses } from './losses.ts'

const minuteMs = 60_000

describe('a submit without a response', () => {
  it('is sent twice more and then rejected', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { answerSeconds } })
    smsc.onSubmit = () => {}
    assert.equal(await fateOf(carrier.submit(message(1))), 'no_answer')
    assert.equal(smsc.submits.length, 3)
    smsc.onSubmit = (peer, submit) => (smsc.submits.length > 5 ? smsc.take(peer, submit) : undefined)
    assert.equal(await fateOf(carrier.submit(message(2))), 'taken')
    assert.equal(smsc.submits.length, 6)
  })

  it('is sent twice more over all attempts of its message, part by part', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { answerSeconds } })
    const tries = () => smsc.submits.filter((submit) => textOf(submit) === 'two').length
    // The second part gets a temporary error every other time.
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

  it('is rejected after five lost connections, so that it cannot cut them for ever', async (context) => {
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

  it('is rejected alone, without the submits that were outstanding beside it', async (context) => {
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

  it('is rejected even when other binds take it over at once', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { binds: 6 } })
    smsc.onSubmit = (peer) => peer.link.destroy('I can not read this')
    assert.equal(await fateOf(carrier.submit(message(1))), 'no_answer')
    assert.equal(smsc.submits.length, 5)
    assert.equal(carrier.ready(), true)
  })

  it('is neither rejected nor sent alone after binds that this process gave up', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, hold } = await startSmpp(context, smsc.port)
    smsc.onSubmit = () => {}
    const ids = [1, 2, 3, 4]
    for (let loss = 1; loss <= 5; loss += 1) {
      const fates = ids.map((id) => fateOf(carrier.submit(message(id))))
      await until('all are submitted', () => smsc.submits.length === loss * ids.length)
      hold()
      assert.deepEqual(await Promise.all(fates), Array(ids.length).fill('carrier_away (away)'))
      hold(1)
      await until('the new bind', () => carrier.ready())
    }
    const fates = ids.map((id) => fateOf(carrier.submit(message(id))))
    await until('all are outstanding', () => smsc.bound()[0]?.unanswered === ids.length)
    const [peer] = smsc.bound()
    for (const submit of peer?.submits ?? []) peer && smsc.take(peer, submit)
    assert.deepEqual(await Promise.all(fates), Array(ids.length).fill('taken'))
  })

  it('is not repeated on a silent connection, where the copies would arrive together', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { answerSeconds, enquireSeconds: 3_600 } })
    const [silent] = smsc.bound()
    silent?.socket.pause()
    assert.equal(await fateOf(carrier.submit(message(1))), 'carrier_away (away)')
    silent?.socket.resume()
    await silent?.link.ended
    assert.equal(smsc.submits.length, 1)
  })

  it('is not repeated on a connection that becomes silent in the middle of a window', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier } = await startSmpp(context, smsc.port, { settings: { answerSeconds, enquireSeconds: 3_600 } })
    smsc.onSubmit = () => {}
    const [silent = assert.fail()] = smsc.bound()
    const fates = [1, 2, 3, 4].map((id) => fateOf(carrier.submit(message(id))))
    await until('all are submitted', () => silent.submits.length === 4)
    smsc.take(silent, silent.submits[0] ?? assert.fail())
    silent.socket.pause()
    assert.deepEqual(await Promise.all(fates), ['taken', ...Array(3).fill('carrier_away (away)')])
    silent.socket.resume()
    await silent.link.ended
    assert.deepEqual(silent.submits.map(textOf), ['text 1', 'text 2', 'text 3', 'text 4'])
  })

  it('is not rejected for a silent connection, which the first missing response reveals', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, clock } = await startSmpp(context, smsc.port, {
      settings: { answerSeconds, enquireSeconds: 3_600 },
    })
    smsc.bound()[0]?.socket.pause()
    assert.equal(await fateOf(carrier.submit(message(1))), 'carrier_away (away)')
    clock.moveForward(minuteMs)
    await until('the new bind', () => carrier.ready())
    assert.equal(await fateOf(carrier.submit(message(1))), 'taken')
  })
})

describe('createLosses', () => {
  it('counts by part, for a limited number of messages', () => {
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

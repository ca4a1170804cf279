import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Peer, startScriptedSmsc } from '../../../test/scripted-smsc.ts'
import { fateOf, message, startSmpp, until } from '../../../test/smpp.ts'
import type { Pdu } from '../../engine/smpp/pdu.ts'

describe('leaving a bind', () => {
  it('sends nothing more, and closes after outstanding responses', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const submits: [Peer, Pdu][] = []
    smsc.onSubmit = (peer, submit) => void submits.push([peer, submit])
    const { carrier } = await startSmpp(context, smsc.port)
    const taken = fateOf(carrier.submit(message(1)))
    await until('the submit', () => submits.length === 1)
    const left = carrier.connections?.leave(1)
    assert.equal(carrier.ready(), false)
    assert.equal(await fateOf(carrier.submit(message(2))), 'carrier_away (away)')
    const [[peer, submit] = assert.fail()] = submits
    smsc.take(peer, submit)
    await left
    assert.equal(await taken, 'taken')
    await until('the connection has ended', () => peer.link.isEnded)
    assert.equal(submits.length, 1)
  })
})

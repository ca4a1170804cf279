import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startScriptedSmsc } from '../../../test/scripted-smsc.ts'
import { fateOf, message, receiptFields, startSmpp, until } from '../../../test/smpp.ts'
import { encodePdu, type Fields, status } from '../../engine/smpp/pdu.ts'

describe('a receipt over SMPP', () => {
  it('is answered only after the commit, also in a data_sm', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { recorded } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    for (const command of ['deliver_sm', 'data_sm']) {
      const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
      recorded.commit = () => committed
      let isAnswered = false
      const fields = { ...receiptFields('7'), receipted_message_id: '7', message_state: 2 }
      const answer = peer.link.request(command, fields).then((pdu) => {
        isAnswered = true
        return pdu
      })
      await until('the receipt', () => recorded.receipts.length === 1)
      // In-order processing would have answered the earlier delivery by now.
      await peer.link.request('enquire_link')
      assert.equal(isAnswered, false)
      commit()
      assert.equal((await answer).status, status.ok)
      const [{ reference, status: delivered, reason } = assert.fail()] = recorded.receipts.splice(0)
      assert.deepEqual({ reference, delivered, reason }, { reference: '7', delivered: 'DELIVERED', reason: null })
    }
  })

  it('gets a temporary error when it cannot be committed, so that it is repeated', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { recorded } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    recorded.commit = () => Promise.reject(new Error('the database is away'))
    assert.equal((await peer.link.request('deliver_sm', receiptFields('7'))).status, status.temporaryAppError)
    recorded.commit = () => {
      throw new Error('the database is away')
    }
    assert.equal((await peer.link.request('deliver_sm', receiptFields('7'))).status, status.temporaryAppError)
    recorded.commit = async () => {}
    assert.equal((await peer.link.request('deliver_sm', receiptFields('7'))).status, status.ok)
    assert.equal(recorded.receipts.length, 3)
  })

  it('is passed on before its submit response, and from another bind', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, recorded } = await startSmpp(context, smsc.port, { settings: { binds: 2 } })
    smsc.onSubmit = async (peer, submit) => {
      const other = smsc.bound().find((one) => one !== peer)
      await other?.link.request('deliver_sm', receiptFields('M1'))
      smsc.take(peer, submit)
    }
    const { references } = await carrier.submit(message(1))
    assert.deepEqual(
      recorded.receipts.map(({ reference }) => reference),
      references,
    )
  })

  it('is accepted in the same bytes as the bind response', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const answers: Promise<number>[] = []
    smsc.onBind = () => {
      setImmediate(() => {
        const [peer = assert.fail()] = smsc.peers
        answers.push(peer.link.request('deliver_sm', receiptFields('7')).then((answer) => answer.status))
      })
      return status.ok
    }
    const { recorded } = await startSmpp(context, smsc.port)
    await until('the receipt', () => recorded.receipts.length === 1)
    assert.deepEqual(await Promise.all(answers), [status.ok])
  })

  it('is committed and answered until the connection ends, even while stopping', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, recorded } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    recorded.commit = () => committed
    const answer = peer.link.request('deliver_sm', receiptFields('7'))
    await until('the receipt', () => recorded.receipts.length === 1)
    const stopped = carrier.stop()
    const later = peer.link.request('deliver_sm', receiptFields('8'))
    await until('the receipt that came while it was stopped', () => recorded.receipts.length === 2)
    commit()
    assert.deepEqual([(await answer).status, (await later).status], [status.ok, status.ok])
    await stopped
  })

  it('beyond the limit is deferred, without delaying submit responses', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { carrier, recorded } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    recorded.commit = () => committed
    const answers = Array.from({ length: 2_000 }, (_, index) =>
      peer.link.request('deliver_sm', receiptFields(String(index))),
    )
    await until('all of them', () => recorded.receipts.length === 2_000)
    for (const command of ['deliver_sm', 'data_sm']) {
      assert.equal(
        (await peer.link.request(command, { ...receiptFields('x'), message_state: 2 })).status,
        status.temporaryAppError,
      )
    }
    assert.equal(await fateOf(carrier.submit(message(1))), 'taken')
    assert.equal((await peer.link.request('query_sm', { message_id: '1' })).status, status.invalidBindStatus)
    commit()
    assert.deepEqual(new Set((await Promise.all(answers)).map((answer) => answer.status)), new Set([status.ok]))
    assert.equal((await peer.link.request('deliver_sm', receiptFields('x'))).status, status.ok)
    assert.equal(recorded.receipts.length, 2_001)
  })

  it('with an intermediate state is answered and dropped', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { recorded } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    assert.equal((await peer.link.request('deliver_sm', receiptFields('7', 'ENROUTE'))).status, status.ok)
    assert.equal(recorded.receipts.length, 0)
  })

  it('that is unreadable is answered, so that it is not repeated, and logged a limited number of times', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { recorded, logs, carrier } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    for (let time = 0; time < 30; time += 1) {
      assert.equal(
        (await peer.link.request('deliver_sm', { esm_class: 0x04, short_message: Buffer.from('no receipt') })).status,
        status.ok,
      )
    }
    const lost = logs.filter(({ text }) => text.includes('failed to read'))
    assert.equal(lost.length, 20)
    assert.match(String(lost[0]?.details.bytes), new RegExp(Buffer.from('no receipt').toString('hex')))
    assert.equal(recorded.receipts.length, 0)
    assert.equal(carrier.ready(), true)
  })

  it('with a truncated body does not end the bind', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { logs, carrier, recorded } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    const whole = encodePdu('deliver_sm', 0x7000_0000, { ...receiptFields('7'), message_state: 2 })
    const short = whole.subarray(0, -1)
    short.writeUInt32BE(short.length, 0)
    peer.socket.write(short)
    assert.equal((await peer.link.request('deliver_sm', receiptFields('8'))).status, status.ok)
    assert.equal(recorded.receipts.length, 1)
    assert.equal(carrier.ready(), true)
    assert.deepEqual(
      logs.map(({ text }) => text),
      ['bind is up', 'failed to read a delivery from a carrier; it is lost'],
    )
  })

  it('is told apart from incoming messages, which are read in every form and answered after the commit', async (context) => {
    const smsc = await startScriptedSmsc(context)
    const { recorded } = await startSmpp(context, smsc.port)
    const [peer = assert.fail()] = smsc.bound()
    const from = { source_addr: '+255712345678', destination_addr: '15001' }
    const deliver = async (fields: Fields) => (await peer.link.request('deliver_sm', { ...from, ...fields })).status
    recorded.commit = async () => assert.fail('the database is away')
    assert.equal(await deliver({ short_message: Buffer.from('STOP') }), status.temporaryAppError)
    recorded.commit = async () => {}
    const ucs2 = Buffer.from('Habari 😀', 'utf16le').swap16()
    assert.equal(await deliver({ short_message: Buffer.from('STOP') }), status.ok)
    assert.equal(await deliver({ short_message: ucs2, data_coding: 8 }), status.ok)
    assert.equal(await deliver({ short_message: Buffer.from('caf\xe9', 'latin1'), data_coding: 3 }), status.ok)
    assert.equal(await deliver({ message_payload: Buffer.from('a long one') }), status.ok)
    assert.equal(
      await deliver({ esm_class: 0x40, short_message: Buffer.from('\x05\x00\x03\x07\x03\x02two', 'latin1') }),
      status.ok,
    )
    assert.equal(
      await deliver({ esm_class: 0x40, short_message: Buffer.from('\x06\x08\x04\x01\x07\x03\x01one', 'latin1') }),
      status.ok,
    )
    assert.equal(
      await deliver({
        short_message: Buffer.from('three'),
        sar_msg_ref_num: 9,
        sar_total_segments: 3,
        sar_segment_seqnum: 3,
      }),
      status.ok,
    )
    assert.deepEqual(
      recorded.messages.map(({ text, part }) => [text, part]),
      [
        ['STOP', null],
        ['STOP', null],
        ['Habari 😀', null],
        ['café', null],
        ['a long one', null],
        ['two', { reference: 7, total: 3, number: 2 }],
        ['one', { reference: 263, total: 3, number: 1 }],
        ['three', { reference: 9, total: 3, number: 3 }],
      ],
    )
    assert.deepEqual(new Set(recorded.messages.map((one) => `${one.from} ${one.to}`)), new Set(['255712345678 15001']))
    assert.equal(recorded.receipts.length, 0)
  })
})

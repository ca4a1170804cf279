import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { bindEsme, openEsme, openSmsc } from '../../../test/smsc.ts'
import { until } from '../../../test/world.ts'
import { LinkProblem } from '../smpp/link.ts'
import { encodePdu, status } from '../smpp/pdu.ts'
import { profiles } from './profile.ts'

const plainPhone = '255712345678'
const minute = 60_000

describe('a bind', { timeout: 20_000 }, () => {
  it('is open to anybody, once on each connection, and ends with an unbind', async (test) => {
    const { smsc } = await openSmsc(test)
    const esme = await openEsme(test, smsc.port)
    assert.equal((await esme.submit(plainPhone)).status, status.invalidBindStatus)
    assert.equal((await esme.link.request('enquire_link')).status, status.ok)
    assert.equal(await esme.bind('transmitter'), status.ok)
    assert.equal(await esme.bind('receiver'), status.alreadyBound)
    assert.equal((await esme.submit(plainPhone)).status, status.ok)
    assert.equal((await esme.link.request('unbind')).status, status.ok)
    await esme.link.ended
    await until('it is gone', () => smsc.counts().bound === 0)
    const { binds, connectionsLost } = smsc.counts()
    assert.deepEqual({ binds, connectionsLost }, { binds: 1, connectionsLost: 0 })
  })

  it('wants the right name and password where they are given', async (test) => {
    const { smsc } = await openSmsc(test, { systemId: 'ngoma', password: 'right' })
    const esme = await openEsme(test, smsc.port)
    assert.equal(await esme.bind('transceiver', { password: 'right' }), status.invalidSystemId)
    assert.equal(await esme.bind('transceiver', { system_id: 'ngoma', password: 'wrong' }), status.invalidPassword)
    assert.equal((await esme.submit(plainPhone)).status, status.invalidBindStatus)
    assert.equal(await esme.bind('transceiver', { system_id: 'ngoma', password: 'right' }), status.ok)
  })

  it('as a receiver takes no submit', async (test) => {
    const { smsc } = await openSmsc(test)
    const esme = await bindEsme(test, smsc, 'receiver')
    assert.equal((await esme.submit(plainPhone)).status, status.invalidBindStatus)
  })
})

describe('a request', { timeout: 20_000 }, () => {
  it('that it does not serve is refused, and one that nobody knows gets a nack', async (test) => {
    const { smsc } = await openSmsc(test)
    const { link } = await bindEsme(test, smsc)
    const many = await link.request('submit_multi', { dest_address: [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: plainPhone }] })
    assert.equal(many.status, status.invalidCommandId)
    assert.equal((await link.request('replace_sm', { message_id: '1' })).status, status.replaceFailed)
    assert.equal((await link.request('enquire_link')).status, status.ok)

    const socket = connect(smsc.port, '127.0.0.1')
    test.after(() => socket.destroy())
    const unknown = encodePdu('enquire_link', 7)
    unknown.writeUInt32BE(0x0000_0777, 4)
    // What wants no answer is passed over, and the next one is heard.
    socket.write(Buffer.concat([encodePdu('outbind', 6, { system_id: 'a', password: 'b' }), unknown]))
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
    assert.deepEqual([answer.length, answer.readUInt32BE(4), answer.readUInt32BE(8), answer.readUInt32BE(12)], [16, 0x8000_0000, status.invalidCommandId, 7])
  })

  it('about a message is answered with its state, and what is not final can be cancelled', async (test) => {
    const { smsc, clock } = await openSmsc(test, { ids: 'hex' })
    const { link, submit, delivered } = await bindEsme(test, smsc)
    const idOf = async (phone: string) => String((await submit(phone)).fields.message_id)
    const stateOf = async (id: string, source = 'INFO') => {
      const { status: commandStatus, fields } = await link.request('query_sm', { message_id: id, source_addr: source })
      return commandStatus === status.ok ? fields.message_state : commandStatus
    }
    const [plain, undelivered, silent, cancelled] = [await idOf(plainPhone), await idOf('255710000003'), await idOf('255710000002'), await idOf('255710000004')]
    assert.equal(await stateOf(plain), 1)
    assert.equal((await link.request('cancel_sm', { message_id: cancelled, source_addr: 'INFO' })).status, status.ok)
    clock.moveForward(minute)
    assert.deepEqual([await stateOf(plain), await stateOf(undelivered), await stateOf(silent), await stateOf(cancelled)], [2, 5, 1, 4])
    for (const [id, source] of [
      [plain, 'OTHER'],
      ['1', 'INFO'],
      ['no id', 'INFO'],
    ] as const)
      assert.equal(await stateOf(id, source), status.queryFailed)
    assert.equal((await link.request('cancel_sm', { message_id: plain, source_addr: 'INFO' })).status, status.cancelFailed)
    await until('all receipts', () => delivered.length === 3)
    const deleted = delivered.find(({ fields }) => fields.receipted_message_id === cancelled)
    assert.equal(deleted?.fields.message_state, 4)
  })

  it('that is broken ends its connection, and no other', async (test) => {
    const { smsc } = await openSmsc(test)
    const esme = await bindEsme(test, smsc)
    const bound = encodePdu('bind_transceiver', 1, { system_id: 'test', password: '' })
    const whole = encodePdu('submit_sm', 2, { source_addr: 'INFO', destination_addr: plainPhone, short_message: Buffer.from('Habari') })
    for (let bytes = 16; bytes < whole.length; bytes += 1) {
      const cut = Buffer.from(whole.subarray(0, bytes))
      cut.writeUInt32BE(bytes, 0)
      const socket = connect(smsc.port, '127.0.0.1')
      socket.on('error', () => {}).resume()
      socket.write(Buffer.concat([bound, cut]))
      await new Promise((resolve) => socket.once('close', resolve))
    }
    assert.equal((await esme.submit(plainPhone)).status, status.ok)
    assert.equal(smsc.counts().submitted, 1)
  })
})

describe('the same message', { timeout: 20_000 }, () => {
  const udh = (part: number) => Buffer.concat([Buffer.from([5, 0, 3, 9, 2, part]), Buffer.from('Habari')])
  const variants = [
    {},
    { destination_addr: '255712345679' },
    { source_addr: 'INFOS' },
    { short_message: Buffer.from('Habari!') },
    { esm_class: 0x40, short_message: { udh: udh(1).subarray(0, 6), message: Buffer.from('Habari') } },
    { esm_class: 0x40, short_message: { udh: udh(2).subarray(0, 6), message: Buffer.from('Habari') } },
    { sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum: 1 },
    { sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum: 2 },
    { short_message: '', message_payload: Buffer.from('Habari '.repeat(60)) },
  ]

  it('is counted once as distinct, and then as a duplicate, with the numbers of its part', async (test) => {
    const { smsc } = await openSmsc(test)
    const { submit } = await bindEsme(test, smsc)
    for (const times of [1, 2]) {
      for (const fields of variants) assert.equal((await submit(plainPhone, fields)).status, status.ok)
      const { submitted, distinct, duplicate } = smsc.counts()
      assert.deepEqual(
        { submitted, distinct, duplicate },
        { submitted: variants.length * times, distinct: variants.length, duplicate: variants.length * (times - 1) },
      )
    }
    smsc.reset()
    assert.equal((await submit(plainPhone)).status, status.ok)
    assert.equal(smsc.counts().distinct, 1)
  })

  it('may come as data_sm', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const { link, delivered } = await bindEsme(test, smsc)
    const fields = { source_addr: 'INFO', destination_addr: plainPhone, registered_delivery: 1, data_coding: 0, message_payload: Buffer.from('Habari') }
    const { status: commandStatus, fields: answer } = await link.request('data_sm', fields)
    assert.equal(commandStatus, status.ok)
    clock.moveForward(minute)
    await until('its receipt', () => delivered.length === 1)
    assert.equal(delivered[0]?.fields.receipted_message_id, answer.message_id)
  })
})

describe('what a test can do to it', { timeout: 20_000 }, () => {
  it('hold back answers, drop connections and freeze them', async (test) => {
    const { smsc } = await openSmsc(test)
    const first = await bindEsme(test, smsc)
    smsc.holdAnswers()
    let answered = 0
    const submits = [plainPhone, '255710000000'].map((phone) => first.submit(phone).then(() => (answered += 1)))
    await until('both came', () => smsc.counts().submitted === 1 && smsc.counts().refused === 1)
    assert.equal((await first.link.request('enquire_link')).status, status.ok)
    assert.equal(answered, 0)
    smsc.releaseAnswers()
    await Promise.all(submits)

    smsc.dropAll()
    await first.link.ended
    const second = await bindEsme(test, smsc)
    smsc.freezeAll()
    const third = await openEsme(test, smsc.port)
    assert.equal(await third.bind('transceiver'), status.ok)
    const frozen = second.link.request('enquire_link')
    assert.equal((await third.submit(plainPhone)).status, status.ok)
    assert.equal(second.link.unanswered, 1)
    smsc.dropAll()
    await assert.rejects(frozen, LinkProblem)
    assert.equal(smsc.counts().connectionsLost, 3)
  })

  it('let it be dead: it takes connections, and says nothing until it lives again', async (test) => {
    const { smsc } = await openSmsc(test)
    const before = await bindEsme(test, smsc)
    smsc.setProfile('dead')
    const late = await openEsme(test, smsc.port, 100)
    await assert.rejects(late.bind('transceiver'), (error: unknown) => error instanceof LinkProblem && error.kind === 'no_answer')
    const unheard = before.submit(plainPhone)
    smsc.setProfile('healthy')
    await assert.rejects(unheard, LinkProblem)
    await late.link.ended
    assert.equal((await (await bindEsme(test, smsc)).submit(plainPhone)).status, status.ok)
    assert.equal(smsc.counts().submitted, 1)
  })

  it('let it be slow', async (test) => {
    const { smsc, clock } = await openSmsc(test, { profile: { ...profiles.slow, latencyMs: minute } })
    const { submit, link } = await bindEsme(test, smsc)
    const answer = submit(plainPhone)
    await until('it came', () => smsc.counts().submitted === 1)
    assert.equal((await link.request('enquire_link')).status, status.ok)
    assert.equal(link.unanswered, 1)
    clock.moveForward(minute)
    assert.equal((await answer).status, status.ok)
  })

  it('let it take so many a second and no more, and say so in either way', async (test) => {
    const { smsc, clock } = await openSmsc(test, { profile: { ...profiles.capped, ratePerSecond: 5 } })
    const { submit } = await bindEsme(test, smsc)
    const burst = async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => submit(plainPhone)))
      return answers.map((answer) => answer.status)
    }
    const taken = (statuses: readonly number[]) => statuses.filter((one) => one === status.ok).length
    const first = await burst()
    // Time goes on while they come, so there may be one more.
    assert.ok(taken(first) >= 5 && taken(first) <= 7, `${taken(first)} were taken`)
    assert.equal(first.filter((one) => one === status.throttled).length, smsc.counts().throttled)
    assert.equal(smsc.counts().throttled, 50 - taken(first))
    smsc.setProfile({ ...profiles.capped, ratePerSecond: 5, overRate: 'queue-full' })
    clock.moveForward(1_000)
    const second = await burst()
    assert.ok(taken(second) >= 5 && taken(second) <= 7, `${taken(second)} were taken`)
    assert.equal(second.filter((one) => one === status.queueFull).length, 50 - taken(second))
  })
})

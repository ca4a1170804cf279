import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { createRandom } from '../../src/carriers/simulator/outcome.ts'
import { createFramer } from '../../src/engine/smpp/codec/framer.ts'
import { createLink } from '../../src/engine/smpp/link.ts'
import { decodePdu, encodePdu, status } from '../../src/engine/smpp/pdu.ts'
import { createCertificate } from '../../test/certificate.ts'
import { bindEsme, openEsme, openSmsc } from '../../test/smsc.ts'
import { until } from '../../test/world.ts'

const plainPhone = '255712345678'
const minute = 60_000

describe('bind', () => {
  it('accepts anybody once per connection and ends with an unbind', async (test) => {
    const { smsc } = await openSmsc(test)
    const esme = await openEsme(test, smsc.port)
    assert.equal((await esme.submit(plainPhone)).status, status.invalidBindStatus)
    assert.equal((await esme.link.request('enquire_link')).status, status.ok)
    assert.equal(await esme.bind('transmitter'), status.ok)
    assert.equal(await esme.bind('receiver'), status.alreadyBound)
    assert.equal((await esme.submit(plainPhone)).status, status.ok)
    assert.equal((await esme.link.request('unbind')).status, status.ok)
    await esme.link.ended
    await until('the bind ended', () => smsc.counts().bound === 0)
    const { binds, connectionsLost } = smsc.counts()
    assert.deepEqual({ binds, connectionsLost }, { binds: 1, connectionsLost: 0 })
  })

  it('checks system_id and password when configured', async (test) => {
    const { smsc } = await openSmsc(test, { systemId: 'ngoma', password: 'right' })
    const esme = await openEsme(test, smsc.port)
    assert.equal(await esme.bind('transceiver', { password: 'right' }), status.invalidSystemId)
    assert.equal(await esme.bind('transceiver', { system_id: 'ngoma', password: 'wrong' }), status.invalidPassword)
    assert.equal((await esme.submit(plainPhone)).status, status.invalidBindStatus)
    assert.equal(await esme.bind('transceiver', { system_id: 'ngoma', password: 'right' }), status.ok)
  })

  it('as a receiver rejects submits', async (test) => {
    const { smsc } = await openSmsc(test)
    const esme = await bindEsme(test, smsc, 'receiver')
    assert.equal((await esme.submit(plainPhone)).status, status.invalidBindStatus)
  })
})

describe('requests', () => {
  it('are rejected when unsupported, and get a generic_nack when unknown', async (test) => {
    const { smsc } = await openSmsc(test)
    const { link } = await bindEsme(test, smsc)
    const many = await link.request('submit_multi', {
      dest_address: [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: plainPhone }],
    })
    assert.equal(many.status, status.invalidCommandId)
    assert.equal((await link.request('replace_sm', { message_id: '1' })).status, status.replaceFailed)
    assert.equal((await link.request('enquire_link')).status, status.ok)

    const socket = connect(smsc.port, '127.0.0.1')
    test.after(() => socket.destroy())
    const unknown = encodePdu('enquire_link', 7)
    unknown.writeUInt32BE(0x0000_0777, 4)
    // A request without a response is ignored, and the next one is answered.
    socket.write(Buffer.concat([encodePdu('outbind', 6, { system_id: 'a', password: 'b' }), unknown]))
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
    assert.deepEqual(
      [answer.length, answer.readUInt32BE(4), answer.readUInt32BE(8), answer.readUInt32BE(12)],
      [16, 0x8000_0000, status.invalidCommandId, 7],
    )
  })

  it('return the state of a message and cancel it before it is final', async (test) => {
    const { smsc, clock } = await openSmsc(test, { ids: 'hex' })
    const { link, submit, delivered } = await bindEsme(test, smsc)
    const idOf = async (phone: string) => String((await submit(phone)).fields.message_id)
    const stateOf = async (id: string, source = 'INFO') => {
      const { status: commandStatus, fields } = await link.request('query_sm', { message_id: id, source_addr: source })
      return commandStatus === status.ok ? fields.message_state : commandStatus
    }
    const [plain, undelivered, silent, cancelled] = [
      await idOf(plainPhone),
      await idOf('255710000003'),
      await idOf('255710000002'),
      await idOf('255710000004'),
    ]
    assert.equal(await stateOf(plain), 1)
    assert.equal((await link.request('cancel_sm', { message_id: cancelled, source_addr: 'INFO' })).status, status.ok)
    clock.moveForward(minute)
    assert.deepEqual(
      [await stateOf(plain), await stateOf(undelivered), await stateOf(silent), await stateOf(cancelled)],
      [2, 5, 1, 4],
    )
    for (const [id, source] of [
      [plain, 'OTHER'],
      ['1', 'INFO'],
      ['no id', 'INFO'],
    ] as const)
      assert.equal(await stateOf(id, source), status.queryFailed)
    assert.equal(
      (await link.request('cancel_sm', { message_id: plain, source_addr: 'INFO' })).status,
      status.cancelFailed,
    )
    const stranger = await openEsme(test, smsc.port)
    await stranger.bind('transmitter', { system_id: 'other' })
    assert.equal(
      (await stranger.link.request('query_sm', { message_id: plain, source_addr: 'INFO' })).status,
      status.queryFailed,
    )
    await until('all receipts', () => delivered.length === 3)
    const deleted = delivered.find(({ fields }) => fields.receipted_message_id === cancelled)
    assert.equal(deleted?.fields.message_state, 4)
  })

  it('get a generic_nack when broken, and the next one is answered', async (test) => {
    const { smsc } = await openSmsc(test)
    const esme = await bindEsme(test, smsc)
    const bound = encodePdu('bind_transceiver', 1, { system_id: 'test', password: '' })
    const whole = encodePdu('submit_sm', 2, {
      source_addr: 'INFO',
      destination_addr: plainPhone,
      short_message: Buffer.from('Habari'),
    })
    for (let bytes = 16; bytes < whole.length; bytes += 1) {
      const cut = Buffer.from(whole.subarray(0, bytes))
      cut.writeUInt32BE(bytes, 0)
      const socket = connect(smsc.port, '127.0.0.1')
      const heard: Buffer[] = []
      socket.on('data', (chunk) => heard.push(chunk))
      socket.write(Buffer.concat([bound, cut, encodePdu('unbind', 3)]))
      await new Promise((resolve) => socket.once('close', resolve))
      const answers = createFramer().push(Buffer.concat(heard)).map(decodePdu)
      assert.deepEqual(
        answers.map(({ command, status: commandStatus, sequence }) => [command, commandStatus, sequence]),
        [
          ['bind_transceiver_resp', status.ok, 1],
          ['generic_nack', status.invalidCommandLength, 2],
          ['unbind_resp', status.ok, 3],
        ],
      )
    }
    assert.equal((await esme.submit(plainPhone)).status, status.ok)
    assert.equal(smsc.counts().submitted, 1)
  })
})

describe('connections', () => {
  it('are closed when they do not answer enquire_link', async (test) => {
    const { smsc } = await openSmsc(test, { enquireMs: 500, answerMs: 500 })
    const there = await bindEsme(test, smsc)
    const silent = connect(smsc.port, '127.0.0.1')
    test.after(() => silent.destroy())
    const asked = new Promise<Buffer>((resolve) => silent.once('data', resolve))
    const closed = new Promise((resolve) => silent.once('close', resolve))
    assert.equal((await asked).readUInt32BE(4), 0x15)
    await closed
    assert.equal((await there.submit(plainPhone)).status, status.ok)
  })

  it('survive arbitrary bytes without affecting others', async (test) => {
    const { smsc } = await openSmsc(test)
    const other = await bindEsme(test, smsc)
    const bound = encodePdu('bind_transceiver', 1, { system_id: 'test', password: '' })
    const end = encodePdu('unbind', 3)
    const commandIds = [
      ...Array.from({ length: 0x16 }, (_, id) => id),
      0x21,
      0x102,
      0x103,
      0x111,
      0x112,
      0x113,
      0x8000_0004,
      0x8000_0005,
      0x8000_0000,
    ]
    const random = createRandom(7)
    for (const id of commandIds.flatMap((one) => [one, one, one])) {
      const pdu = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from(Array.from({ length: Math.floor(random() * 80) }, () => Math.floor(random() * 256))),
      ])
      for (const [place, value] of [pdu.length, id, 0, 2].entries()) pdu.writeUInt32BE(value, place * 4)
      const socket = connect(smsc.port, '127.0.0.1')
      socket.on('error', () => {}).resume()
      socket.write(Buffer.concat([bound, pdu, end]))
      await new Promise((resolve) => socket.once('close', resolve))
    }
    for (const length of [0, 15, 16_385, 0xffff_ffff]) {
      const header = Buffer.alloc(16)
      header.writeUInt32BE(length, 0)
      const socket = connect(smsc.port, '127.0.0.1')
      socket.on('error', () => {}).resume()
      socket.write(header)
      await new Promise((resolve) => socket.once('close', resolve))
    }
    assert.equal((await other.submit(plainPhone)).status, status.ok)
    assert.equal(smsc.counts().bound, 1)
  })

  it('support TLS', async (test) => {
    const { key, cert, ca } = createCertificate()
    const { smsc } = await openSmsc(test, { tls: { key, cert } })
    const socket = connectTls({ port: smsc.port, host: '127.0.0.1', ca })
    await once(socket, 'secureConnect')
    const link = createLink(socket, { answerMs: 5_000, enquireMs: 0, onRequest() {} })
    test.after(() => link.destroy('the test is over'))
    assert.equal((await link.request('bind_transmitter', { system_id: 'test', password: '' })).status, status.ok)
  })
})

describe('a repeated message', () => {
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

  it('counts once as distinct, then as a duplicate, per segment', async (test) => {
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

  it('is recognized in data_sm too', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const { link, delivered } = await bindEsme(test, smsc)
    const fields = {
      source_addr: 'INFO',
      destination_addr: plainPhone,
      registered_delivery: 1,
      data_coding: 0,
      message_payload: Buffer.from('Habari'),
    }
    const { status: commandStatus, fields: answer } = await link.request('data_sm', fields)
    assert.equal(commandStatus, status.ok)
    clock.moveForward(minute)
    await until('its receipt', () => delivered.length === 1)
    assert.equal(delivered[0]?.fields.receipted_message_id, answer.message_id)
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import smpp from 'smpp'
import type { Command } from '../src/engine/smpp/codec/commands.ts'
import { decodePdu, encodePdu, type Fields, status } from '../src/engine/smpp/pdu.ts'
import { message, startSmpp } from './smpp.ts'
import { commandNames, fieldsOf, tlvsFor } from './smpp-fields.ts'
import { openSmsc } from './smsc.ts'
import { until } from './world.ts'

type ForeignPdu = InstanceType<typeof smpp.PDU>
type ForeignSession = ReturnType<typeof smpp.connect>

/** TLVs for which the package uses the names or sizes of SMPP 5.0. */
const otherTlvs = ['source_telematics_id', 'destination_port', 'ms_validity', 'alert_on_message_delivery']
/** Fields that the package does not convert. It converts message texts, times and addresses. */
const isPlain = ([name, value]: [string, unknown]) =>
  typeof value === 'number' || (typeof value === 'string' && !/_time$|_period$|_date$/.test(name))
const plainOf = (fields: object) => Object.fromEntries(Object.entries(fields).filter(isPlain))

const theirs = (command: string, fields: object) => new smpp.PDU(command, { ...fields, sequence_number: 7 }).toBuffer()

describe('codec compared with the smpp package', () => {
  for (const command of commandNames) {
    const fields: fc.Arbitrary<Fields> = fc
      .tuple(fieldsOf(command), tlvsFor(command, otherTlvs))
      .map(([body, tlvs]) => ({ ...body, ...tlvs }))

    it(`writes the same bytes for ${command}, and each decodes the other's`, () => {
      fc.assert(
        fc.property(fields, (values) => {
          const bytes = encodePdu(command satisfies Command, 7, values)
          assert.equal(bytes.toString('hex'), theirs(command, values).toString('hex'))
          const { command: name, sequence, fields: read } = decodePdu(bytes)
          assert.deepEqual([name, sequence, read], [command, 7, values])
          const foreign = new smpp.PDU(bytes)
          assert.deepEqual([foreign.command, foreign.sequence_number], [command, 7])
          for (const [field, value] of Object.entries(plainOf(values))) assert.equal(foreign[field], value, field)
        }),
      )
    })
  }
})

function ask(session: ForeignSession, command: string, fields: object = {}): Promise<ForeignPdu> {
  return new Promise((resolve) => session.send(new smpp.PDU(command, { ...fields }), resolve))
}

async function connectForeign(test: TestContext, port: number): Promise<ForeignSession> {
  const session = smpp.connect({ host: '127.0.0.1', port })
  test.after(() => session.destroy())
  await once(session, 'connect')
  return session
}

describe('sessions with the smpp package', () => {
  const addresses = { source_addr: 'INFO', source_addr_ton: 5, destination_addr: '255712345678', dest_addr_ton: 1 }

  it('bind to our message centre, submit, get a receipt, query and unbind', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const session = await connectForeign(test, smsc.port)
    const receipts: ForeignPdu[] = []
    session.on('deliver_sm', (pdu: ForeignPdu) => {
      receipts.push(pdu)
      session.send(pdu.response())
    })
    const bound = await ask(session, 'bind_transceiver', { system_id: 'test', password: 'x', interface_version: 0x34 })
    assert.deepEqual([bound.command_status, bound.system_id], [status.ok, 'ngoma'])
    assert.equal((await ask(session, 'enquire_link')).command, 'enquire_link_resp')

    const taken = await ask(session, 'submit_sm', { ...addresses, registered_delivery: 1, short_message: 'Habari' })
    assert.equal(taken.command_status, status.ok)
    const query = { message_id: taken.message_id, source_addr: 'INFO' }
    assert.equal((await ask(session, 'query_sm', query)).message_state, 1)
    clock.moveForward(60_000)
    await until('the receipt', () => receipts.length === 1)
    const [receipt = assert.fail()] = receipts
    assert.equal(receipt.receipted_message_id, taken.message_id)
    assert.match((receipt.short_message as { message: string }).message, /stat:DELIVRD .*text:Habari$/)
    await until('the acknowledgement of the receipt', () => smsc.counts().receiptsAcknowledged === 1)
    const { message_state: state, final_date: finalDate } = await ask(session, 'query_sm', query)
    assert.deepEqual([state, finalDate instanceof Date], [2, true])
    assert.equal((await ask(session, 'cancel_sm', query)).command_status, status.cancelFailed)
    assert.equal((await ask(session, 'replace_sm', query)).command_status, status.replaceFailed)
    assert.equal((await ask(session, 'unbind')).command_status, status.ok)
  })

  it('serve our carrier, with receipts and messages in both directions', async (test) => {
    const submits: ForeignPdu[] = []
    const sessions: ForeignSession[] = []
    const server = smpp.createServer((session) => {
      sessions.push(session)
      session.on('error', () => {})
      session.on('bind_transceiver', (pdu: ForeignPdu) => session.send(pdu.response({ system_id: 'foreign' })))
      for (const command of ['enquire_link', 'unbind'])
        session.on(command, (pdu: ForeignPdu) => session.send(pdu.response()))
      session.on('submit_sm', (pdu: ForeignPdu) => {
        submits.push(pdu)
        session.send(pdu.response({ message_id: `a${submits.length}` }))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    test.after(() => {
      for (const session of sessions) session.destroy()
      server.close()
    })
    const { carrier, recorded } = await startSmpp(test, (server.address() as AddressInfo).port)
    const { references } = await carrier.submit({ ...message(1), parts: ['one, [€] ', 'two'] })
    assert.deepEqual(references, ['a1', 'a2'])
    assert.deepEqual(
      submits.map(({ short_message: text }) => (text as { message: string }).message),
      ['one, [€] ', 'two'],
    )

    const [session = assert.fail()] = sessions
    const receipt = 'id:a1 sub:001 dlvrd:001 submit date:2601010101 done date:2601010101 stat:DELIVRD err:000 text:one'
    const answered = await ask(session, 'deliver_sm', { ...addresses, esm_class: 4, short_message: receipt })
    assert.equal(answered.command_status, status.ok)
    assert.deepEqual(
      recorded.receipts.map(({ reference, status: delivered }) => [reference, delivered]),
      [['a1', 'DELIVERED']],
    )
    const turkish = { udh: Buffer.from([6, 0x24, 1, 1, 0x25, 1, 1]), message: 'Günaydın, İğne {€}' }
    const portuguese = { udh: Buffer.from([6, 0x24, 1, 3, 0x25, 1, 3]), message: 'Não, você ∞ ΦΩ [x]' }
    for (const text of ['STOP', 'Habari 😀', 'Olá, São Paulo', turkish, portuguese])
      assert.equal((await ask(session, 'deliver_sm', { ...addresses, short_message: text })).command_status, status.ok)
    assert.deepEqual(
      recorded.messages.map(({ text }) => text),
      ['STOP', 'Habari 😀', 'Olá, São Paulo', turkish.message, portuguese.message],
    )
  })
})

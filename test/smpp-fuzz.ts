/** Random bytes for an SMPP server, which depend on the seed only. */
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import type { Command } from '../src/engine/smpp/codec/commands.ts'
import { encodePdu, type Fields } from '../src/engine/smpp/pdu.ts'
import { type Login, submitFields } from './smpp-customer.ts'
import { commandNames, fieldsOf, tlvsFor } from './smpp-fields.ts'

const pdusEach = 40

/** Connects, usually binds, sends random PDUs and ends. Resolves when the connection is closed. */
export async function fuzzConnection(port: number, login: Login, seed: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  // The server may close the connection while bytes are being written.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const answered = new Promise<void>((resolve) => void socket.once('data', () => resolve()))
  socket.resume()
  await once(socket, 'connect')
  const [isBound] = fc.sample(fc.integer({ min: 0, max: 9 }), { seed, numRuns: 1 })
  const bind = { system_id: login.systemId, password: login.password, interface_version: 0x34 }
  if (isBound !== 0) {
    socket.write(encodePdu('bind_transceiver', 1, bind))
    await Promise.race([answered, closed])
  }
  for (const bytes of fc.sample(arbitraryPdu, { seed, numRuns: pdusEach })) if (socket.writable) socket.write(bytes)
  // A wrong length makes the server wait for more bytes, so it may answer nothing more.
  socket.end()
  await closed
}

/** Mostly submits: of other commands, the server reads little. */
const anyCommand = fc.constantFrom<Command>(...commandNames.filter((one) => !/^(un|)bind|_resp$/.test(one)))
const sequence = fc.integer({ min: 1, max: 0x7fff_ffff })

const message = fc.record(
  {
    data_coding: fc.nat(0xff),
    esm_class: fc.constantFrom(0, 0, 3, 0x40, 0x40, 0xff),
    registered_delivery: fc.nat(0xff),
    short_message: fc.uint8Array({ minLength: 0, maxLength: 160 }).map((bytes) => Buffer.from(bytes)),
    destination_addr: fc.constantFrom('255712345678', '+255712345679', '0712345678', '12', ''),
    schedule_delivery_time: fc.constantFrom('', '', '000001000000000R', 'x'),
    user_message_reference: fc.nat(0xffff),
    sar_msg_ref_num: fc.nat(3),
    sar_total_segments: fc.nat(3),
    sar_segment_seqnum: fc.nat(3),
  },
  { requiredKeys: ['short_message'], noNullPrototype: true },
)

const submit = fc
  .tuple(message, sequence)
  .map(([fields, number]) => encodePdu('submit_sm', number, submitFields(fields as Fields)))

const other = anyCommand.chain((command) =>
  fc
    .tuple(fieldsOf(command), tlvsFor(command), sequence)
    .map(([fields, tlvs, number]) => encodePdu(command, number, { ...fields, ...tlvs })),
)

/** Changes one byte after the length, which would end the connection, or cuts the PDU and corrects its length. */
const broken = fc
  .tuple(fc.oneof(submit, other), fc.nat(), fc.nat(0xff), fc.boolean())
  .map(([pdu, place, value, cuts]) => {
    const bytes = Buffer.from(pdu)
    if (!cuts) {
      bytes[4 + (place % (bytes.length - 4))] = value
      return bytes
    }
    const cut = Buffer.from(bytes.subarray(0, 16 + (place % (bytes.length - 15))))
    cut.writeUInt32BE(cut.length)
    return cut
  })

const garbage = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes))

const arbitraryPdu = fc.oneof(
  { arbitrary: submit, weight: 10 },
  { arbitrary: other, weight: 6 },
  { arbitrary: broken, weight: 6 },
  { arbitrary: garbage, weight: 1 },
)

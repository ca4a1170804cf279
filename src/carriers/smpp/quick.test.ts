import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodePdu, encodePdu, type Fields, headerBytes, type Pdu } from './pdu.ts'
import { quickCodec } from './quick.ts'

const byte = fc.integer({ min: 0, max: 255 })
const word = (max: number) => fc.string({ unit: fc.constantFrom(...'abcXYZ0189+ _@\u00e9'), maxLength: max })
const bytes = (max: number) => fc.uint8Array({ maxLength: max }).map((array) => Buffer.from(array))
const ascii = fc
  .string({ unit: fc.constantFrom(...'id:sub DELIVRD 0123456789\n_@[é'), maxLength: 160 })
  .map((text) => Buffer.from(text, 'latin1'))
const time = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('', '000002000000000R') },
  { weight: 1, arbitrary: fc.constantFrom('261115140000000+', '0100') },
)

const bodies = {
  service_type: word(6),
  source_addr_ton: byte,
  source_addr_npi: byte,
  source_addr: word(21),
  dest_addr_ton: byte,
  dest_addr_npi: byte,
  destination_addr: word(21),
  esm_class: fc.constantFrom(0, 0x04, 0x40, 0x20),
  protocol_id: byte,
  priority_flag: byte,
  registered_delivery: byte,
  replace_if_present_flag: byte,
  data_coding: fc.oneof(fc.constantFrom(0, 0, 1, 3, 4, 8, 0x10, 0xf1), byte),
  sm_default_msg_id: byte,
  short_message: fc.oneof(bytes(254), ascii),
}
const submit: fc.Arbitrary<Fields> = fc.record(
  {
    ...bodies,
    schedule_delivery_time: time,
    validity_period: time,
    sar_msg_ref_num: fc.nat(65_535),
    message_payload: bytes(300),
  },
  { requiredKeys: ['data_coding', 'short_message'] },
)
const tlvs = {
  receipted_message_id: word(40),
  message_state: byte,
  network_error_code: bytes(3),
  user_message_reference: fc.nat(65_535),
  message_payload: bytes(300),
}
const deliver: fc.Arbitrary<Fields> = fc.record(
  { ...bodies, ...tlvs },
  { requiredKeys: ['data_coding', 'short_message'] },
)

/** What the codec makes of it, fields in any order; or that it can't. */
function readBy(decode: (bytes: Buffer) => Pdu, frame: Buffer): unknown {
  try {
    const { fields, ...rest } = decode(Buffer.from(frame))
    return {
      ...rest,
      fields: Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))),
    }
  } catch {
    return 'not to be read'
  }
}

function assertSame(frame: Buffer): void {
  assert.deepEqual(readBy(quickCodec.decode, frame), readBy(decodePdu, frame))
}

describe('what is read and written by hand', () => {
  it('is written as the codec writes it', () => {
    fc.assert(
      fc.property(submit, fc.integer({ min: 1, max: 0x7fff_ffff }), (fields, sequence) => {
        assert.deepEqual(
          quickCodec.encode('submit_sm', sequence, fields),
          encodePdu('submit_sm', sequence, { ...fields }),
        )
      }),
      { numRuns: 1_000 },
    )
    for (const commandStatus of [0, 0x64]) {
      for (const fields of [undefined, {}, { message_id: 'x' }]) {
        assert.deepEqual(
          quickCodec.encode('deliver_sm_resp', 7, fields, commandStatus),
          encodePdu('deliver_sm_resp', 7, fields, commandStatus),
        )
      }
    }
    assert.deepEqual(quickCodec.encode('enquire_link', 7), encodePdu('enquire_link', 7))
  })

  it('is read as the codec reads it', () => {
    fc.assert(
      fc.property(deliver, (fields) => assertSame(encodePdu('deliver_sm', 7, fields))),
      { numRuns: 1_000 },
    )
    fc.assert(fc.property(word(65), (id) => assertSame(encodePdu('submit_sm_resp', 7, { message_id: id }))))
    assertSame(encodePdu('submit_sm_resp', 7, {}, 0x58))
    assertSame(encodePdu('submit_sm_resp', 7, { message_id: '1', additional_status_info_text: 'x' }))
  })

  it('is read as the codec reads it where it is cut short, or a byte is wrong', () => {
    fc.assert(
      fc.property(deliver, fc.nat(), fc.nat(), byte, (fields, cut, place, wrong) => {
        const frame = encodePdu('deliver_sm', 7, fields)
        const short = Buffer.from(frame.subarray(0, headerBytes + (cut % (frame.length - headerBytes))))
        short.writeUInt32BE(short.length, 0)
        assertSame(short)
        frame[headerBytes + (place % (frame.length - headerBytes))] = wrong
        assertSame(frame)
      }),
      { numRuns: 1_000 },
    )
  })
})

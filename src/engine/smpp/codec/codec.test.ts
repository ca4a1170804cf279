import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { commandNames, fieldsOf, tlvsFor } from '../../../../test/smpp-fields.ts'
import { decodeHeader, decodePdu, encodePdu, type Fields, status } from '../pdu.ts'
import { BadPdu } from './bad-pdu.ts'
import { commands, isResponseId } from './commands.ts'
import { createFramer, headerBytes, pduBytesMax } from './framer.ts'

const sequence = fc.integer({ min: 1, max: 0x7fff_ffff })

function withLength(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(copy.length, 0)
  return copy
}

/** The decoded PDU, or null for a bad one. Other errors fail the test. */
function tryDecode(bytes: Buffer) {
  try {
    return decodePdu(bytes)
  } catch (error) {
    if (error instanceof BadPdu) return null
    throw error
  }
}

describe('a PDU', () => {
  for (const command of commandNames) {
    it(`is decoded as it was encoded: ${command}`, () => {
      fc.assert(
        fc.property(fieldsOf(command), tlvsFor(command), sequence, (fields, tlvs, number) => {
          const bytes = encodePdu(command, number, { ...fields, ...tlvs })
          const { bytes: _, ...pdu } = decodePdu(bytes)
          assert.deepEqual(pdu, {
            ...{ command, status: status.ok, sequence: number, isResponse: isResponseId(commands[command][0]) },
            fields: { ...fields, ...tlvs },
          })
          assert.equal(bytes.readUInt32BE(0), bytes.length)
        }),
      )
    })

    it(`is bad when truncated within its fields: ${command}`, () => {
      fc.assert(
        fc.property(fieldsOf(command), fc.nat(), (fields, place) => {
          const bytes = encodePdu(command, 1, fields)
          if (bytes.length === headerBytes) return
          const cut = tryDecode(withLength(bytes.subarray(0, headerBytes + (place % (bytes.length - headerBytes)))))
          // A response may omit fields at its end.
          if (cut !== null) assert.ok(isResponseId(commands[command][0]))
        }),
      )
    })

    it(`is valid or bad for any bytes: ${command}`, () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 120 }), (body) => {
          const bytes = withLength(Buffer.concat([Buffer.alloc(headerBytes), body]))
          bytes.writeUInt32BE(commands[command][0], 4)
          tryDecode(bytes)
        }),
      )
    })
  }

  it('without a body is valid as a response but not as a request', () => {
    assert.deepEqual(decodePdu(encodePdu('submit_sm_resp', 7, {}, status.throttled)).fields, { message_id: '' })
    assert.equal(tryDecode(encodePdu('submit_sm', 7, {}, status.throttled)), null)
  })

  it('with an error status has no body', () => {
    assert.equal(encodePdu('submit_sm_resp', 7, { message_id: 'x' }, status.systemError).length, headerBytes)
  })

  it('of an unknown command keeps its header', () => {
    const bytes = encodePdu('enquire_link', 7)
    bytes.writeUInt32BE(0x0000_0777, 4)
    const { command, sequence: number, isResponse, fields } = decodePdu(bytes)
    assert.deepEqual([command, number, isResponse, fields], ['unknown', 7, false, {}])
    assert.equal(decodeHeader(bytes).command, 'unknown')
  })

  it('omits fields of other commands', () => {
    assert.deepEqual(encodePdu('enquire_link', 7, { message_id: 'x', source_addr: 'y' }), encodePdu('enquire_link', 7))
  })

  it('encodes text by data_coding, after the header', () => {
    const shortOf = (fields: Fields) =>
      decodePdu(encodePdu('submit_sm', 1, fields)).fields.short_message?.toString('hex')
    assert.equal(shortOf({ short_message: '@' }), '00')
    assert.equal(shortOf({ short_message: 'é', data_coding: 3 }), 'e9')
    assert.equal(shortOf({ short_message: 'ж', data_coding: 8 }), '0436')
    assert.equal(shortOf({ short_message: { udh: Buffer.from([2, 0x24, 0]), message: 'A' } }), '02240041')
  })

  const refused: readonly [title: string, command: string, fields: Fields][] = [
    ['a command that SMPP 3.4 does not define', 'broadcast_sm', {}],
    ['a number that exceeds a byte', 'submit_sm', { data_coding: 256 }],
    ['a negative number', 'submit_sm', { esm_class: -1 }],
    ['a fraction', 'submit_sm', { esm_class: 0.5 }],
    ['a number that is too long for its TLV', 'submit_sm', { sar_msg_ref_num: 0x1_0000 }],
    ['a zero in a text', 'submit_sm', { source_addr: 'IN\0FO' }],
    ['a character that is not Latin-1', 'submit_sm', { source_addr: 'ДОМ' }],
    ['a text of 256 bytes', 'submit_sm', { short_message: Buffer.alloc(256) }],
    ['a PDU that is too long', 'submit_sm', { message_payload: Buffer.alloc(pduBytesMax) }],
  ]
  for (const [title, command, fields] of refused) {
    it(`is rejected with ${title}, without affecting the next`, () => {
      assert.throws(() => encodePdu(command, 1, fields), BadPdu)
      assert.equal(encodePdu('enquire_link', 2).toString('hex'), '00000010000000150000000000000002')
    })
  }

  it('is not overwritten by later PDUs', () => {
    const first = encodePdu('submit_sm', 1, { message_payload: Buffer.alloc(9_000, 1) })
    const copy = Buffer.from(first)
    for (let number = 2; number < 200; number += 1)
      encodePdu('submit_sm', number, { message_payload: Buffer.alloc(9_000, 2) })
    assert.deepEqual(first, copy)
  })
})

describe('a TLV', () => {
  const read = (hex: string) => {
    const bytes = Buffer.concat([encodePdu('deliver_sm_resp', 1), Buffer.from(hex, 'hex')])
    const { message_id: _, ...fields } = tryDecode(withLength(bytes))?.fields ?? assert.fail()
    return fields
  }
  for (const [title, hex, fields] of [
    ['that is unknown is kept as bytes', '1400000241420000', { '0x1400': Buffer.from('AB') }],
    [
      'with a number of unusual length is read',
      '04270002000504230001ff',
      {
        message_state: 5,
        network_error_code: Buffer.from([0xff]),
      },
    ],
    ['with a number of an impossible length is kept as bytes', '04270000', { '0x0427': Buffer.alloc(0) }],
    ['with an unterminated text is read', '001e0003616263', { receipted_message_id: 'abc' }],
    ['with a text that ends early is read up to its end', '001e000561620063ff', { receipted_message_id: 'ab' }],
    ['that may repeat is a list', '03810001010381000102', { callback_num: [Buffer.from([1]), Buffer.from([2])] }],
    ['that must not repeat keeps its last value', '0427000101042700010a', { message_state: 10 }],
    ['needs at least four bytes at the end', '042700', {}],
  ] as const)
    it(title, () => assert.deepEqual(read(hex), fields))

  it('that is longer than its PDU makes it bad', () => {
    assert.equal(tryDecode(withLength(Buffer.concat([encodePdu('unbind', 1), Buffer.from('0427000201', 'hex')]))), null)
  })

  it('that is unknown is written by its tag', () => {
    const bytes = encodePdu('enquire_link', 1, { '0x1400': Buffer.from('AB') })
    assert.equal(bytes.subarray(headerBytes).toString('hex'), '140000024142')
  })
})

describe('framing', () => {
  it('splits a stream into PDUs for any chunks', () => {
    const pdus = fc.array(
      fc.nat(300).map((length) => encodePdu('data_sm', 1, { message_payload: Buffer.alloc(length) })),
    )
    fc.assert(
      fc.property(pdus, fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }), (sent, cuts) => {
        const framer = createFramer()
        const stream = Buffer.concat(sent)
        const got: Buffer[] = []
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const end = at + (cuts[turn % cuts.length] ?? 1)
          got.push(...framer.push(stream.subarray(at, end)))
          at = end
        }
        assert.deepEqual(got, sent)
      }),
    )
  })

  it('rejects a length that is too small or too large', () => {
    for (const length of [0, headerBytes - 1, pduBytesMax + 1, 0xffff_ffff]) {
      const header = Buffer.alloc(headerBytes)
      header.writeUInt32BE(length)
      assert.throws(() => createFramer().push(header), BadPdu)
    }
  })
})

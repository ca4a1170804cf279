import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodePdu, encodePdu, type Fields } from '../../engine/smpp/pdu.ts'
import { readDelivery, referenceOf } from './receipt.ts'
import { type IdForm, readSettings } from './settings.ts'

const now = new Date('2026-03-01T10:30:00.000Z')
const standard =
  'id:0123456789 sub:001 dlvrd:001 submit date:2603011025 done date:2603011026 stat:DELIVRD err:000 text:Habari'
const settingsWith = (changes: object = {}) =>
  readSettings({ host: 'smsc.example', systemId: 'ngoma', ...changes }, ['password'])

/** Sent over the wire, so that it is read as the codec decodes it. */
function read(fields: Fields, changes: object = {}) {
  const text = fields.short_message
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : (text ?? Buffer.alloc(0))
  return readDelivery(
    decodePdu(encodePdu('deliver_sm', 1, { esm_class: 4, data_coding: 0, ...fields, short_message: bytes })),
    settingsWith(changes),
    now,
  )
}

function receiptOf(fields: Fields, changes: object = {}) {
  const delivery = read(fields, changes)
  assert.equal(delivery.kind, 'receipt', JSON.stringify(delivery))
  return delivery.kind === 'receipt' ? delivery.receipt : assert.fail()
}

describe('readDelivery', () => {
  it('reads a receipt from its text', () => {
    const expected = {
      reference: '123456789',
      status: 'DELIVERED',
      reason: null,
      at: new Date('2026-03-01T10:26:00.000Z'),
    }
    assert.deepEqual(receiptOf({ short_message: standard }), expected)
    assert.deepEqual(receiptOf({ short_message: Buffer.alloc(0), message_payload: Buffer.from(standard) }), expected)
    assert.deepEqual(receiptOf({ short_message: standard, data_coding: 3 }), expected)
    assert.deepEqual(receiptOf({ short_message: standard, data_coding: 4 }), expected)
    assert.deepEqual(receiptOf({ short_message: Buffer.from(standard, 'utf16le').swap16(), data_coding: 8 }), expected)
  })

  const spellings: readonly [title: string, text: string, reference: string][] = [
    ['in capitals', standard.toUpperCase(), '123456789'],
    ['with odd spacing', 'ID : 77  SUB:001   submit date : 2603011025  stat : DELIVRD', '77'],
    ['with letters in its id', standard.replace('0123456789', '00aB-7f.C'), 'ab-7f.c'],
    ['with an underscore in its id', standard.replace('0123456789', 'node_7@x'), 'node_7@x'],
    ['in another order', 'stat:DELIVRD id:5', '5'],
    [
      'without spaces in the names',
      standard.replace('submit date', 'submitdate').replace('done date', 'Done_Date'),
      '123456789',
    ],
    ['with another receipt in the text of the message', `${standard} id:666 stat:UNDELIV`, '123456789'],
    ['with an id of zeros', 'id:0000 stat:DELIVRD', '0'],
  ]
  for (const [title, text, reference] of spellings) {
    it(`reads a receipt ${title}`, () => {
      const receipt = receiptOf({ short_message: text })
      assert.deepEqual([receipt.reference, receipt.status], [reference, 'DELIVERED'])
    })
  }

  const states: readonly [stat: string, err: string, status: string, reason: string | null][] = [
    ['DELIVRD', '000', 'DELIVERED', null],
    ['delivered', '', 'DELIVERED', null],
    ['DELIVRD', '027', 'DELIVERED', null],
    ['EXPIRED', '000', 'UNDELIVERED', 'carrier_expired'],
    ['DELETED', '', 'UNDELIVERED', 'carrier_deleted'],
    ['UNDELIV', '027', 'UNDELIVERED', 'carrier_undelivered_27'],
    ['UNDELIVERED', '1A', 'UNDELIVERED', 'carrier_undelivered_1a'],
    ['UNDELIV', 'an error in words', 'UNDELIVERED', 'carrier_undelivered'],
    ['UNDELIV', '1234567', 'UNDELIVERED', 'carrier_undelivered'],
    ['UNKNOWN', '0', 'UNDELIVERED', 'carrier_unknown'],
    ['REJECTD', '8', 'UNDELIVERED', 'carrier_rejected_8'],
    ['SKIPPED', '000', 'UNDELIVERED', 'carrier_skipped'],
    ['FAILED', '000', 'UNDELIVERED', 'carrier_undelivered'],
  ]
  for (const [stat, err, status, reason] of states) {
    it(`with ${stat} and error ${JSON.stringify(err)} means ${status}, ${reason ?? 'without a reason'}`, () => {
      const receipt = receiptOf({ short_message: `id:1 stat:${stat} err:${err} text:x` })
      assert.deepEqual([receipt.status, receipt.reason], [status, reason])
      assert.match(receipt.reason ?? 'a', /^[a-z][a-z0-9_]{0,39}$/)
    })
  }

  const receiptErrors = {
    '006': 'retry absent_subscriber',
    'rejected/006': 'barred',
    '0x1B': 'retry',
    expired: 'retry',
    rejected: 'fail refused_by_network',
    unknown: 'lost',
  }
  const changedStates: readonly [stat: string, err: string, reason: string, retry: boolean][] = [
    ['UNDELIV', '006', 'absent_subscriber', true],
    ['UNDELIV', '6', 'absent_subscriber', true],
    ['EXPIRED', '006', 'absent_subscriber', true],
    ['REJECTD', '006', 'barred', true],
    ['REJECTD', '7', 'refused_by_network', false],
    ['UNDELIV', '027', 'carrier_undelivered_27', true],
    ['EXPIRED', '000', 'carrier_expired', true],
    ['UNKNOWN', '', 'lost', false],
    ['UNDELIV', '007', 'carrier_undelivered_7', false],
  ]
  for (const [stat, err, reason, retry] of changedStates) {
    it(`with ${stat} and error ${JSON.stringify(err)} means ${reason} by the settings`, () => {
      const receipt = receiptOf({ short_message: `id:1 stat:${stat} err:${err} text:x` }, { receiptErrors })
      assert.deepEqual([receipt.status, receipt.reason, receipt.retry], ['UNDELIVERED', reason, retry])
    })
  }

  it('keeps state and code when the settings have another reason', () => {
    const carrierReasonOf = (stat: string, err: string) =>
      receiptOf({ short_message: `id:1 stat:${stat} err:${err} text:x` }, { receiptErrors }).carrierReason
    assert.equal(carrierReasonOf('EXPIRED', '006'), 'carrier_expired_6')
    assert.equal(carrierReasonOf('UNDELIV', '007'), undefined)
  })

  it('ignores the settings for a delivered message', () => {
    const receipt = receiptOf({ short_message: 'id:1 stat:DELIVRD err:006 text:x' }, { receiptErrors })
    assert.deepEqual([receipt.status, receipt.reason, receipt.retry], ['DELIVERED', null, undefined])
  })

  it('prefers TLVs to the text', () => {
    const tlvs = { receipted_message_id: '00AF', message_state: 5, network_error_code: Buffer.from([3, 0, 27]) }
    const expected = { reference: 'af', status: 'UNDELIVERED', reason: 'carrier_undelivered_27' }
    assert.deepEqual(receiptOf(tlvs), { ...expected, at: now })
    assert.deepEqual(receiptOf({ ...tlvs, esm_class: 0 }), { ...expected, at: now })
    assert.deepEqual(receiptOf({ ...tlvs, short_message: standard }), {
      ...expected,
      at: new Date('2026-03-01T10:26:00.000Z'),
    })
    assert.equal(receiptOf({ short_message: standard, message_state: 77 }).status, 'DELIVERED')
    assert.equal(receiptOf({ short_message: standard, receipted_message_id: '' }).reference, '123456789')
    assert.equal(
      receiptOf({ message_state: 3, receipted_message_id: '1', network_error_code: Buffer.from([3]) }).reason,
      'carrier_expired',
    )
  })

  it('reads the id from its TLV without the missing terminator', () => {
    const bytes = encodePdu('deliver_sm', 1, {
      esm_class: 4,
      data_coding: 0,
      receipted_message_id: 'abc',
      message_state: 2,
    })
    const start = bytes.indexOf(Buffer.from([0x00, 0x1e, 0x00, 0x04]))
    const cut = Buffer.concat([
      bytes.subarray(0, start),
      Buffer.from('001e0003616263', 'hex'),
      bytes.subarray(start + 8),
    ])
    cut.writeUInt32BE(cut.length, 0)
    const delivery = readDelivery(decodePdu(cut), settingsWith(), now)
    assert.equal(delivery.kind === 'receipt' && delivery.receipt.reference, 'abc')
  })

  const times: readonly [date: string, at: string | null][] = [
    ['2603011026', '2026-03-01T10:26:00.000Z'],
    ['260301102613', '2026-03-01T10:26:13.000Z'],
    ['20260301102613', '2026-03-01T10:26:13.000Z'],
    ['202603011026', '2026-03-01T10:26:00.000Z'],
    ['2026-03-01 10:26:13', '2026-03-01T10:26:13.000Z'],
    ['2602281042', '2026-02-28T10:42:00.000Z'],
    // Just arrived, by a carrier in UTC, with a clock that is a minute ahead, in Jamaica, and in India.
    ['2603011030', null],
    ['2603011029', null],
    ['260301102930', null],
    ['2603011031', null],
    ['2603010529', null],
    ['2603010531', null],
    ['2603011600', null],
    // Five hours late.
    ['2603010517', '2026-03-01T05:17:00.000Z'],
    ['2602281029', null],
    ['2603011326', null],
    ['2613311026', null],
    ['0000000000', null],
    ['soon', null],
    ['', null],
  ]
  for (const [date, at] of times) {
    it(`with the done date ${JSON.stringify(date)} is of ${at ?? 'the moment at which it came'}`, () => {
      assert.equal(
        receiptOf({ short_message: `id:1 done date:${date} stat:DELIVRD` }).at.toISOString(),
        at ?? now.toISOString(),
      )
    })
  }

  it('treats intermediate states as progress', () => {
    for (const stat of ['ENROUTE', 'ACCEPTD', 'SCHEDULED', 'accepted'])
      assert.deepEqual(read({ short_message: `id:1 stat:${stat}` }), { kind: 'progress' })
    for (const state of [0, 1, 6])
      assert.deepEqual(read({ receipted_message_id: '1', message_state: state, esm_class: 0 }), { kind: 'progress' })
    assert.deepEqual(read({ short_message: 'id:1 stat:UNDELIV', esm_class: 0x20 }), { kind: 'progress' })
    assert.deepEqual(read({ short_message: 'phone is off', esm_class: 0x20 }), { kind: 'progress' })
    assert.equal(receiptOf({ short_message: standard, esm_class: 0x20 }).status, 'DELIVERED')
  })

  it("does not treat a person's text in receipt format as a receipt, unless configured", () => {
    assert.deepEqual(read({ short_message: standard, esm_class: 0 }), { kind: 'message' })
    const unmarked = { unmarkedReceipts: true }
    assert.equal(receiptOf({ short_message: standard, esm_class: 0 }, unmarked).reference, '123456789')
    for (const text of [
      '',
      'Habari',
      'id:1',
      'my id:1 stat:DELIVRD',
      'id:1 stat:HUNGRY done date:2603011026',
      standard.replace('id:0123456789', 'id:'),
    ]) {
      assert.deepEqual(read({ short_message: text, esm_class: 0 }, unmarked), { kind: 'message' }, text)
    }
    assert.deepEqual(read({ short_message: standard, esm_class: 0x10 }, unmarked), { kind: 'message' })
  })

  it('explains why a receipt is unreadable', () => {
    assert.deepEqual(read({ short_message: 'stat:DELIVRD' }), {
      kind: 'unreadable',
      why: 'the receipt has no message ID',
    })
    assert.deepEqual(read({ short_message: 'id: sub:001 stat:DELIVRD' }), {
      kind: 'unreadable',
      why: 'the receipt has no message ID',
    })
    assert.deepEqual(read({ short_message: `id:${'1'.repeat(65)} stat:DELIVRD` }), {
      kind: 'unreadable',
      why: 'the receipt has no message ID',
    })
    assert.deepEqual(read({ short_message: 'id:1' }), { kind: 'unreadable', why: 'the receipt has no state' })
    assert.deepEqual(read({ short_message: 'id:1 stat:HUNGRY' }), {
      kind: 'unreadable',
      why: 'the receipt has the state HUNGRY',
    })
    assert.deepEqual(read({}), { kind: 'unreadable', why: 'the receipt has no message ID' })
  })

  it('reads a receipt from data_sm too', () => {
    const pdu = decodePdu(
      encodePdu('data_sm', 1, { esm_class: 4, data_coding: 0, message_payload: Buffer.from(standard) }),
    )
    assert.equal(readDelivery(pdu, settingsWith(), now).kind, 'receipt')
  })

  it('never fails for any bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 254 }),
      fc.string({ maxLength: 200 }).map((text) => Buffer.from(`id:${text} stat:DELIVRD`).subarray(0, 254)),
    )
    fc.assert(
      fc.property(bytes, fc.nat({ max: 255 }), fc.nat({ max: 255 }), (text, dataCoding, esmClass) => {
        const { kind } = read({ short_message: Buffer.from(text), data_coding: dataCoding, esm_class: esmClass })
        assert.ok(['receipt', 'progress', 'message', 'unreadable'].includes(kind))
      }),
    )
  })
})

describe('referenceOf', () => {
  const ids: readonly [id: string, form: IdForm, reference: string][] = [
    ['000aBc', 'text', 'abc'],
    ['0', 'text', '0'],
    ['', 'text', ''],
    [' 12 ', 'text', '12'],
    ['0012', 'decimal', '12'],
    ['12ab', 'decimal', '12ab'],
    ['00FF', 'hex', '255'],
    ['0xff', 'hex', '255'],
    ['node-7', 'hex', 'node-7'],
    ['FFFFFFFFFFFFFFFF', 'hex', '18446744073709551615'],
  ]
  for (const [id, form, reference] of ids)
    it(`for ${JSON.stringify(id)} as ${form} is ${JSON.stringify(reference)}`, () =>
      assert.equal(referenceOf(id, form), reference))

  it('gives the same reference for a hex response and a decimal receipt', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n }),
        (id) => referenceOf(id.toString(16).toUpperCase(), 'hex') === referenceOf(`00${id}`, 'decimal'),
      ),
    )
    assert.equal(
      receiptOf({ short_message: 'id:255 stat:DELIVRD' }, { answerIds: 'hex', receiptIds: 'decimal' }).reference,
      referenceOf('FF', 'hex'),
    )
  })
})

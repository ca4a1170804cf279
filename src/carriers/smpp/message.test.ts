import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { pduBytesMax } from '../../engine/smpp/codec/framer.ts'
import { encodePdu, type Fields } from '../../engine/smpp/pdu.ts'
import { decodeText, encodeText } from '../../engine/smpp/text.ts'
import { splitBinary, splitText } from '../../values/gsm.ts'
import type { Submission } from '../carrier.ts'
import { toSubmits } from './message.ts'
import { readSettings } from './settings.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const plain: Submission = {
  id: 0x1_2345,
  sender: 'INFO',
  phone: '255712345678',
  encoding: 'gsm',
  parts: ['Habari'],
  lane: 'single',
  validUntil: new Date('2026-03-04T10:00:00.000Z'),
}
const three = { ...plain, parts: ['one, ', 'two, ', 'three'] }
const settingsWith = (changes: object = {}) =>
  readSettings({ host: 'smsc.example', systemId: 'ngoma', ...changes }, ['password'])
const submits = (submission: Partial<Submission> = {}, changes: object = {}) =>
  toSubmits({ ...plain, ...submission }, settingsWith(changes), now)
const pick = (fields: Fields | undefined, ...names: (keyof Fields)[]) => names.map((name) => fields?.[name])
const bytesOf = (fields: Fields = {}, name: keyof Fields = 'short_message') => (fields[name] as Buffer).toString('hex')

describe('toSubmits', () => {
  it('makes one PDU that requests a receipt', () => {
    assert.deepEqual(submits({}, { serviceType: 'CMT' }), [
      {
        service_type: 'CMT',
        source_addr_ton: 5,
        source_addr_npi: 0,
        source_addr: 'INFO',
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: '255712345678',
        esm_class: 0,
        validity_period: '000003000000000R',
        registered_delivery: 1,
        data_coding: 0,
        short_message: Buffer.from('486162617269', 'hex'),
      },
    ])
  })

  const senders: readonly [sender: string, ton: number, npi: number, address: string][] = [
    ['INFO', 5, 0, 'INFO'],
    ['4Ngoma', 5, 0, '4Ngoma'],
    ['+Ngoma', 5, 0, '+Ngoma'],
    ['15015', 3, 0, '15015'],
    ['123456', 3, 0, '123456'],
    ['1234567', 1, 1, '1234567'],
    ['255712345678', 1, 1, '255712345678'],
    ['+255712345678', 1, 1, '255712345678'],
  ]
  for (const [sender, ton, npi, address] of senders) {
    it(`sends from ${sender} with type ${ton} and plan ${npi}`, () => {
      assert.deepEqual(pick(submits({ sender })[0], 'source_addr_ton', 'source_addr_npi', 'source_addr'), [
        ton,
        npi,
        address,
      ])
    })
  }

  it('uses the types and plans of the settings', () => {
    const addresses = { alphanumeric: { npi: 1 }, shortCode: { ton: 6 }, destination: { ton: 2, npi: 8 } }
    const [fields] = submits({}, { addresses })
    assert.deepEqual(pick(fields, 'source_addr_ton', 'source_addr_npi', 'dest_addr_ton', 'dest_addr_npi'), [5, 1, 2, 8])
    assert.deepEqual(pick(submits({ sender: '15015' }, { addresses })[0], 'source_addr_ton', 'source_addr_npi'), [6, 0])
  })

  const forms: readonly [changes: object, submission: Partial<Submission>, dataCoding: number, hex: string][] = [
    [{}, { parts: ['[é]'] }, 0, '1b3c051b3e'],
    [{ dataCoding: 1 }, { parts: ['é'] }, 1, '05'],
    [{ text: 'gsm7-packed', dataCoding: 0xf0 }, { parts: ['hello'] }, 0xf0, 'e8329bfd06'],
    [{ text: 'latin1' }, { parts: ['[é]'] }, 3, '5be95d'],
    [{ text: 'latin1', dataCoding: 0 }, { parts: ['é'] }, 0, 'e9'],
    [{ text: 'latin1' }, { parts: ['é€'] }, 0, '051b65'],
    [{ dataCoding: 1 }, { parts: ['ж'], encoding: 'ucs2' }, 8, '0436'],
    [{ text: 'latin1' }, { parts: ['é'], encoding: 'ucs2' }, 8, '00e9'],
  ]
  for (const [changes, submission, dataCoding, hex] of forms) {
    it(`has data_coding ${dataCoding} for ${submission.parts} in ${submission.encoding ?? 'gsm'} with ${JSON.stringify(changes)}`, () => {
      const [fields] = submits(submission, changes)
      assert.deepEqual([fields?.data_coding, bytesOf(fields)], [dataCoding, hex])
    })
  }

  const classes: readonly [changes: object, submission: Partial<Submission>, dataCoding: number, hex: string][] = [
    [{}, { messageClass: 0, parts: ['é'] }, 0x10, '05'],
    [{}, { messageClass: 1 }, 0x11, '486162617269'],
    [{}, { messageClass: 0, encoding: 'ucs2', parts: ['ж'] }, 0x18, '0436'],
    [{ dataCoding: 1 }, { messageClass: 0 }, 0x10, '486162617269'],
    [{ text: 'gsm7-packed', dataCoding: 0xf1 }, { messageClass: 0, parts: ['hello'] }, 0xf0, 'e8329bfd06'],
    [{ dataCoding: 0xf1 }, { messageClass: 0, encoding: 'ucs2', parts: ['ж'] }, 0x18, '0436'],
    [{ text: 'latin1' }, { messageClass: 0, parts: ['é'] }, 0x10, '05'],
    [{ text: 'latin1', dataCoding: 0 }, { messageClass: 0, parts: ['é'] }, 0x10, 'e9'],
  ]
  for (const [changes, submission, dataCoding, hex] of classes) {
    it(`has data_coding ${dataCoding} for class ${submission.messageClass} in ${submission.encoding ?? 'gsm'} with ${JSON.stringify(changes)}`, () => {
      const [fields] = submits(submission, changes)
      assert.deepEqual([fields?.data_coding, bytesOf(fields)], [dataCoding, hex])
    })
  }

  const ports = '0605040b8423f0'
  const body = 'a1'.repeat(200)
  type Sent = readonly [esmClass: number, dataCoding: number, bytes: string]
  const binaries: readonly [what: string, bytes: string, submission: Partial<Submission>, sent: readonly Sent[]][] = [
    ['bytes', '00ff7f', { binary: { dataCoding: 4, hasHeader: false } }, [[0, 4, '00ff7f']]],
    ['bytes of a class', '00ff', { binary: { dataCoding: 4, hasHeader: false }, messageClass: 2 }, [[0, 0x16, '00ff']]],
    ['bytes of a class of their own', '00', { binary: { dataCoding: 0xf5, hasHeader: false } }, [[0, 0xf5, '00']]],
    [
      'a class in the same group',
      '00',
      { binary: { dataCoding: 0xf5, hasHeader: false }, messageClass: 2 },
      [[0, 0xf6, '00']],
    ],
    ['a header', `${ports}ff`, { binary: { dataCoding: 0xf5, hasHeader: true } }, [[0x40, 0xf5, `${ports}ff`]]],
    [
      'septets with a header',
      '0401020304c8',
      { binary: { dataCoding: 0, hasHeader: true } },
      [[0x40, 0, '0401020304c8']],
    ],
    [
      'long bytes',
      body,
      { binary: { dataCoding: 4, hasHeader: false } },
      [
        [0x40, 4, `050003450201${body.slice(0, 268)}`],
        [0x40, 4, `050003450202${body.slice(268)}`],
      ],
    ],
    [
      'long bytes with a header',
      ports + body,
      { binary: { dataCoding: 4, hasHeader: true } },
      [
        [0x40, 4, `0b${ports.slice(2)}0003450201${body.slice(0, 256)}`],
        [0x40, 4, `0b${ports.slice(2)}0003450202${body.slice(256)}`],
      ],
    ],
  ]
  for (const [what, bytes, submission, sent] of binaries) {
    it(`transmits ${what} of a binary message unchanged`, () => {
      const all = submits({ ...submission, parts: splitBinary(bytes, submission.binary) }, { dataCoding: 1 })
      assert.deepEqual(
        all.map((fields) => [fields.esm_class, fields.data_coding, bytesOf(fields)]),
        sent,
      )
      assert.ok(all.every((fields) => bytesOf(fields).length <= 280))
    })
  }

  const joins: readonly [longMessages: string, names: readonly (keyof Fields)[], values: readonly unknown[]][] = [
    ['sar', ['esm_class', 'sar_total_segments', 'sar_segment_seqnum'], [0x40, 2, 1]],
    ['payload', ['esm_class', 'message_payload'], [0x40, Buffer.from(ports + body, 'hex')]],
  ]
  for (const [longMessages, names, values] of joins) {
    it(`joins a binary message with a header by ${longMessages}`, () => {
      const parts = splitBinary(ports + body, { hasHeader: true })
      const [first] = submits({ binary: { dataCoding: 4, hasHeader: true }, parts }, { longMessages })
      assert.deepEqual(pick(first, ...names), values)
    })
  }

  it('has the priority and the protocol identifier of the message, and none by default', () => {
    const fields = (submission: Partial<Submission>) => pick(submits(submission)[0], 'priority_flag', 'protocol_id')
    assert.deepEqual(fields({ priority: 3, protocolId: 0x7f }), [3, 0x7f])
    assert.deepEqual(fields({}), [undefined, undefined])
  })

  it('packs the septets of a text with a header for a carrier that packs texts', () => {
    const binary = { dataCoding: 0, hasHeader: true, isSeptets: true }
    const parts = [`${ports}${Buffer.from('hellohello').toString('hex')}`]
    const [packed] = submits({ binary, parts }, { text: 'gsm7-packed' })
    assert.equal(bytesOf(packed ?? {}), `${ports}${encodeText('hellohello', 'gsm7-packed', 7).toString('hex')}`)
  })

  it('adds a header to each part, with the same reference on every attempt', () => {
    const sent = submits(three)
    assert.deepEqual(
      sent.map((fields) => pick(fields, 'esm_class')),
      [[0x40], [0x40], [0x40]],
    )
    assert.deepEqual(
      sent.map((fields) => bytesOf(fields)),
      ['050003450301' + '6f6e652c20', '050003450302' + '74776f2c20', '050003450303' + '7468726565'],
    )
    assert.deepEqual(submits(three), sent)
  })

  it('fills up to a septet boundary after the header when septets are packed', () => {
    const [first] = submits({ parts: ['hello', 'b'] }, { text: 'gsm7-packed' })
    assert.equal(bytesOf(first), '050003450201' + 'd06536fb0d')
  })

  it('uses one encoding for all parts when Latin-1 fits only some', () => {
    assert.deepEqual(
      submits({ parts: ['é', '€'] }, { text: 'latin1' }).map(({ data_coding }) => data_coding),
      [0, 0],
    )
  })

  it('joins parts by TLVs when configured', () => {
    const sent = submits(three, { longMessages: 'sar' })
    assert.deepEqual(
      sent.map((fields) => pick(fields, 'esm_class', 'sar_msg_ref_num', 'sar_total_segments', 'sar_segment_seqnum')),
      [
        [0, 0x2345, 3, 1],
        [0, 0x2345, 3, 2],
        [0, 0x2345, 3, 3],
      ],
    )
    assert.equal(bytesOf(sent[2]), '7468726565')
    assert.equal('sar_msg_ref_num' in (submits({}, { longMessages: 'sar' })[0] ?? {}), false)
  })

  it('sends one payload when the carrier splits messages', () => {
    const [whole, ...others] = submits(three, { longMessages: 'payload' })
    assert.deepEqual(
      [others, bytesOf(whole), bytesOf(whole, 'message_payload')],
      [[], '', Buffer.from('one, two, three').toString('hex')],
    )
    assert.equal('message_payload' in (submits({}, { longMessages: 'payload' })[0] ?? {}), false)
  })

  it('sends parts when the payload would exceed a PDU', () => {
    const parts = splitText('a'.repeat(153 * 255), 'gsm')
    const sent = submits({ parts }, { longMessages: 'payload' })
    assert.equal(sent.length, 255)
    const longest = submits({ parts: parts.slice(0, 100) }, { longMessages: 'payload' })
    assert.equal(longest.length, 1)
    assert.ok(encodePdu('submit_sm', 1, longest[0]).length < pduBytesMax)
  })

  const validities: readonly [validity: string, leftSeconds: number, written: string][] = [
    ['relative', 72 * 3600, '000003000000000R'],
    ['relative', 3600 + 62, '000000010102000R'],
    ['relative', 720 * 3600, '000030000000000R'],
    ['relative', 9000 * 3600, '000030000000000R'],
    ['relative', 59.9, '000000000100000R'],
    ['relative', -5, '000000000100000R'],
    ['absolute', 72 * 3600, '260304100000000+'],
    ['absolute', 365 * 86_400 + 3661, '270301110101000+'],
    ['absolute', -5, '260301100100000+'],
    ['none', 3600, ''],
  ]
  for (const [validity, leftSeconds, written] of validities) {
    it(`says ${validity} that it is valid for ${leftSeconds} s as ${JSON.stringify(written)}`, () => {
      const [fields] = submits({ validUntil: new Date(now.getTime() + 1000 * leftSeconds) }, { validity })
      assert.equal(fields?.validity_period, written)
      // The codec must not convert it into a time of its own.
      assert.ok(encodePdu('submit_sm', 1, fields).includes(`\0\0\0\0${written}\0\x01`, 'latin1'))
    })
  }

  it('gives the original text when the parts are joined again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const parts = splitText(text, 'ucs2')
        const sent = submits({ encoding: 'ucs2', parts })
        const skip = parts.length === 1 ? 0 : 6
        const read = sent.map(({ short_message }) => {
          assert.ok((short_message as Buffer).length <= 140)
          return decodeText((short_message as Buffer).subarray(skip), 'ucs2')
        })
        assert.equal(read.join(''), text)
      }),
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { splitText } from '../../values/gsm.ts'
import type { Submission } from '../carrier.ts'
import { pduBytesMax } from '../../engine/smpp/codec/framer.ts'
import { toSubmits } from './message.ts'
import { encodePdu, type Fields } from '../../engine/smpp/pdu.ts'
import { readSettings } from './settings.ts'
import { decodeText } from '../../engine/smpp/text.ts'

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

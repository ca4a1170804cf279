import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitUserData } from '../../../engine/smpp/codec/fields.ts'
import { decodePdu, encodePdu } from '../../../engine/smpp/pdu.ts'
import { decodeText } from '../../../engine/smpp/text.ts'
import type { DefaultAlphabet } from '../../../values/smpp.ts'
import { deliveriesOf } from './message.ts'

const from = { id: 0x1_0203, phone: '255712345678', number: '15001' }
const written = (text: string, change: Partial<typeof from> = {}, alphabet: DefaultAlphabet = 'gsm7') =>
  deliveriesOf({ ...from, ...change, text }, alphabet).map(
    (fields) => decodePdu(encodePdu('deliver_sm', 1, fields)).fields,
  )

describe('deliveriesOf', () => {
  it('writes a text in the default alphabet', () => {
    const [fields, ...others] = written('Ndiyo @ {10} €')
    assert.equal(others.length, 0)
    assert.equal(decodeText(fields?.short_message ?? Buffer.alloc(0), 'gsm7'), 'Ndiyo @ {10} €')
    assert.partialDeepStrictEqual(fields, {
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: '255712345678',
      dest_addr_ton: 3,
      dest_addr_npi: 0,
      destination_addr: '15001',
      esm_class: 0,
      data_coding: 0,
    })
  })

  it('writes other texts in UCS-2, and an empty text', () => {
    const [fields] = written('Habari 👋 مرحبا')
    assert.equal(fields?.data_coding, 8)
    assert.equal(decodeText(fields?.short_message ?? Buffer.alloc(0), 'ucs2'), 'Habari 👋 مرحبا')
    assert.equal(written('')[0]?.short_message?.length, 0)
  })

  it('writes the type of the address', () => {
    const typeOf = (change: Partial<typeof from>) => {
      const [fields] = written('x', change)
      return [fields?.source_addr_ton, fields?.source_addr, fields?.dest_addr_ton, fields?.destination_addr]
    }
    assert.deepEqual(typeOf({ number: '255699000111' }), [1, '255712345678', 1, '255699000111'])
    assert.deepEqual(typeOf({ phone: 'a name longer than any address', number: '+255699000111' }), [
      5,
      'a name longer than a',
      1,
      '255699000111',
    ])
  })

  for (const [alphabet, form, letter, coding, parts] of [
    ['gsm7', 'gsm7', 'a', 0, 3],
    ['gsm7', 'ucs2', 'ж', 8, 5],
    ['gsm7-packed', 'gsm7-packed', 'é', 0, 3],
    ['gsm7-packed', 'ucs2', 'ç', 8, 5],
    ['latin1', 'latin1', 'ç', 0, 3],
    ['latin1', 'ucs2', '€', 8, 5],
  ] as const) {
    it(`writes ${letter} in ${form} for a customer with ${alphabet}, and splits it into parts with a reference`, () => {
      const [short] = written(letter, {}, alphabet)
      assert.equal(decodeText(short?.short_message ?? Buffer.alloc(0), form), letter)
      const text = letter.repeat(307)
      const deliveries = written(text, {}, alphabet)
      const pieces = deliveries.map(({ short_message: bytes = Buffer.alloc(0), esm_class: kind = 0, data_coding }) => {
        assert.ok(bytes.length <= 160)
        assert.equal(data_coding, coding)
        return splitUserData(bytes, kind)
      })
      assert.deepEqual(
        pieces.map(({ elements }) => [...(elements[0] ?? [])]),
        pieces.map((_, index) => [0, 3, 0x03, parts, index + 1]),
      )
      assert.equal(pieces.map((piece) => decodeText(piece.text, form, 6)).join(''), text)
    })
  }
})

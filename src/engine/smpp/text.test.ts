import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { GSM_BASIC, GSM_EXTENSION, splitText } from '../../values/gsm.ts'
import { alphabetOf } from './codec/alphabets.ts'
import { decodeText, encodeText, isLatin1, type TextForm } from './text.ts'

const encoded: readonly [title: string, text: string, form: TextForm, headerBytes: number, hex: string][] = [
  ['a septet in each byte', 'Hi @_', 'gsm7', 0, '4869200011'],
  ['extension characters after an escape', '[€]', 'gsm7', 0, '1b3c1b651b3e'],
  ['eight septets in seven bytes', 'hellohello', 'gsm7-packed', 0, 'e8329bfd4697d9ec37'],
  ['septets from the next multiple of seven bits after a header', 'hello', 'gsm7-packed', 6, 'd06536fb0d'],
  ['padded with a carriage return instead of an @', 'hellohe', 'gsm7-packed', 0, 'e8329bfd46971b'],
  ['an @ of the text', 'hellohe@', 'gsm7-packed', 0, 'e8329bfd469701'],
  ['one byte per character', 'ça va', 'latin1', 0, 'e761207661'],
  ['two bytes per unit, high byte first', 'жé', 'ucs2', 0, '043600e9'],
  ['a surrogate pair beyond the basic plane', '😀', 'ucs2', 0, 'd83dde00'],
]

const septetChars = [...GSM_BASIC.replace('\x1b', ''), ...GSM_EXTENSION.keys()]
const gsmText = fc.array(fc.constantFrom(...septetChars), { maxLength: 700 }).map((chars) => chars.join(''))
/** A carriage return at the end cannot be told from padding. */
const packedText = gsmText.filter((text) => !text.endsWith('\r'))

describe('text encoding', () => {
  for (const [title, text, form, headerBytes, hex] of encoded) {
    it(`in ${form} is ${title}`, () => {
      assert.equal(encodeText(text, form, headerBytes).toString('hex'), hex)
      assert.equal(decodeText(Buffer.from(hex, 'hex'), form, headerBytes), text)
    })
  }

  const texts: Readonly<Record<TextForm, fc.Arbitrary<string>>> = {
    gsm7: gsmText,
    'gsm7-packed': packedText,
    latin1: fc.array(fc.integer({ min: 0, max: 0xff })).map((codes) => String.fromCharCode(...codes)),
    ucs2: fc.string({ unit: 'binary' }),
  }
  for (const [form, text] of Object.entries(texts) as [TextForm, fc.Arbitrary<string>][]) {
    it(`in ${form} decodes to the original after a header of any length`, () => {
      fc.assert(
        fc.property(
          text,
          fc.nat({ max: 20 }),
          (one, headerBytes) => decodeText(encodeText(one, form, headerBytes), form, headerBytes) === one,
        ),
      )
    })
  }

  it('never exceeds the 140 bytes of a part, including the header', () => {
    fc.assert(
      fc.property(gsmText, (text) => {
        const parts = splitText(text, 'gsm')
        const headerBytes = parts.length === 1 ? 0 : 6
        for (const part of parts) assert.ok(headerBytes + encodeText(part, 'gsm7-packed', headerBytes).length <= 140)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const parts = splitText(text, 'ucs2')
        for (const part of parts) assert.ok((parts.length === 1 ? 0 : 6) + encodeText(part, 'ucs2').length <= 140)
      }),
    )
  })

  it('decodes any bytes without failing', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom<TextForm>('gsm7', 'gsm7-packed', 'latin1', 'ucs2'),
        (bytes, form) => {
          assert.equal(decodeText(bytes, form).includes('undefined'), false)
        },
      ),
    )
    assert.equal(decodeText(Buffer.from('1b1b411b', 'hex'), 'gsm7'), ' A ')
    assert.equal(decodeText(Buffer.from('1b41', 'hex'), 'gsm7'), 'A')
    assert.equal(decodeText(Buffer.from('004100', 'hex'), 'ucs2'), 'A')
  })

  const languages: readonly [title: string, header: string, hex: string, text: string][] = [
    ['Spanish after an escape', '240102', '1b411b091b411b65', 'ÁçÁ€'],
    ['Portuguese after an escape', '240103', '7b1b7b1b611b28', 'äãÂ{'],
    ['Portuguese without one', '250103', '7b0e1b65', 'ãÁ€'],
    ['Turkish in both', '250101240101', '07041b67', 'ı€ğ'],
    ['an unknown language as the default', '250109240109', '7b1b65', 'ä€'],
  ]
  for (const [title, header, hex, text] of languages) {
    it(`decodes ${title}`, () => {
      const bytes = Buffer.from(header, 'hex')
      const elements = [bytes.subarray(0, 3), bytes.subarray(3)].filter(({ length }) => length > 0)
      assert.equal(decodeText(Buffer.from(hex, 'hex'), 'gsm7', 0, alphabetOf(elements)), text)
    })
  }

  it('replaces characters that GSM 03.38 lacks with question marks', () => {
    assert.equal(decodeText(encodeText('aж\x1b`b', 'gsm7'), 'gsm7'), 'a???b')
  })

  it('is Latin-1 when all characters fit', () => {
    assert.deepEqual(['', 'ÿ', 'Ā', '€', 'Δ'].map(isLatin1), [true, true, false, false, false])
  })
})

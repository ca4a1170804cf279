import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type BinaryShape, type Encoding, fitText, GSM_BASIC, GSM_EXTENSION, splitBinary, splitText } from './gsm.ts'

const LIMITS = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } }

const fits: readonly [title: string, text: string, wanted: Encoding, encoding: Encoding, segments: number][] = [
  ['an empty text', '', 'gsm', 'gsm', 1],
  ['an empty text', '', 'ucs2', 'ucs2', 1],
  ['a plain text', 'Habari ya asubuhi', 'gsm', 'gsm', 1],
  ['a plain text that is wanted in UCS-2', 'Habari', 'ucs2', 'ucs2', 1],
  ['160 septets', 'a'.repeat(160), 'gsm', 'gsm', 1],
  ['161 septets', 'a'.repeat(161), 'gsm', 'gsm', 2],
  ['two full parts', 'a'.repeat(306), 'gsm', 'gsm', 2],
  ['one septet more than two parts', 'a'.repeat(307), 'gsm', 'gsm', 3],
  ['158 septets and an escaped one', `${'a'.repeat(158)}€`, 'gsm', 'gsm', 1],
  ['159 septets and an escaped one', `${'a'.repeat(159)}€`, 'gsm', 'gsm', 2],
  ['80 escaped characters', '€'.repeat(80), 'gsm', 'gsm', 1],
  ['segments that are one septet short', '€'.repeat(152), 'gsm', 'gsm', 2],
  ['306 septets in three segments, because an escape sequence is not split', '€'.repeat(153), 'gsm', 'gsm', 3],
  ['an accented letter in GSM', 'à'.repeat(160), 'gsm', 'gsm', 1],
  ['an accented letter outside of GSM', 'á', 'gsm', 'ucs2', 1],
  ['the small ç, of which GSM has only the capital', 'ç', 'gsm', 'ucs2', 1],
  ['the escape character itself', 'a\x1bb', 'gsm', 'ucs2', 1],
  ['a back-tick', '`', 'gsm', 'ucs2', 1],
  ['a NUL', '\0', 'gsm', 'ucs2', 1],
  ['a tab', '\t', 'gsm', 'ucs2', 1],
  ['a character beyond the euro sign', '₭', 'gsm', 'ucs2', 1],
  ['a long text whose last character is not GSM', `${'a'.repeat(160)}ž`, 'gsm', 'ucs2', 3],
  ['70 units', 'ж'.repeat(70), 'gsm', 'ucs2', 1],
  ['71 units', 'ж'.repeat(71), 'gsm', 'ucs2', 2],
  ['two full segments of units', 'ж'.repeat(134), 'ucs2', 'ucs2', 2],
  ['one unit more than two segments', 'ж'.repeat(135), 'ucs2', 'ucs2', 3],
  ['35 surrogate pairs', '😀'.repeat(35), 'gsm', 'ucs2', 1],
  ['segments that are one unit short', '😀'.repeat(66), 'gsm', 'ucs2', 2],
  ['134 units in three segments, because a pair is not split', '😀'.repeat(67), 'gsm', 'ucs2', 3],
  ['lone surrogates, which count as units', '\ud83d'.repeat(71), 'ucs2', 'ucs2', 2],
]

const splits: readonly [title: string, text: string, encoding: Encoding, parts: string[]][] = [
  ['returns one empty segment for an empty text', '', 'gsm', ['']],
  ['returns one empty segment for an empty text in UCS-2', '', 'ucs2', ['']],
  ['does not split a text that fits', 'a'.repeat(160), 'gsm', ['a'.repeat(160)]],
  ['fills the first segment', 'a'.repeat(161), 'gsm', ['a'.repeat(153), 'a'.repeat(8)]],
  [
    'moves an escaped pair to the next part',
    `${'a'.repeat(152)}[${'b'.repeat(10)}`,
    'gsm',
    ['a'.repeat(152), `[${'b'.repeat(10)}`],
  ],
  [
    'moves a surrogate pair to the next part',
    `${'ж'.repeat(66)}😀${'ж'.repeat(10)}`,
    'ucs2',
    ['ж'.repeat(66), `😀${'ж'.repeat(10)}`],
  ],
]

describe('GSM 03.38 tables', () => {
  it('have 128 different characters and ten in the extension', () => {
    assert.equal(GSM_BASIC.length, 128)
    assert.equal(new Set(GSM_BASIC).size, 128)
    assert.equal(GSM_EXTENSION.size, 10)
    for (const char of GSM_EXTENSION.keys()) assert.ok(!GSM_BASIC.includes(char), char)
  })

  it('have each character at its position', () => {
    const places = {
      '@': 0x00,
      '\n': 0x0a,
      '\r': 0x0d,
      Δ: 0x10,
      '\x1b': 0x1b,
      É: 0x1f,
      ' ': 0x20,
      '¤': 0x24,
      '0': 0x30,
      '¡': 0x40,
      A: 0x41,
      Ä: 0x5b,
      '¿': 0x60,
      a: 0x61,
      à: 0x7f,
    }
    for (const [char, septet] of Object.entries(places)) assert.equal(GSM_BASIC.indexOf(char), septet, char)
  })
})

describe('fitText', () => {
  for (const [title, text, wanted, encoding, segments] of fits) {
    it(`fits ${title} into ${segments} segments of ${encoding}`, () =>
      assert.deepEqual(fitText(text, wanted), { encoding, segments }))
  }

  it('encodes every character of both tables except the escape as GSM', () => {
    for (const char of [...GSM_BASIC, ...GSM_EXTENSION.keys()])
      assert.equal(fitText(char, 'gsm').encoding, char === '\x1b' ? 'ucs2' : 'gsm', JSON.stringify(char))
  })

  it('encodes no other character as GSM', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const char = String.fromCharCode(code)
      assert.equal(fitText(char, 'gsm').encoding === 'gsm', units(char, 'gsm') > 0, JSON.stringify(char))
    }
  })
})

describe('splitText', () => {
  for (const [title, text, encoding, parts] of splits)
    it(title, () => assert.deepEqual(splitText(text, encoding), parts))

  it('throws for text outside of GSM', () => {
    assert.throws(() => splitText('ж', 'gsm'), RangeError)
    assert.throws(() => splitText(`${'a'.repeat(500)}ж`, 'gsm'), RangeError)
  })
})

describe('split text', () => {
  const gsmChar = fc.constantFrom(...[...GSM_BASIC, ...GSM_EXTENSION.keys()].filter((char) => char !== '\x1b'))
  const text = fc.oneof(
    fc.string({ unit: gsmChar, maxLength: 700, size: 'max' }),
    fc.string({ unit: fc.constantFrom('a', '€', '['), minLength: 140, maxLength: 330, size: 'max' }),
    fc.string({ unit: fc.constantFrom('ж', '😀'), minLength: 30, maxLength: 150, size: 'max' }),
    fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00'), minLength: 60, maxLength: 150, size: 'max' }),
    fc.string({ unit: 'binary', maxLength: 300, size: 'max' }),
  )
  const cases = fc.tuple(text, fc.constantFrom<Encoding>('gsm', 'ucs2')).map(([text, wanted]) => {
    const fit = fitText(text, wanted)
    return { text, wanted, ...fit, parts: splitText(text, fit.encoding) }
  })

  it('equals the original when joined', () => {
    fc.assert(fc.property(cases, ({ text, parts }) => assert.equal(parts.join(''), text)))
  })

  it('has the counted number of segments', () => {
    fc.assert(fc.property(cases, ({ segments, parts }) => assert.equal(segments, parts.length)))
  })

  it('is GSM exactly when requested and possible', () => {
    fc.assert(
      fc.property(cases, ({ text, wanted, encoding }) => {
        const possible = text.split('').every((char) => units(char, 'gsm') > 0)
        assert.equal(encoding, wanted === 'gsm' && possible ? 'gsm' : 'ucs2')
      }),
    )
  })

  it('has segments within the limit and no split pairs', () => {
    fc.assert(
      fc.property(cases, ({ encoding, parts }) => {
        const max = parts.length === 1 ? LIMITS[encoding].alone : LIMITS[encoding].part
        for (const part of parts) assert.ok(units(part, encoding) <= max)
        for (const [i, part] of parts.slice(1).entries())
          assert.ok(!/^[\ud800-\udbff][\udc00-\udfff]$/.test(`${parts[i]?.at(-1)}${part[0]}`))
      }),
    )
  })

  it('fills each segment, and is not split when it fits into one', () => {
    fc.assert(
      fc.property(cases, ({ text, encoding, parts }) => {
        if (units(text, encoding) <= LIMITS[encoding].alone) assert.equal(parts.length, 1)
        for (const [i, part] of parts.slice(1).entries()) {
          const [next = ''] = part
          assert.ok(units(`${parts[i]}${next}`, encoding) > LIMITS[encoding].part)
        }
      }),
    )
  })
})

/** Counts with the tables, independently of the code under test; -1 for text outside of GSM. */
function units(text: string, encoding: Encoding): number {
  if (encoding === 'ucs2') return text.length
  let septets = 0
  for (const char of text) {
    if (GSM_EXTENSION.has(char)) septets += 2
    else if (char !== '\x1b' && GSM_BASIC.includes(char)) septets += 1
    else return -1
  }
  return septets
}

describe('splitBinary', () => {
  const bytes = (count: number) => 'a1'.repeat(count)
  const header = '0605040b8423f0'
  const sizes: readonly [what: string, hex: string, shape: BinaryShape, bytesOfParts: readonly number[]][] = [
    ['140 bytes', bytes(140), {}, [140]],
    ['141 bytes', bytes(141), {}, [134, 7]],
    ['268 bytes', bytes(268), {}, [134, 134]],
    ['269 bytes', bytes(269), {}, [134, 134, 1]],
    ['140 bytes with a header', header + bytes(133), { hasHeader: true }, [140]],
    ['141 bytes with a header', header + bytes(134), { hasHeader: true }, [135, 13]],
    ['263 bytes with a header', header + bytes(256), { hasHeader: true }, [135, 135]],
    ['152 septets after a header', header + bytes(152), { hasHeader: true, isSeptets: true }, [159]],
    ['153 septets after a header', header + bytes(153), { hasHeader: true, isSeptets: true }, [135, 32]],
    ['160 septets', bytes(160), { isSeptets: true }, [160]],
  ]
  for (const [what, hex, shape, bytesOfParts] of sizes) {
    it(`splits ${what} into ${bytesOfParts.join(', ')} bytes`, () => {
      const parts = splitBinary(hex, shape)
      assert.deepEqual(
        parts.map((part) => part.length / 2),
        bytesOfParts,
      )
      const skipped = shape.hasHeader ? header.length : 0
      assert.equal(hex.slice(0, skipped) + parts.map((part) => part.slice(skipped)).join(''), hex)
    })
  }
})

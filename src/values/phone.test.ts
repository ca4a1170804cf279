import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { CALLING_CODES } from './calling-codes.ts'
import { parsePhone, typedDigits } from './phone.ts'

const good: readonly [text: string, why: string][] = [
  ['255700000001', 'Tanzania'],
  ['12025550123', 'a calling code of one digit'],
  ['447400123456', 'a calling code of two digits'],
  ['88161234567', 'a satellite phone, of no country'],
  ['2557000', 'the shortest, 7 digits'],
  ['255700000000001', 'the longest, 15 digits'],
]

const bad: readonly [text: string, why: string][] = [
  ['', 'empty'],
  ['255700', 'one digit too short'],
  ['2557000000000012', 'one digit too long'],
  ['+255700000001', 'a leading plus'],
  ['0700000001', 'a number as dialled at home'],
  ['00255700000001', 'an international prefix'],
  ['210700000001', 'a calling code nobody has'],
  ['999700000001', 'another calling code nobody has'],
  [' 255700000001', 'a space before'],
  ['255700000001 ', 'a space after'],
  ['255700000001\n', 'a line end'],
  ['255 700 000 001', 'spaces inside'],
  ['255-700-000-001', 'dashes'],
  ['25570000000a', 'a letter'],
  ['25570000/001', 'the character before 0'],
  ['25570000:001', 'the character after 9'],
  ['٢٥٥٧٠٠٠٠٠٠٠١', 'digits that are not ASCII'],
  ['255700000001\0', 'a NUL'],
  ['2.557e+11', 'a number as a spreadsheet writes it'],
]

describe('parsePhone', () => {
  for (const [text, why] of good)
    it(`takes ${JSON.stringify(text)}: ${why}`, () => assert.equal(parsePhone(text), text))
  for (const [text, why] of bad)
    it(`does not take ${JSON.stringify(text)}: ${why}`, () => assert.equal(parsePhone(text), null))

  it('takes a mobile number of every country that libphonenumber knows', () => {
    for (const country of getCountries()) {
      const text = getExampleNumber(country, examples)?.number.slice(1)
      if (text !== undefined) assert.equal(parsePhone(text), text, country)
    }
  })

  it('agrees with a pattern and the list of codes on every beginning of three digits', () => {
    for (let prefix = 0; prefix < 1000; prefix += 1) {
      const text = `${String(prefix).padStart(3, '0')}123456`
      assert.equal(parsePhone(text), oracle(text), text)
    }
  })

  it('agrees with a pattern and the list of codes on any text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 5, maxLength: 17 })
    const nearly = fc.string({
      unit: fc.constantFrom(...'0123456789', ...'0123456789', '+', ' ', '/', ':'),
      minLength: 6,
      maxLength: 16,
    })
    const known = fc.tuple(fc.constantFrom(...CALLING_CODES), digits).map(([code, rest]) => `${code}${rest}`)
    fc.assert(
      fc.property(fc.oneof(digits, nearly, known, fc.string({ maxLength: 16 })), (text) =>
        assert.equal(parsePhone(text), oracle(text)),
      ),
      { numRuns: 1000 },
    )
  })
})

describe('a number as people type it', () => {
  it('is its digits, without what stands between them; anything else stays', () => {
    for (const typed of ['255712345678', '+255 712 345 678', ' +255 (712) 345-678 ', '255.712.345.678'])
      assert.equal(typedDigits(typed), '255712345678')
    assert.deepEqual(
      [typedDigits('255+712'), typedDigits('call me'), typedDigits('++255')],
      ['255+712', 'callme', '+255'],
    )
  })
})

function oracle(text: string): string | null {
  return /^[1-9][0-9]{6,14}$/.test(text) && CALLING_CODES.some((code) => text.startsWith(String(code))) ? text : null
}

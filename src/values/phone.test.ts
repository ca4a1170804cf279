import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { derivePhoneLengths } from '../../tools/phone-lengths/derive.ts'
import { CALLING_CODES } from './countries.ts'
import { parsePhone, typedDigits } from './phone.ts'

const good: readonly [text: string, why: string][] = [
  ['255700000001', 'Tanzania'],
  ['12025550123', 'a calling code of one digit'],
  ['447400123456', 'a calling code of two digits'],
  ['881612345678', 'a satellite phone without a country'],
  ['2908123', 'the shortest, 7 digits'],
  ['491234567890123', 'the longest, 15 digits'],
  ['254712345678', 'a mobile number of Kenya'],
  ['254201234567', 'a fixed line of Kenya'],
  ['25420123456', 'a shorter fixed line of Kenya'],
  ['77012345678', 'Kazakhstan, which shares its calling code'],
]

const bad: readonly [text: string, why: string][] = [
  ['', 'empty'],
  ['290812', 'one digit too short'],
  ['4912345678901234', 'one digit too long'],
  ['2551234', 'far too short for Tanzania'],
  ['25571234567', 'one digit too short for Tanzania'],
  ['2557123456789', 'one digit too long for Tanzania'],
  ['120255501234', 'one digit too long for the United States'],
  ['25470012345678', 'an invalid length for Kenya'],
  ['+255700000001', 'a leading plus'],
  ['0700000001', 'a national number'],
  ['00255700000001', 'an international prefix'],
  ['210700000001', 'an unassigned calling code'],
  ['999700000001', 'another unassigned calling code'],
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
  ['2.557e+11', 'a number in spreadsheet notation'],
]

describe('parsePhone', () => {
  for (const [text, why] of good)
    it(`accepts ${JSON.stringify(text)}: ${why}`, () => assert.equal(parsePhone(text), text))
  for (const [text, why] of bad)
    it(`rejects ${JSON.stringify(text)}: ${why}`, () => assert.equal(parsePhone(text), null))

  it('accepts a mobile number of every country of libphonenumber', () => {
    for (const country of getCountries()) {
      const text = getExampleNumber(country, examples)?.number.slice(1)
      if (text !== undefined) assert.equal(parsePhone(text), text, country)
    }
  })

  it('agrees with libphonenumber on every length for every three-digit prefix', () => {
    for (let prefix = 0; prefix < 1000; prefix += 1)
      for (let length = 5; length <= 17; length += 1) {
        const text = String(prefix).padStart(3, '0').padEnd(length, '1')
        assert.equal(parsePhone(text), oracle(text), text)
      }
  })

  it('agrees with libphonenumber on any text', () => {
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

describe('typedDigits', () => {
  it('removes separators and keeps other characters', () => {
    for (const typed of ['255712345678', '+255 712 345 678', ' +255 (712) 345-678 ', '255.712.345.678'])
      assert.equal(typedDigits(typed), '255712345678')
    assert.deepEqual(
      [typedDigits('255+712'), typedDigits('call me'), typedDigits('++255')],
      ['255+712', 'callme', '+255'],
    )
  })
})

const lengthsByCode = derivePhoneLengths()

function oracle(text: string): string | null {
  if (!/^[1-9][0-9]{6,14}$/.test(text)) return null
  const code = CALLING_CODES.find((one) => text.startsWith(String(one)))
  const lengths = code === undefined ? [] : (lengthsByCode.get(code) ?? '').split(',')
  return lengths.includes(String(text.length - String(code).length)) ? text : null
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import metadata from 'libphonenumber-js/mobile/metadata'
import { formatPhone, parseExportedPhone, parseTypedPhone, parseTypedPrefix } from './local-number.ts'
import { faultOfTypedPhone } from './number-fault.ts'
import { parsePhone } from './phone.ts'

const mobile = '255768941081'

const read: readonly [text: string, country: string | null, phone: string, why: string][] = [
  ['0768941081', 'TZ', mobile, 'a national number'],
  ['0768 941 081', 'TZ', mobile, 'a national number with spaces'],
  ['(0768) 941-081', 'TZ', mobile, 'brackets and a dash'],
  ['(0)768 941 081', 'TZ', mobile, 'a bracketed trunk prefix'],
  ['+255 768 941 081', 'TZ', mobile, 'an international number'],
  ['+255 768 941 081', 'KE', mobile, 'the number of another country'],
  ['+255 768 941 081', null, mobile, 'an international number without a country'],
  ['255768941081', null, mobile, 'digits of an international number without a country'],
  ['00255 768941081', 'TZ', mobile, 'the prefix 00'],
  ['000255768941081', 'TZ', mobile, 'the exit prefix of the country'],
  ['0011 255 768 941 081', 'AU', mobile, 'an exit prefix that begins with 00'],
  ['011 255 768 941 081', 'US', mobile, 'another exit prefix'],
  ['255768941081', 'TZ', mobile, 'digits that begin with the calling code'],
  ['255768941081', 'DE', mobile, 'digits that could also be a German number without 0'],
  ['+255 (0) 768 941 081', 'TZ', mobile, 'a trunk prefix in brackets'],
  ['+2550768941081', 'TZ', mobile, 'a trunk prefix after the calling code'],
  ['768941081', 'TZ', mobile, 'a mobile number whose zero a spreadsheet removed'],
  ['768941081.0', 'TZ', mobile, 'a number saved as a fraction'],
  ["'0768941081", 'TZ', mobile, 'the apostrophe of a spreadsheet'],
  ['\u202a0768\u00a0941\u00a0081\u202c', 'TZ', mobile, 'direction marks and non-breaking spaces'],
  ['0768‑941‑081', 'TZ', mobile, 'non-breaking hyphens'],
  ['٠٧٦٨٩٤١٠٨١', 'TZ', mobile, 'Arabic-Indic digits'],
  ['＋２５５768941081', 'TZ', mobile, 'full-width characters'],
  ['022 212 3456', 'TZ', '255222123456', 'a fixed line'],
  ['22 212 3456', 'TZ', '255222123456', 'a fixed line without its zero'],
  ['687 234 567', 'TZ', '255687234567', 'a mobile number that is also a number of New Caledonia'],
  ['687 234 567', 'KE', '687234567', 'the same digits in another country'],
  ['79123456789', 'NG', '79123456789', 'a Russian number in Nigeria'],
  ['8 (912) 345-67-89', 'RU', '79123456789', 'another trunk prefix'],
  ['06 1234 5678', 'IT', '390612345678', 'a leading zero that is part of the number'],
  ['40 61 23 45', 'NO', '4740612345', 'a country without a trunk prefix'],
  ['(202) 555-0123', 'US', '12025550123', 'a North American number'],
  ['1 202 555 0123', 'JM', '12025550123', 'a number of a country that shares the calling code'],
  ['011 15 2345-6789', 'AR', '5491123456789', 'a trunk prefix with a replacement'],
  ['+881 6 123 45678', 'TZ', '881612345678', 'a calling code without a country'],
]

const otherCharacters = 'is not a phone number of Tanzania (TZ): write one number, with digits and separators only'

const rejected: readonly [text: string, country: string | null, fault: string][] = [
  ['', 'TZ', 'is empty'],
  ['  ', 'TZ', 'is empty'],
  ['0768', 'TZ', 'is not a phone number of Tanzania (TZ): it has 3 digits after 0 instead of 9'],
  ['07689410811', 'TZ', 'is not a phone number of Tanzania (TZ): it has 10 digits after 0 instead of 9'],
  ['0168941081', 'TZ', 'is not a phone number of Tanzania (TZ): no number there begins with 0 16'],
  ['+255168941081', 'KE', 'is not a phone number of Tanzania (TZ): no number there begins with +255 16'],
  ['25576894108', 'TZ', 'is not a phone number of Tanzania (TZ): it has 8 digits after +255 instead of 9'],
  ['002557689', 'TZ', 'is not a phone number of Tanzania (TZ): it has 4 digits after +255 instead of 9'],
  ['+999768941081', 'TZ', 'is not a phone number: no country has the calling code 999'],
  ['+0768941081', 'TZ', 'must be a phone number with its country code, such as +255'],
  ['0768941081', null, 'must be a phone number with its country code, such as +255'],
  ['5551234', 'JM', 'is not a phone number of Jamaica (JM): it has 7 digits after 1 instead of 10'],
  ['0768941081 ext 5', 'TZ', otherCharacters],
  ['0768941081#5', 'TZ', otherCharacters],
  ['0768941081,0712345678', 'TZ', otherCharacters],
  ['0768941081/2', 'TZ', otherCharacters],
  ['+255+768941081', 'TZ', otherCharacters],
  ['0800-FLOWERS', 'TZ', otherCharacters],
  ['INFO', 'TZ', otherCharacters],
  ['2123456\n2123457', 'TZ', otherCharacters],
  ['0768941081 0712345678', 'TZ', 'is not a phone number of Tanzania (TZ): it has 19 digits after 0 instead of 9'],
  [
    '2.55769E+11',
    'TZ',
    'was shortened by a spreadsheet: make the column text, enter the number again and save the file again',
  ],
  ['15001', 'TZ', 'is not a phone number of Tanzania (TZ): it has 5 digits after 0 instead of 9'],
]

describe('parseTypedPhone', () => {
  for (const [text, country, phone, why] of read)
    it(`reads ${JSON.stringify(text)} for ${country}: ${why}`, () => {
      assert.equal(parseTypedPhone(text, country), phone)
      assert.equal(faultOfTypedPhone(text, country), null)
    })

  for (const [text, country, fault] of rejected)
    it(`rejects ${JSON.stringify(text)} for ${country}`, () => {
      assert.equal(parseTypedPhone(text, country), null)
      assert.equal(faultOfTypedPhone(text, country), fault)
    })

  it('reads the mobile numbers of every country in every form', () => {
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)
      const phone = parsePhone(number?.number.slice(1) ?? '')
      if (number === undefined || phone === null) continue
      for (const text of [number.formatNational(), number.formatInternational(), `00${phone}`, phone, number.number])
        assert.equal(parseTypedPhone(text, country), phone, `${country} ${text}`)
    }
  })

  it('returns only numbers that the API accepts, and a description for all others', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 3, maxLength: 18 }),
      fc.string({ unit: fc.constantFrom(...'0123456789', '+', ' ', '(', ')', '-', '.'), maxLength: 20 }),
    )
    fc.assert(
      fc.property(texts, fc.constantFrom(null, ...getCountries()), (text, country) => {
        const phone = parseTypedPhone(text, country)
        if (phone !== null) assert.equal(parsePhone(phone), phone)
        assert.equal(faultOfTypedPhone(text, country) === null, phone !== null)
      }),
      { numRuns: 1000 },
    )
  })

  it('knows the version of the metadata', () => {
    assert.equal(metadata.version, 4)
  })
})

describe('parseTypedPrefix', () => {
  const prefixes: readonly [text: string, country: string | null, wanted: string | null][] = [
    ['', 'TZ', ''],
    [' + ', 'TZ', ''],
    ['0', 'TZ', '255'],
    ['0768', 'TZ', '255768'],
    ['0768 941 081', 'TZ', '255768941081'],
    ['768941081', 'TZ', '255768941081'],
    ['0768', null, '0768'],
    ['2557', 'TZ', '2557'],
    ['+255 (712) 34-5', 'KE', '255712345'],
    ['00255', 'TZ', '255'],
    ['333', 'IT', '39333'],
    ['77123', 'SN', '22177123'],
    ['22177', 'SN', '22177'],
    ['22', 'SN', '22'],
    ['0707', 'CI', '2250707'],
    ['202', 'US', '1202'],
    ['120', 'US', '120'],
    ['255+7', 'TZ', null],
    ['asha', 'TZ', null],
    ['1'.repeat(16), 'TZ', null],
  ]
  for (const [text, country, wanted] of prefixes)
    it(`reads ${JSON.stringify(text)} as ${wanted} for ${country}`, () =>
      assert.equal(parseTypedPrefix(text, country), wanted))
})

describe('formatPhone', () => {
  const cases: readonly [phone: string, country: string | null, shown: string][] = [
    [mobile, 'TZ', '0768 941 081'],
    ['255222123456', 'TZ', '022 212 3456'],
    [mobile, 'KE', '+255 768 941 081'],
    [mobile, null, '+255 768 941 081'],
    ['12025550123', 'US', '(202) 555-0123'],
    ['881612345678', 'TZ', '+881 6 123 45678'],
    ['2557689410', 'TZ', '+2557689410'],
    ['INFO', 'TZ', 'INFO'],
    ['15001', 'TZ', '15001'],
    ['', 'TZ', ''],
  ]
  for (const [phone, country, shown] of cases)
    it(`shows ${JSON.stringify(phone)} as ${JSON.stringify(shown)} in ${country}`, () =>
      assert.equal(formatPhone(phone, country), shown))

  it('shows numbers that parseTypedPhone reads as the same number', () => {
    const typed = fc.tuple(
      fc.constantFrom(...getCountries()),
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 5, maxLength: 11 }),
    )
    fc.assert(
      fc.property(typed, fc.constantFrom<CountryCode | null>(null, ...getCountries()), ([home, digits], country) => {
        const phone = parseTypedPhone(digits, home)
        fc.pre(phone !== null)
        for (const one of [country, home]) assert.equal(parseTypedPhone(formatPhone(phone, one), one), phone)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('stored numbers', () => {
  const stored = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number.slice(1) ?? [])
  const readable = stored.filter((phone) => parseTypedPhone(`+${phone}`, null) === phone)

  /** Countries where many foreign numbers look like national ones. */
  const countries = ['BR', 'CM', 'DE', 'FR', 'GH', 'ID', 'IN', 'TZ', 'US', 'ZA']

  it('are read as the same number with a plus or from an export', () => {
    assert.ok(readable.length > 200)
    for (const country of countries)
      for (const phone of readable) {
        assert.equal(parseTypedPhone(`+${phone}`, country), phone, `${country} +${phone}`)
        assert.equal(parseExportedPhone(phone, country), phone, `${country} ${phone}`)
      }
  })
})

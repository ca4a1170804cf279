import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCurrencyCode, parseCurrency } from './currencies.ts'

describe('currency codes', () => {
  const table: readonly [text: string, code: string | null][] = [
    ['TZS', 'TZS'],
    ['kes', 'KES'],
    ['XOF', 'XOF'],
    ['ZWG', 'ZWG'],
    ['', null],
    ['TZ', null],
    ['TZSS', null],
    ['TZ\u017f', null],
    ['TSH', null],
    ['ZZZ', null],
    ['XAU', null],
    ['XXX', null],
  ]
  for (const [text, code] of table)
    it(`parses ${JSON.stringify(text)} as ${code}`, () => assert.equal(parseCurrency(text), code))

  for (const code of ['TZS', 'XAU', 'XDR', 'XXX', 'CLF', 'USN'])
    it(`finds ${code} in ISO 4217`, () => assert.equal(isCurrencyCode(code), true))
  for (const code of ['ZZZ', 'tzs', 'TSH', ''])
    it(`does not find ${JSON.stringify(code)} in ISO 4217`, () => assert.equal(isCurrencyCode(code), false))
})

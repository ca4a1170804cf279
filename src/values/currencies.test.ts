import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCurrencyCode, parseCurrency } from './currencies.ts'

describe('a currency code', () => {
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
    it(`${JSON.stringify(text)} is ${code ?? 'unknown'}`, () => assert.equal(parseCurrency(text), code))

  for (const code of ['TZS', 'XAU', 'XDR', 'XXX', 'CLF', 'USN'])
    it(`${code} is one of ISO 4217`, () => assert.equal(isCurrencyCode(code), true))
  for (const code of ['ZZZ', 'tzs', 'TSH', ''])
    it(`${JSON.stringify(code)} is not one of ISO 4217`, () => assert.equal(isCurrencyCode(code), false))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numberOf } from './read-submit.ts'

describe('numberOf', () => {
  const cases: readonly (readonly [title: string, ton: number, address: string, number: string])[] = [
    ['an international number', 1, '255712345678', '255712345678'],
    ['a number with a plus sign', 0, '+254712345678', '254712345678'],
    ['a number with an international prefix', 0, '00254712345678', '254712345678'],
    ['a national number', 2, '712345678', '255712345678'],
    ['a national number with a leading zero', 0, '0712345678', '255712345678'],
    ['an international number that Kannel marks as national', 2, '255712345678', '255712345678'],
    ['a foreign number that Kannel marks as national', 2, '254712345678', '254712345678'],
  ]
  for (const [title, ton, address, number] of cases)
    it(`reads ${title}`, () => assert.equal(numberOf({ ton, npi: 1, address }, '255'), number))
})

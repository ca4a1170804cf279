import assert from 'node:assert/strict'
import { it } from 'node:test'
import { showAmount } from './money.ts'

const cases: readonly (readonly [amount: string, shown: string])[] = [
  ['45000.0000', '45,000'],
  ['0.0000', '0'],
  ['0.5000', '0.50'],
  ['1234567.1234', '1,234,567.1234'],
  ['-3.2500', '-3.25'],
  ['99999999999999.9999', '99,999,999,999,999.9999'],
  ['no amount', 'no amount'],
]

it('showAmount omits trailing zeros', () => {
  for (const [amount, shown] of cases) assert.equal(showAmount(amount), shown)
})

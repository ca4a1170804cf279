import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMoney } from '../../values/money.ts'
import { dayMs, isHopeless, isLate, nextCheck, plainAmount } from './rules.ts'

const createdAt = new Date('2030-01-31T08:00:00Z')
const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000)

describe('next check of a transfer', () => {
  const table: readonly [ageSeconds: number, waitSeconds: number][] = [
    [0, 2],
    [3, 2],
    [60, 30],
    [3_600, 1_800],
    [7_200, 3_600],
    [40_000, 3_600],
    [86_000, 400],
    [86_400, 3_600],
    [500_000, 3_600],
  ]
  for (const [age, wait] of table) {
    it(`comes after ${wait} seconds at the age of ${age} seconds`, () => {
      assert.deepEqual(nextCheck({ createdAt, submittedAt: null }, at(age)), at(age + wait))
    })
  }

  it('depends on the submission, and on the acceptance for the end of the day', () => {
    assert.deepEqual(nextCheck({ createdAt, submittedAt: at(1_000) }, at(1_002)), at(1_004))
    assert.deepEqual(nextCheck({ createdAt, submittedAt: at(80_000) }, at(86_390)), at(86_400))
  })

  it('is late after a day and hopeless after another week', () => {
    const states = [dayMs - 1, dayMs, 8 * dayMs - 1, 8 * dayMs].map((age) => {
      const now = new Date(createdAt.getTime() + age)
      return [isLate({ createdAt }, now), isHopeless({ createdAt }, now)]
    })
    assert.deepEqual(states, [
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ])
  })
})

describe('amount for a provider', () => {
  it('has two decimal places or none', () => {
    const found = ['10', '010', '10.00', '10.5', '0.01', '99999999999999.99'].map((text) => plainAmount(getMoney(text)))
    assert.deepEqual(found, ['10', '10', '10', '10.50', '0.01', '99999999999999.99'])
  })
})

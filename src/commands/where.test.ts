import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '../contract/account/segments.ts'
import { describeCondition, parseWhere } from './where.ts'

describe('parseWhere', () => {
  const conditions: readonly [text: string, condition: Condition][] = [
    ['points >= 100', { field: 'points', op: 'gte', value: '100' }],
    ['city = Dar es Salaam', { field: 'city', op: 'eq', value: 'Dar es Salaam' }],
    ['city != Arusha', { field: 'city', op: 'neq', value: 'Arusha' }],
    ['first_name ~ sha', { field: 'first_name', op: 'contains', value: 'sha' }],
    ['voucher set', { field: 'voucher', op: 'set' }],
    ['voucher not set', { field: 'voucher', op: 'not_set' }],
    ['never messaged', { lastMessage: 'never' }],
    ['last message before 30 days', { lastMessage: 'before', days: 30 }],
    ['last message after 2030-01-31', { lastMessage: 'after', at: '2030-01-31' }],
    ['replied', { replied: true }],
    ['not clicked in 7 days', { clicked: false, days: 7 }],
    ['not replied in 7 days', { replied: false, days: 7 }],
  ]
  for (const [text, condition] of conditions)
    it(`reads and writes ${text}`, () => {
      assert.deepEqual(parseWhere(text), condition)
      assert.equal(describeCondition(condition), text)
    })

  it('accepts missing spaces, other cases and names of books', () => {
    assert.deepEqual(parseWhere('points>=100'), { field: 'points', op: 'gte', value: '100' })
    assert.deepEqual(parseWhere('Replied in 1 day'), { replied: true, days: 1 })
    assert.deepEqual(parseWhere('not in book Old customers'), { bookName: 'Old customers', op: 'not_in' })
    assert.equal(describeCondition({ book: 3, op: 'in' }), 'in book 3')
  })

  for (const text of ['', 'points', 'points is 5', '= 5', 'last message before'])
    it(`rejects ${JSON.stringify(text)}`, () => assert.throws(() => parseWhere(text), /unknown condition/))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '../../../contract/account/segments.ts'
import type { FieldDefinition } from '../../../values/custom-field.ts'
import { Refusal } from '../../../values/refusal.ts'
import { readNumbers, resolveFilter } from './rules.ts'

const now = new Date('2030-01-31T00:00:00Z')
const fields: readonly FieldDefinition[] = [
  { key: 'points', name: 'Points', type: 'number', choices: [] },
  { key: 'tier', name: 'Tier', type: 'choice', choices: ['Gold', 'Silver'] },
  { key: 'joined', name: 'Joined', type: 'date', choices: [] },
]
const resolve = (condition: Condition) => resolveFilter({ match: 'all', conditions: [condition] }, fields, now)[0]

describe('resolveFilter', () => {
  const valid: readonly [Condition, unknown][] = [
    [
      { field: 'points', op: 'gte', value: '100' },
      { on: 'field', field: { type: 'number', key: 'points' }, operator: 'gte', value: 100 },
    ],
    [
      { field: 'tier', op: 'eq', value: 'gold' },
      { on: 'field', field: { type: 'choice', key: 'tier' }, operator: 'eq', value: 'Gold' },
    ],
    [
      { field: 'birth_date', op: 'not_set' },
      { on: 'field', field: { type: 'date', standard: 'birth_date' }, operator: 'not_set', value: null },
    ],
    [
      { book: 3, op: 'not_in' },
      { on: 'book', bookId: 3, isIn: false },
    ],
    [
      { lastMessage: 'before', days: 30 },
      { on: 'message', is: 'before', time: new Date('2030-01-01T00:00:00Z') },
    ],
    [
      { lastMessage: 'after', at: '2029-12-01' },
      { on: 'message', is: 'after', time: new Date('2029-12-01T00:00:00Z') },
    ],
    [{ lastMessage: 'never' }, { on: 'message', is: 'never' }],
    [{ replied: false }, { on: 'reply', hasResponded: false, since: null }],
    [{ clicked: true }, { on: 'click', hasResponded: true, since: null }],
  ]
  for (const [condition, resolved] of valid)
    it(`resolves ${JSON.stringify(condition)}`, () => assert.deepEqual(resolve(condition), resolved))

  const invalid: readonly [Condition, RegExp][] = [
    [{ field: 'pints', op: 'eq', value: 1 }, /there is no field pints\. Fields: phone, .*, points, tier, joined/],
    [{ field: 'constructor', op: 'set' }, /there is no field/],
    [{ field: 'city', op: 'gt', value: 'A' }, /op of city must be one of eq, neq, contains, set, not_set/],
    [{ field: 'points', op: 'eq', value: 'many' }, /points must be a number/],
    [{ field: 'points', op: 'eq' }, /eq needs a value/],
    [{ field: 'points', op: 'set', value: 1 }, /set takes no value/],
    [{ field: 'tier', op: 'eq', value: 'Bronze' }, /tier must be one of Gold, Silver/],
    [{ field: 'joined', op: 'lt', value: 'today' }, /joined must be a date/],
    [{ lastMessage: 'before' }, /before takes days or at/],
    [{ lastMessage: 'after', days: 1, at: '2030-01-01' }, /after takes days or at/],
    [{ lastMessage: 'after', at: 'noon' }, /at must be a day/],
    [{ lastMessage: 'never', days: 1 }, /never takes neither/],
  ]
  for (const [condition, message] of invalid)
    it(`rejects ${JSON.stringify(condition)}`, () =>
      assert.throws(
        () => resolve(condition),
        (error) => error instanceof Refusal && error.status === 400 && message.test(error.message),
      ))

  it('rejects more than three conditions on messages and replies', () => {
    const conditions: Condition[] = Array.from({ length: 4 }, () => ({ replied: true }))
    assert.throws(() => resolveFilter({ match: 'any', conditions }, fields, now), /Condition 4 is invalid: at most 3/)
  })
})

describe('readNumbers', () => {
  const read = (condition: Condition) => readNumbers({ match: 'all', conditions: [condition] }, 'TZ').conditions[0]

  it('reads numbers for the country of the account', () => {
    const eq = { field: 'phone', op: 'eq', value: '0768 941 081' } as const
    assert.deepEqual(read(eq), { ...eq, value: '+255768941081' })
    assert.deepEqual(resolve({ ...eq, value: '+255768941081' }), {
      on: 'field',
      field: { type: 'text', standard: 'phone' },
      operator: 'eq',
      value: '255768941081',
    })
    const contains = { field: 'phone2', op: 'contains', value: '0768' } as const
    assert.deepEqual(read(contains), { ...contains, value: '255768' })
  })

  it('rejects a text that is not a number', () =>
    assert.throws(() => read({ field: 'phone', op: 'neq', value: '0768' }), { problem: 'invalid_condition' }))

  it('leaves other conditions unchanged', () => {
    for (const condition of [
      { field: 'city', op: 'eq', value: '0768' },
      { field: 'phone2', op: 'set' },
    ] as const)
      assert.deepEqual(read(condition), condition)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eraserOf } from './erase.ts'

const columns = [
  { name: 'id', kind: 'value' },
  { name: 'account_id', kind: 'value' },
  { name: 'phone', kind: 'phone' },
  { name: 'text', kind: 'text' },
  { name: 'reference', kind: 'reference' },
] as const

const phone = '255712345678'

const rows: readonly (readonly [title: string, row: readonly string[], erased: readonly string[]])[] = [
  ['rows of the person', ['1', '7', phone, 'Habari', 'order 9'], ['1', '7', 'erased', '', 'order 9']],
  ['a text with the number', ['1', '7', '255700', `Call +${phone}.`, 'a'], ['1', '7', '255700', '', 'a']],
  ['a reference with the number', ['1', '7', '255700', 'b', `x-${phone}-1`], ['1', '7', '255700', 'b', '']],
  [
    'a longer number',
    ['1', '7', `${phone}9`, `9${phone}`, `${phone}0`],
    ['1', '7', `${phone}9`, `9${phone}`, `${phone}0`],
  ],
  ['values', [phone, '7', '', '', ''], [phone, '7', '', '', '']],
]

describe('erasure of archived rows', () => {
  for (const [title, row, erased] of rows)
    it(`handles ${title}`, () => {
      assert.deepEqual(eraserOf(columns, { accountId: 7, phone })(row), erased)
      assert.deepEqual(eraserOf(columns, { accountId: null, phone })(row), erased)
      assert.equal(eraserOf(columns, { accountId: 1, phone })(row), row)
    })

  it('rejects numbers with other characters', () => {
    assert.throws(() => eraserOf(columns, { accountId: null, phone: '.*' }))
  })
})

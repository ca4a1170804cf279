import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundDetail } from './audit.ts'

describe('the detail of an audit entry', () => {
  it('is stored unchanged within the limit', () => {
    for (const detail of [null, {}, { text: 'x'.repeat(4_000) }]) assert.equal(boundDetail(detail), detail)
  })

  it('loses the fields that exceed the limit, and names them', () => {
    const detail = { id: 5, settings: { text: 'x'.repeat(1_000_000) }, name: 'A key', list: ['y'.repeat(5_000)] }
    assert.deepEqual(boundDetail(detail), { id: 5, name: 'A key', cut: ['settings', 'list'] })
  })

  it('stays small when it has many fields', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`${place}`.padEnd(100, 'x'), place]))
    assert.ok(JSON.stringify(boundDetail(many)).length < 6_000)
  })
})

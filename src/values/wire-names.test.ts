import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromWire, toWire, toWirePath } from './wire-names.ts'

describe('names on the wire', () => {
  const at = new Date(0)
  const inside = { createdAt: at, items: [{ firstName: 'Asha', phone2: '' }], fields: { loyaltyTier: { a_b: 1 } } }
  const outside = { created_at: at, items: [{ first_name: 'Asha', phone2: '' }], fields: { loyaltyTier: { a_b: 1 } } }

  it('converts nested names, and keeps the keys of free maps', () => {
    assert.deepEqual(toWire(inside), outside)
    assert.deepEqual(fromWire(outside), inside)
  })

  it('converts the place of a field, and keeps the keys of free maps', () => {
    assert.equal(toWirePath('sendWindow.notBefore'), 'send_window.not_before')
    assert.equal(toWirePath('to[0].variables.firstName'), 'to[0].variables.firstName')
  })

  it('keeps values that are not objects', () => {
    for (const value of [null, undefined, 1, 'firstName', true]) {
      assert.equal(toWire(value), value)
      assert.equal(fromWire(value), value)
    }
  })

  it('does not set the prototype of an object', () => {
    const parsed = fromWire(JSON.parse('{"__proto__":{"is_operator":true}}')) as { isOperator?: boolean }
    assert.equal(parsed.isOperator, undefined)
  })
})

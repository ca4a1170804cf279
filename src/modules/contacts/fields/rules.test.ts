import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldDefinition } from '../../../values/custom-field.ts'
import { defineField, type FieldRequest, readFields } from './rules.ts'

const taken = { keys: ['points'], removed: ['voucher'] }

describe('defineField', () => {
  const keys: readonly [FieldRequest, key: string][] = [
    [{ name: ' Loyalty ', type: 'text' }, 'loyalty'],
    [{ name: 'Points', type: 'number' }, 'points_2'],
    [{ name: 'First name', type: 'text' }, 'first_name_2'],
    [{ name: 'Voucher', key: 'code', type: 'text' }, 'code'],
    [{ name: 'Tier', type: 'choice', choices: ['Gold'] }, 'tier'],
  ]
  for (const [request, key] of keys)
    it(`gives ${JSON.stringify(request)} the key ${key}`, () => {
      const { choices = [] } = request
      assert.deepEqual(defineField(request, taken), { key, name: request.name.trim(), type: request.type, choices })
    })

  const invalid: readonly [FieldRequest, RegExp][] = [
    [{ name: ' ', type: 'text' }, /name of the contact field/],
    [{ name: 'Code', key: 'Code', type: 'text' }, /key of the contact field/],
    [{ name: 'Town', key: 'city', type: 'text' }, /key is the name of a standard field/],
    [{ name: 'Area', key: 'district', type: 'text' }, /key is the name of a standard field/],
    [{ name: 'More', key: 'points', type: 'text' }, /key is the name of a standard field/],
    [{ name: 'Voucher', type: 'text' }, /deleted contact field still uses the key/],
    [{ name: 'Tier', type: 'choice' }, /choices of the contact field/],
    [{ name: 'Tier', type: 'choice', choices: ['Gold', 'gold'] }, /choices of the contact field/],
    [{ name: 'Tier', type: 'choice', choices: ['x'.repeat(201)] }, /choices of the contact field/],
    [{ name: 'Tier', type: 'text', choices: ['Gold'] }, /choices of the contact field/],
  ]
  for (const [request, message] of invalid)
    it(`rejects ${JSON.stringify(request).slice(0, 60)}`, () =>
      assert.throws(() => defineField(request, taken), { name: 'Refusal', message }))
})

describe('readFields', () => {
  const fields: readonly FieldDefinition[] = [{ key: 'points', name: 'Points', type: 'number', choices: [] }]

  it('reads values by type, and null as no value', () => {
    assert.deepEqual(readFields({ points: '20' }, fields), { points: 20 })
    assert.deepEqual(readFields({ points: null }, fields), { points: null })
  })

  const invalid: readonly [unknown, RegExp][] = [
    [{ points: 'many' }, /fields\.points must be a number/],
    [{ voucher: 'A1' }, /no contact field "voucher"/],
    [['A1'], /must be an object/],
  ]
  for (const [given, message] of invalid)
    it(`rejects ${JSON.stringify(given)}`, () =>
      assert.throws(() => readFields(given, fields), { name: 'Refusal', message }))
})

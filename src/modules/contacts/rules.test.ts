import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contactVariables } from '../../values/contact-placeholders.ts'
import { type Phone, parsePhone } from '../../values/phone.ts'
import { changed, nameKeyOf, newContact, searchOf } from './rules.ts'

const phone = parsePhone('255712345678') as Phone
const nobody = newContact(phone, {})

describe('contact fields', () => {
  it('are empty where they are unknown', () => {
    const { fields, ...standard } = nobody
    assert.deepEqual(fields, {})
    assert.deepEqual(new Set(Object.values(standard)), new Set([phone, '']))
    assert.equal(Object.keys(standard).length, 11)
    assert.deepEqual(newContact(phone, { firstName: 'Amina', phone2: undefined }), { ...nobody, firstName: 'Amina' })
  })

  it('keep values that a change leaves out, and drop other properties', () => {
    const read = { ...nobody, firstName: 'Amina', id: 7, bookIds: [1], createdAt: new Date() }
    assert.deepEqual(changed(read, {}), { ...nobody, firstName: 'Amina' })
    assert.deepEqual(changed(read, { firstName: '', city: 'Moshi', lastName: undefined }), { ...nobody, city: 'Moshi' })
    assert.deepEqual(changed(read, { phone: parsePhone('255712345679') as Phone }).phone, '255712345679')
  })

  it('keep, change and remove values of custom fields', () => {
    const read = { ...nobody, fields: { voucher: 'A1', points: 20 } }
    assert.deepEqual(changed(read, {}).fields, { voucher: 'A1', points: 20 })
    assert.deepEqual(changed(read, { fields: { voucher: null, points: 30 } }).fields, { points: 30 })
  })

  it('are the values of placeholders', () => {
    const variable = contactVariables({ ...nobody, firstName: 'Amina', fields: { points: 20 } })
    assert.deepEqual(['name', 'points', 'voucher', 'last_name', 'constructor'].map(variable), [
      'Amina',
      '20',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are searched by names and numbers, in lower case and composed, each on its own line', () => {
    assert.equal(
      searchOf({ ...nobody, firstName: 'AMINA', lastName: 'O\u0308ztürk', phone2: '254700000001' }),
      'amina öztürk\n255712345678\n254700000001',
    )
    assert.equal(searchOf(nobody), ' \n255712345678\n')
  })
})

describe('name of a book', () => {
  const same: readonly [one: string, other: string, isSame: boolean][] = [
    ['Friends', 'FRIENDS', true],
    ['Ärzte', 'äRZTE', true],
    ['Ärzte', 'A\u0308rzte', true],
    ['ПОКУПАТЕЛИ', 'покупатели', true],
    ['Friends', 'Friend', false],
    ['Ärzte', 'Arzte', false],
    ['a b', 'a  b', false],
  ]
  for (const [one, other, isSame] of same) {
    it(`${isSame ? 'equals' : 'differs'} for ${one} and ${other}`, () =>
      assert.equal(nameKeyOf(one) === nameKeyOf(other), isSame))
  }
})

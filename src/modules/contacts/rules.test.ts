import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Phone, parsePhone } from '../../values/phone.ts'
import { changed, nameKeyOf, newContact, searchOf } from './rules.ts'

const phone = parsePhone('255712345678') as Phone
const nobody = newContact(phone, {})

describe('a contact', () => {
  it('is empty where nothing is known, and has what is', () => {
    assert.deepEqual(new Set(Object.values(nobody)), new Set([phone, '']))
    assert.equal(Object.keys(nobody).length, 11)
    assert.deepEqual(newContact(phone, { firstName: 'Amina', phone2: undefined }), { ...nobody, firstName: 'Amina' })
  })

  it('keeps what is left out of its changes, and nothing that it was only read with', () => {
    const read = { ...nobody, firstName: 'Amina', id: 7, bookIds: [1], createdAt: new Date() }
    assert.deepEqual(changed(read, {}), { ...nobody, firstName: 'Amina' })
    assert.deepEqual(changed(read, { firstName: '', city: 'Moshi', lastName: undefined }), { ...nobody, city: 'Moshi' })
    assert.deepEqual(changed(read, { phone: parsePhone('255712345679') as Phone }).phone, '255712345679')
  })

  it('is found by its names and numbers, in lower case and composed, each on a line', () => {
    assert.equal(
      searchOf({ ...nobody, firstName: 'AMINA', lastName: 'O\u0308ztürk', phone2: '254700000001' }),
      'amina öztürk\n255712345678\n254700000001',
    )
    assert.equal(searchOf(nobody), ' \n255712345678\n')
  })
})

describe('the name of a book', () => {
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
    it(`is ${isSame ? '' : 'not '}the same for ${one} and ${other}`, () =>
      assert.equal(nameKeyOf(one) === nameKeyOf(other), isSame))
  }
})

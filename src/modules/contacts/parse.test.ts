import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../values/refusal.ts'
import { invalidMobileNumber } from './errors.ts'
import { accountNames, readBook, readContact, readNewBook, readRemoval, wireNames } from './parse.ts'

const ourNames = accountNames('TZ')
const read = (body: unknown) => readContact(body, wireNames)

/** The message of a refusal, or null. */
function refusalOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.message
    throw error
  }
}

const notObjects = [undefined, null, true, 5, 'text', [], [{}]]

describe('readContact', () => {
  const changes = {
    title: 'Dr',
    firstName: 'Amina',
    lastName: 'Juma',
    gender: 'f',
    email: 'a@example.com',
    country: 'TZ',
    city: 'Moshi',
    area: 'Soweto',
  }
  const request = {
    phone: '255712345678',
    phone2: '255754000001',
    books: [1, 2],
    changes: { ...changes, birthDate: '1990-01-31' },
    fault: null,
    fields: undefined,
  }

  it('accepts the field names of the public API, of older clients and of the console', () => {
    const common = { title: 'Dr', gender: ' f ', email: 'a@example.com' }
    const numbers = { mob_no: '255712345678', mob_no2: '255754000001', addressbook_id: ['1', 2] }
    const wire = {
      first_name: 'Amina',
      last_name: 'Juma',
      address_country: 'TZ',
      address_city: 'Moshi',
      address_area: 'Soweto',
      dob: '1990-01-31',
    }
    const older = {
      fname: 'Amina',
      lname: 'Juma',
      country: 'TZ',
      city: 'Moshi',
      area: 'Soweto',
      birth_date: '1990-01-31',
    }
    assert.deepEqual(read({ ...numbers, ...common, ...wire }), request)
    assert.deepEqual(read({ ...numbers, ...common, ...older }), request)
    assert.deepEqual(
      read({
        ...numbers,
        ...common,
        ...wire,
        ...Object.fromEntries(Object.keys(older).map((name) => [name, 'ignored'])),
      }),
      request,
    )
    const ours = { phone: '255712345678', phone2: '255754000001', bookIds: [1, 2], ...changes, birthDate: '1990-01-31' }
    assert.deepEqual(readContact(ours, ourNames), request)
    assert.deepEqual(readContact({ ...numbers, ...wire }, ourNames), {
      phone: undefined,
      phone2: undefined,
      books: undefined,
      changes: {},
      fault: null,
      fields: undefined,
    })
    assert.deepEqual(readContact({ fields: { points: 1 } }, ourNames).fields, { points: 1 })
    assert.equal(readContact({ phone: '0712 345 678' }, ourNames).phone, '255712345678')
  })

  it('distinguishes missing from invalid values', () => {
    const nothing = {
      phone: undefined,
      phone2: undefined,
      books: undefined,
      changes: {},
      fault: null,
      fields: undefined,
    }
    assert.deepEqual(read({}), nothing)
    assert.deepEqual(
      read({ mob_no: null, mob_no2: null, addressbook_id: null, title: null, fname: null, more: 1 }),
      nothing,
    )
    const invalid = invalidMobileNumber()
    assert.deepEqual(read({ mob_no: '', mob_no2: '', addressbook_id: [], title: '' }), {
      ...nothing,
      phone: invalid,
      phone2: '',
      books: [],
      changes: { title: '' },
    })
    assert.deepEqual(read({ mob_no: 'x', mob_no2: 'x', addressbook_id: 'x' }), {
      ...nothing,
      phone: invalid,
      phone2: invalid,
      books: [null],
    })
  })

  it('keeps the first error for later, and throws for a body that is not a contact', () => {
    assert.equal(read({ dob: 'x', title: 5, email: 'x' }).fault?.message, 'title must be text')
    assert.equal(read({ birth_date: 'x' }).fault?.message, 'birth_date must be a date, as YYYY-MM-DD')
    assert.equal(readContact({ birthDate: 'x' }, ourNames).fault?.message, 'birth_date must be a date, as YYYY-MM-DD')
    for (const body of notObjects) {
      assert.equal(
        refusalOf(() => readContact(body, wireNames)),
        'Invalid Request Format',
      )
    }
    const { books } = read({ addressbook_id: Array(1_001).fill('1') })
    assert.equal(books instanceof Refusal && books.message, 'addressbook_id must have at most 1000 ids')
  })

  const emails: readonly [text: string, isGood: boolean][] = [
    ['a@example.com', true],
    ['a@example.com,b@example.com', true],
    ['a@example.com \t,\n b@example.com', true],
    ['', true],
    [' ', true],
    ['a', false],
    ['a@example.com,', false],
    [',', false],
    ['a@example.com;b@example.com', false],
    ['a@example.com b@example.com', false],
  ]
  for (const [email, isGood] of emails) {
    it(`${isGood ? 'accepts' : 'rejects'} the email ${JSON.stringify(email)}`, () => {
      const { fault, changes } = read({ email })
      assert.deepEqual([fault === null, changes.email], isGood ? [true, email.trim()] : [false, undefined])
    })
  }

  it('never throws other errors, whatever the input', () => {
    const names = ['mob_no', 'mob_no2', 'addressbook_id', 'title', 'fname', 'email', 'dob', 'birth_date']
    const body = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.integer(), fc.jsonValue()))
    fc.assert(fc.property(body, (value) => void refusalOf(() => readContact(value, wireNames))))
  })
})

describe('readBook', () => {
  it('reads a name and a description, or neither', () => {
    assert.deepEqual(readBook({ addressbook: ' Friends ', description: ' x ' }, wireNames), {
      name: 'Friends',
      description: 'x',
    })
    assert.deepEqual(readBook({ name: 'Friends', addressbook: 5 }, ourNames), {
      name: 'Friends',
      description: undefined,
    })
    assert.deepEqual(readBook({ addressbook: null }, wireNames), { name: undefined, description: undefined })
  })

  it('requires a name for a new book', () => {
    for (const body of [{}, { addressbook: null }, { addressbook: ' ' }]) {
      assert.equal(
        refusalOf(() => readNewBook(body, wireNames)),
        'addressbook is required',
      )
    }
    assert.equal(
      refusalOf(() => readNewBook({}, ourNames)),
      'name is required',
    )
    for (const body of notObjects)
      assert.equal(
        refusalOf(() => readNewBook(body, wireNames)),
        'Invalid Request Format',
      )
  })
})

describe('readRemoval', () => {
  const readings: readonly [
    body: Record<string, unknown>,
    contacts: readonly (number | null)[],
    books: readonly (number | null)[] | null,
  ][] = [
    [{ contacts_id: ['1', 2] }, [1, 2], null],
    [{ contacts_id: '1', addressbook_id: [] }, [1], []],
    [{ contacts_id: [1], addressbook_id: null }, [1], null],
    [{ contacts_id: [], addressbook_id: ['3'] }, [], [3]],
    [{ contacts_id: ['x', null, 1.5, {}], addressbook_id: ['x'] }, [null, null, null, null], [null]],
  ]
  for (const [body, contacts, books] of readings) {
    it(`reads ${JSON.stringify(body)}`, () => assert.deepEqual(readRemoval(body), { contacts, books }))
  }

  it('requires contacts, and limits all lists', () => {
    assert.equal(
      refusalOf(() => readRemoval({ addressbook_id: ['1'] })),
      'contacts_id is required',
    )
    assert.equal(
      refusalOf(() => readRemoval({ contacts_id: Array(1_001).fill('1') })),
      'contacts_id must have at most 1000 ids',
    )
    for (const body of notObjects)
      assert.equal(
        refusalOf(() => readRemoval(body)),
        'Invalid Request Format',
      )
  })
})

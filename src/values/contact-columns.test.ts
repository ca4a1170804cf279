import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvColumns } from '../modules/contacts/export.ts'
import { textRules } from '../modules/contacts/parse.ts'
import { areClear, findUnknownChoice, mapColumns, type NameChoice, parseField, parseTarget } from './contact-columns.ts'

describe('mapColumns', () => {
  const known: readonly [field: string, ...names: string[]][] = [
    [
      'phone',
      'mob_no',
      'Phone',
      'PHONE NUMBER',
      'Mobile',
      'mobile-no.',
      'MSISDN',
      'Cell phone',
      'dest_addr',
      ' number ',
    ],
    ['phone2', 'mob_no2', 'Phone 2', 'Other phone', 'alternative_phone'],
    ['title', 'Title', 'salutation'],
    ['firstName', 'first_name', 'fname', 'First name', 'firstName', 'Given Name'],
    ['fullName', 'Name', 'Full name', 'full_name'],
    ['lastName', 'last_name', 'lname', 'Last-Name', 'Surname', 'Family name'],
    ['gender', 'gender', 'Sex'],
    ['email', 'email', 'E-mail', 'E‑Mail address'],
    ['country', 'address_country', 'Country'],
    ['city', 'address_city', 'city', 'Town'],
    ['area', 'address_area', 'area', 'District'],
    ['birthDate', 'dob', 'birth_date', 'Birthday', 'Date of birth', 'birthDate'],
  ]
  for (const [field, ...names] of known) {
    it(`recognizes ${field} as ${names.join(', ')}`, () => {
      for (const name of names) assert.equal(parseField(name), field, name)
    })
  }

  it('recognizes every column of an export', () => {
    for (const [name, field] of Object.entries(csvColumns)) assert.equal(parseField(name), field, name)
  })

  it('recognizes every field name of the API', () => {
    for (const [field, { names }] of Object.entries(textRules))
      for (const name of names) assert.equal(parseField(name ?? ''), field, name)
  })

  it('ignores unknown columns', () => {
    for (const name of ['', 'Notes', 'phone number of a friend', '__proto__', 'constructor'])
      assert.equal(parseField(name), null, name)
  })

  it('uses the first column of each field', () => {
    assert.deepEqual(mapColumns(['Mobile', 'Phone', 'Notes', 'phone']), [
      { column: 'Mobile', field: 'phone' },
      { column: 'Phone', field: null },
      { column: 'Notes', field: null },
      { column: 'phone', field: null },
    ])
  })

  it('recognizes columns in Swahili and French', () => {
    const fieldsOf = (...header: string[]) => mapColumns(header).map(({ field }) => field)
    assert.deepEqual(fieldsOf('Simu', 'Jina la mwisho', 'Mji'), ['phone', 'lastName', 'city'])
    assert.deepEqual(fieldsOf('Téléphone', 'Prénom', 'Nom'), ['phone', 'firstName', 'lastName'])
  })

  it('prefers the choices of the user', () => {
    const choices = [
      { column: 'simu', field: 'phone' },
      { column: 'Name', field: null },
    ] as const
    assert.deepEqual(mapColumns(['Phone', 'Simu', 'Name', 'Surname'], { choices }), [
      { column: 'Phone', field: null },
      { column: 'Simu', field: 'phone' },
      { column: 'Name', field: null },
      { column: 'Surname', field: 'lastName' },
    ])
    assert.equal(findUnknownChoice(['Simu', 'name'], choices), null)
    assert.equal(findUnknownChoice(['Simu'], choices)?.column, 'Name')
  })

  it('recognizes custom fields by key and name', () => {
    const custom = [{ key: 'points', name: 'Loyalty points' }]
    const fieldsOf = (...header: string[]) => mapColumns(header, { custom }).map(({ field }) => field)
    assert.deepEqual(fieldsOf('POINTS', 'Voucher'), ['fields.points', null])
    assert.deepEqual(fieldsOf('loyalty-points', 'points'), ['fields.points', null])
    assert.equal(parseTarget('fields.points', custom), 'fields.points')
    assert.equal(parseTarget('new:number', custom), 'new:number')
    assert.deepEqual(fieldsOf('new:number'), [null])
  })

  it('prefers custom fields, and tells similar ones apart', () => {
    const custom = [
      { key: 'a_b', name: 'A B' },
      { key: 'ab', name: 'AB' },
      { key: 'district_2', name: 'District' },
    ]
    assert.equal(parseTarget('fields.ab', custom), 'fields.ab')
    assert.equal(parseTarget('fields.a_b', custom), 'fields.a_b')
    assert.equal(parseTarget('A-B', custom), null)
    assert.equal(parseTarget('DISTRICT', custom), 'fields.district_2')
    assert.equal(parseTarget('DISTRICT', []), 'area')
  })

  it('splits or keeps full names, unless the file has separate names', () => {
    const fieldOf = (names: NameChoice, ...header: string[]) => mapColumns(header, { names })[0]?.field
    assert.equal(fieldOf('split', 'Name'), 'fullName')
    assert.equal(fieldOf('keep', 'Name'), 'firstName')
    assert.equal(fieldOf('split', 'Name', 'Surname'), 'firstName')
    assert.equal(fieldOf('keep', 'Name', 'First name'), null)
  })

  it('requires each column and field to be chosen once', () => {
    const simu = { column: 'Simu', field: 'phone' } as const
    assert.ok(areClear([]))
    assert.ok(
      areClear([
        simu,
        { column: 'Name', field: null },
        { column: 'Notes', field: null },
        { column: 'Jina', field: 'firstName' },
      ]),
    )
    assert.ok(!areClear([simu, { column: 'Mobile', field: 'phone' }]))
    assert.ok(!areClear([simu, { column: 'SIMU', field: 'phone2' }]))
  })

  it('makes column names safe for the database', () => {
    const [long, nul] = mapColumns([`${'x'.repeat(99)}😀`, 'a\0b'])
    assert.equal(long?.column.isWellFormed(), true)
    assert.ok((long?.column.length ?? 0) <= 100)
    assert.equal(nul?.column, 'a?b')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FieldValues, numberWanted } from '../../../values/custom-field.ts'
import type { Phone } from '../../../values/phone.ts'
import { newContact } from '../rules.ts'
import { readHeader } from './columns.ts'
import {
  type CheckedRow,
  type KnownContact,
  type MappedColumn,
  pickCells,
  planMerge,
  type Reading,
  rowChecker,
  splitName,
} from './rules.ts'

const columns: readonly MappedColumn[] = [
  { column: 'Simu', field: 'phone' },
  { column: 'Jina', field: 'firstName' },
  { column: 'Barua', field: 'email' },
  { column: 'Born', field: 'birthDate' },
  { column: 'Other', field: 'phone2' },
  { column: 'Pointi', field: 'fields.points' },
  { column: 'Zamani', field: 'fields.removed' },
]
const reading: Reading = { country: 'TZ', fields: [{ key: 'points', name: 'Points', type: 'number', choices: [] }] }
const checkRow = (...cells: string[]) =>
  rowChecker(columns, columns.length, reading)([...cells, ...columns.map(() => '')].slice(0, columns.length))

describe('phone number in a file', () => {
  const numbers: readonly [written: string, digits: string][] = [
    ['255712345678', '255712345678'],
    ['+255 712 345 678', '255712345678'],
    ['(255) 712-345.678', '255712345678'],
    ['255\u00a0712\u2011345\u2013678', '255712345678'],
    ['\u202a+255712345678\u202c', '255712345678'],
    ['+44 (0)20 7946 0958', '442079460958'],
    ['255712345678.0', '255712345678'],
    ["'+255712345678", '255712345678'],
    ['0712 345 678', '255712345678'],
    ['712345678', '255712345678'],
    ['00254 712 345678', '254712345678'],
  ]
  for (const [written, digits] of numbers) {
    it(`reads ${JSON.stringify(written)} as ${digits}`, () =>
      assert.deepEqual(checkRow(written), { phone: digits, changes: {} }))
  }

  const bad: readonly [written: string, why: RegExp][] = [
    ['', /^Simu is empty$/],
    ['   ', /^Simu is empty$/],
    ['071234567', /^Simu is not a phone number of Tanzania/],
    ['2.55712E+11', /^Simu was shortened by a spreadsheet/],
    ['2,55712e11', /^Simu was shortened by a spreadsheet/],
    ['asha', /^Simu is not a phone number/],
    ['255712345678 / 255713345678', /^Simu is not a phone number/],
    ['2557123456789012345', /^Simu is not a phone number/],
    ['255712\u0000345678', /^Simu contains a NUL character/],
    ['255712\ufffd345678', /^Simu has characters that are not UTF-8$/],
  ]
  for (const [written, why] of bad) {
    it(`rejects ${JSON.stringify(written)}`, () => assert.match((checkRow(written) as { why: string }).why, why))
  }
})

describe('row of a file', () => {
  it('returns the values of its cells and ignores empty ones', () => {
    assert.deepEqual(checkRow('255712345678', ' Asha ', '', '1990-01-31', '+255 713 000 000'), {
      phone: '255712345678',
      changes: { firstName: 'Asha', birthDate: '1990-01-31', phone2: '255713000000' },
    })
    assert.deepEqual(checkRow('255712345678', '', '', '31/1/1990', '', '1,250', 'x'), {
      phone: '255712345678',
      changes: { birthDate: '1990-01-31', fields: { points: 1250 } },
    })
    assert.deepEqual(checkRow('255712345678', "'=1+1"), { phone: '255712345678', changes: { firstName: '=1+1' } })
  })

  const bad: readonly [cells: readonly string[], warning: string][] = [
    [['x'.repeat(101)], 'Jina is not imported: it must have at most 100 characters'],
    [['', 'nobody'], 'Barua is not imported: it must be an email address, or several separated by commas'],
    [['', '', '12/31/1990'], 'Born is not imported: it must be a date, as YYYY-MM-DD'],
    [['', '', '1990-02-30'], 'Born is not imported: it must be a date, as YYYY-MM-DD'],
    [
      ['', '', '', '0713'],
      'Other is not imported: it is not a phone number of Tanzania (TZ): it has 3 digits after 0 instead of 9',
    ],
    [['', '', '', '', 'many'], `Pointi is not imported: it ${numberWanted}`],
  ]
  for (const [cells, warning] of bad)
    it(`leaves out a cell: ${warning}`, () =>
      assert.deepEqual(checkRow('255712345678', ...cells), { phone: '255712345678', changes: {}, warning }))

  it('keeps the other cells and names all that are left out', () => {
    const checked = checkRow('255712345678', 'Asha', 'nobody', '1990', '', '5')
    const warning =
      'Barua is not imported: it must be an email address, or several separated by commas; Born is not imported: it must be a date, as YYYY-MM-DD'
    assert.deepEqual(checked, { phone: '255712345678', changes: { firstName: 'Asha', fields: { points: 5 } }, warning })
  })

  it('rejects a row with text that cannot be read', () =>
    assert.deepEqual(checkRow('255712345678', 'a\0b'), { why: 'Jina contains a NUL character' }))

  const names: readonly [text: string, firstName: string, lastName: string][] = [
    ['Asha', 'Asha', ''],
    ['Asha Mwinyi', 'Asha', 'Mwinyi'],
    ['Asha  binti Juma', 'Asha', 'binti Juma'],
    ['Mwinyi, Asha Neema', 'Asha Neema', 'Mwinyi'],
    ['Mwinyi,', 'Mwinyi', ''],
    ['Mwinyi, Asha, Jr', 'Asha, Jr', 'Mwinyi'],
    [', Asha Mwinyi', 'Asha', 'Mwinyi'],
  ]
  for (const [text, firstName, lastName] of names)
    it(`splits ${JSON.stringify(text)}`, () => assert.deepEqual(splitName(text), { firstName, lastName }))

  it('must have as many cells as the header, except for trailing empty ones', () => {
    const pick = (record: string[]) => pickCells(record, 3, [0, 2], 2)
    assert.deepEqual(pick(['a', 'b', 'c']), ['a', 'c'])
    assert.deepEqual(pick(['a', 'b', 'c', '', ' ']), ['a', 'c'])
    assert.deepEqual(pick(['a', 'b', 'c', 'd']), { cells: 4, phone: 'c' })
    assert.deepEqual(pick(['a']), { cells: 1, phone: '' })
    assert.deepEqual(rowChecker(columns, 3, reading)({ cells: 1, phone: '' }), {
      why: 'has 1 cell, but the header has 3',
    })
    assert.deepEqual(rowChecker(columns, 3, reading)({ cells: 4, phone: '' }), {
      why: 'has 4 cells, but the header has 3',
    })
  })
})

describe('planMerge', () => {
  const phone = (text: string) => text as Phone
  const row = (number: number, written: string, firstName?: string): CheckedRow => ({
    row: number,
    written,
    result: { phone: phone(written), changes: firstName === undefined ? {} : { firstName } },
  })
  const known: KnownContact = { id: 7, ...newContact(phone('1001'), { firstName: 'Asha', lastName: 'Mwinyi' }) }

  it('adds new contacts, and updates existing ones and those of earlier rows', () => {
    const plan = planMerge(
      [row(1, '1002', 'New'), row(2, '1001', 'Bibi'), row(3, '1002', 'Newer'), row(4, '1001'), row(5, '1002')],
      [known],
    )
    assert.deepEqual(
      plan.report.map(({ outcome }) => outcome),
      ['added', 'updated', 'updated', 'updated', 'updated'],
    )
    assert.deepEqual(plan.added, [{ phone: '1002', firstName: 'Newer' }])
    assert.deepEqual(plan.updated, [{ ...known, firstName: 'Bibi' }])
    assert.deepEqual(plan.knownIds, [7])
  })

  it('merges the values of custom fields', () => {
    const change = (number: number, written: string, fields: FieldValues): CheckedRow => ({
      row: number,
      written,
      result: { phone: phone(written), changes: { fields } },
    })
    const plan = planMerge(
      [change(1, '1001', { points: 2 }), change(2, '1002', { points: 1 }), change(3, '1002', { voucher: 'A1' })],
      [{ ...known, fields: { points: 1, voucher: 'A0' } }],
    )
    assert.deepEqual(plan.updated[0]?.fields, { points: 2, voucher: 'A0' })
    assert.deepEqual(plan.added, [{ phone: '1002', fields: { points: 1, voucher: 'A1' } }])
  })

  it('changes nothing when the contact already has the values', () => {
    const plan = planMerge([row(1, '1001', 'Asha')], [known])
    assert.deepEqual(
      { updated: plan.updated, ids: plan.knownIds, outcome: plan.report[0]?.outcome },
      { updated: [], ids: [7], outcome: 'updated' },
    )
  })

  it('keeps the number in the report as written, within its length limit', () => {
    const why = 'Simu is not a phone number'
    const invalid = (written: string): CheckedRow => ({ row: 1, written, result: { why } })
    const written = ['x', 'a\0b', `${'x'.repeat(39)}😀`]
    const plan = planMerge(written.map(invalid), [])
    assert.deepEqual(plan.report[0], { row: 1, outcome: 'invalid', phone: 'x', why })
    assert.equal(plan.report[1]?.phone, 'a?b')
    assert.equal(plan.report[2]?.phone.isWellFormed(), true)
    assert.deepEqual(plan.added, [])
  })
})

describe('readHeader', () => {
  it('rejects a chosen full name that a first name would replace', () => {
    const mapping = { map: ['Mteja:full_name'], names: 'split', decimals: [] } as const
    assert.equal(readHeader(['Simu', 'Mteja'], ',', mapping, [])[1]?.field, 'fullName')
    assert.throws(() => readHeader(['Phone', 'Mteja', 'First name'], ',', mapping, []), {
      name: 'Refusal',
      status: 400,
    })
  })

  it('rejects two columns for one field', () => {
    const mapping = { map: ['Points:new:number', 'Pointi:points'], names: 'keep', decimals: [] } as const
    assert.throws(() => readHeader(['Phone', 'Points', 'Pointi'], ',', mapping, reading.fields), { status: 400 })
  })

  it('reads the decimal mark of all columns or of one', () => {
    const marksOf = (delimiter: string, ...decimals: readonly string[]) =>
      readHeader(['Phone', 'A:B', 'C'], delimiter, { map: [], names: 'keep', decimals }, []).map(
        (column) => column.decimals ?? 'point',
      )
    assert.deepEqual(marksOf(','), ['point', 'point', 'point'])
    assert.deepEqual(marksOf(';'), ['comma', 'comma', 'comma'])
    assert.deepEqual(marksOf(';', 'point'), ['point', 'point', 'point'])
    assert.deepEqual(marksOf(',', 'A:B:comma'), ['point', 'comma', 'point'])
    assert.deepEqual(marksOf(',', 'c:point', 'comma'), ['comma', 'comma', 'point'])
    for (const wrong of ['dot', 'C:', 'C:dot', 'D:comma', ''])
      assert.throws(() => marksOf(',', wrong), { name: 'Refusal', status: 400 })
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { guardCell, unguardCell } from '../../values/csv.ts'
import type { Phone } from '../../values/phone.ts'
import { csvHeader, csvRow } from './export.ts'
import { newContact } from './rules.ts'

const phone = '255712345678' as Phone
const rowOf = (firstName: string) => csvRow(newContact(phone, { firstName }), [])

describe('CSV export', () => {
  const cells: readonly [text: string, written: string][] = [
    ['Amina', 'Amina'],
    ['', ''],
    ['a b', 'a b'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a\r\nb', '"a\r\nb"'],
    ['=1+1', "'=1+1"],
    ['+255', "'+255"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ['=1,"2"', '"\'=1,""2"""'],
    ["'t Hart", "'t Hart"],
    ["''", "''"],
    ['a=1', 'a=1'],
    ['Öztürk', 'Öztürk'],
  ]
  for (const [text, written] of cells) {
    it(`writes ${JSON.stringify(text)} as ${JSON.stringify(written)}`, () =>
      assert.equal(rowOf(text), `${phone},,,${written},,,,,,,\r\n`))
  }

  it('is read back unchanged by the import', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^['=+@\t\r-]{0,4}[a-z]{0,3}$/))
    fc.assert(fc.property(text, (value) => assert.equal(unguardCell(guardCell(value)), value)))
    fc.assert(fc.property(text, (value) => assert.ok(!/^[=+\-@\t\r]/.test(guardCell(value)))))
  })

  it('uses the field names of the public API', () => {
    assert.equal(
      csvHeader([]),
      'mob_no,mob_no2,title,first_name,last_name,gender,email,address_country,address_city,address_area,dob\r\n',
    )
    const fields = {
      phone2: '2',
      title: '3',
      firstName: '4',
      lastName: '5',
      gender: '6',
      email: '7',
      country: '8',
      city: '9',
      area: '10',
      birthDate: '11',
    }
    const contact = newContact(phone, { ...fields, fields: { points: 12, old: 'x' } })
    assert.equal(csvRow(contact, [{ key: 'points' }, { key: 'tier' }]), `${phone},2,3,4,5,6,7,8,9,10,11,12,\r\n`)
  })
})

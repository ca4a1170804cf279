import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type DecimalMark,
  type FieldDefinition,
  type FieldType,
  freeKeyOf,
  guessMark,
  guessType,
  isFieldKey,
  keyOfName,
  readCell,
  readValue,
} from './custom-field.ts'

const fieldOf = (type: FieldType): FieldDefinition => ({
  key: 'field',
  name: 'Field',
  type,
  choices: type === 'choice' ? ['Gold', 'Silver'] : [],
})

describe('keyOfName', () => {
  const keys: readonly [name: string, key: string][] = [
    ['Voucher', 'voucher'],
    ['Loyalty points', 'loyalty_points'],
    ['  Prénom (école) ', 'prenom_ecole'],
    ['2nd visit', 'nd_visit'],
    ['قسيمة', 'field'],
    ['x'.repeat(40), 'x'.repeat(32)],
  ]
  for (const [name, key] of keys)
    it(`turns ${JSON.stringify(name)} into ${key}`, () => {
      assert.equal(keyOfName(name), key)
      assert.equal(isFieldKey(key), true)
    })

  it('numbers keys that are taken', () => {
    const taken = new Set(['points', 'points_2'])
    assert.equal(
      freeKeyOf('Points', (key) => taken.has(key)),
      'points_3',
    )
    assert.equal(
      freeKeyOf('x'.repeat(32), (key) => key === 'x'.repeat(32)),
      `${'x'.repeat(30)}_2`,
    )
  })
})

describe('readValue', () => {
  const valid: readonly [type: FieldType, given: unknown, value: unknown][] = [
    ['text', ' A1 ', 'A1'],
    ['text', '', null],
    ['text', null, null],
    ['number', 20, 20],
    ['number', '12.5', 12.5],
    ['number', '1,250', 1250],
    ['number', '1 250 000', 1_250_000],
    ['number', '-3', -3],
    ['date', '2030-01-31', '2030-01-31'],
    ['choice', 'gold', 'Gold'],
  ]
  for (const [type, given, value] of valid)
    it(`reads ${JSON.stringify(given)} as ${type}`, () => assert.deepEqual(readValue(fieldOf(type), given), { value }))

  const invalid: readonly [type: FieldType, given: unknown, fault: RegExp][] = [
    ['text', 5, /^must be text$/],
    ['text', 'a\0b', /^must be text$/],
    ['text', 'x'.repeat(201), /at most 200 characters/],
    ['number', 'many', /must be a number/],
    ['number', '1,25', /must be a number/],
    ['number', 0.12345, /must be a number/],
    ['number', 1e12, /must be a number/],
    ['number', true, /must be a number/],
    ['date', '31/01/2030', /must be a date/],
    ['date', '2030-02-30', /must be a date/],
    ['choice', 'Bronze', /must be one of Gold, Silver/],
  ]
  for (const [type, given, fault] of invalid)
    it(`rejects ${JSON.stringify(given).slice(0, 20)} as ${type}`, () => {
      const read = readValue(fieldOf(type), given)
      assert.match('fault' in read ? read.fault : '', fault)
    })

  const cells: readonly [cell: string, withPoint: number, withComma: number][] = [
    ['1.250', 1.25, 1250],
    ['1,250', 1250, 1.25],
    ['1.250,5', 1250.5, 1250.5],
    ['1,250.5', 1250.5, 1250.5],
    ['1.250.300', 1_250_300, 1_250_300],
    ['1 300', 1300, 1300],
    ['12,5', 12.5, 12.5],
    ['12.5', 12.5, 12.5],
    ['-7', -7, -7],
  ]
  for (const [cell, withPoint, withComma] of cells)
    it(`reads the cell ${cell} by the decimal mark of the file`, () => {
      assert.deepEqual(readCell(fieldOf('number'), cell, 'point'), { value: withPoint })
      assert.deepEqual(readCell(fieldOf('number'), cell, 'comma'), { value: withComma })
    })

  const columns: readonly [cells: readonly string[], mark: DecimalMark][] = [
    [['1.250', '1300', ''], 'comma'],
    [['1.250', '12.5'], 'point'],
    [['1,250.5'], 'point'],
    [['1.250', '12,5'], 'comma'],
    [['1.250.300'], 'comma'],
    [['12.5', '12,5'], 'comma'],
    [['text'], 'comma'],
  ]
  for (const [cells, mark] of columns)
    it(`guesses the mark of a column with ${cells.join(' and ')}`, () => assert.equal(guessMark(cells, 'comma'), mark))

  it('reads days of spreadsheets, the day first', () => {
    assert.deepEqual(readCell(fieldOf('date'), ' 3/1/2030 '), { value: '2030-01-03' })
    assert.deepEqual(readCell(fieldOf('date'), '2030-01-31'), { value: '2030-01-31' })
  })
})

describe('guessType', () => {
  const guesses: readonly [cells: readonly string[], type: string][] = [
    [['20', '', '1,250'], 'number'],
    [['0712345678'], 'text'],
    [['31/01/2030', '2030-01-31'], 'date'],
    [['A1', '20'], 'text'],
    [['', ' '], 'text'],
  ]
  for (const [cells, type] of guesses)
    it(`guesses ${type} for ${JSON.stringify(cells)}`, () => assert.equal(guessType(cells), type))
})

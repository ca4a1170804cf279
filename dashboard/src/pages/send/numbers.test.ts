import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readNumberFile, readNumbers } from './numbers.ts'

describe('readNumbers', () => {
  const cases: readonly [text: string, numbers: readonly string[]][] = [
    ['', []],
    ['255712345678', ['255712345678']],
    ['+255 712 345 678\n0712-345-679', ['+255 712 345 678', '0712-345-679']],
    ['00255712345678, (255) 712345679;"0712345680"', ['00255712345678', '(255) 712345679', '0712345680']],
    ['nobody', ['nobody']],
  ]
  for (const [text, numbers] of cases)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(readNumbers(text), numbers))
})

describe('readNumberFile', () => {
  const cases: readonly [title: string, text: string, numbers: readonly string[], column: string | number][] = [
    ['a number on each line', '255712345678\r\n255712345679\r\n', ['255712345678', '255712345679'], 1],
    [
      'a column with a known name',
      'name,Phone number\n"Mushi, Asha",+255712345678\nJuma,0712345679',
      ['+255712345678', '0712345679'],
      'Phone number',
    ],
    [
      'a column that looks like numbers',
      'nani;wapi\nAsha;255712345678\n;255712345679',
      ['255712345678', '255712345679'],
      'wapi',
    ],
    [
      'the column with numbers, of several with such names',
      'Hotel,Order number,Simu\nKilima,77,0712345678\nPwani,78,0712345679',
      ['0712345678', '0712345679'],
      'Simu',
    ],
    [
      'a byte order mark, and quotes within quotes',
      '\uFEFF"mobile"\t"a ""b"""\n255712345678\tx',
      ['255712345678'],
      'mobile',
    ],
  ]
  for (const [title, text, numbers, column] of cases)
    it(`reads ${title}`, () => {
      const file = readNumberFile('f.csv', text)
      assert.deepEqual([file?.recipients.map(({ number }) => number), file?.column], [numbers, column])
    })

  it('reads a file without numbers as null', () => {
    for (const text of ['name,city\nAsha,Mwanza', '']) assert.equal(readNumberFile('f.csv', text), null)
  })

  it('reads the other columns by their placeholders, the first of equal ones', () => {
    assert.deepEqual(
      readNumberFile('f.csv', "First name,Phone,Ünits,2024,first-name,\nAsha,0712345678,'+7,x,y\n,,,,,"),
      {
        name: 'f.csv',
        column: 'Phone',
        columns: [
          { key: 'first_name', name: 'First name' },
          { key: 'units', name: 'Ünits' },
        ],
        recipients: [{ number: '0712345678', values: ['Asha', '+7'] }],
      },
    )
  })

  it('has no columns without a header', () => assert.deepEqual(readNumberFile('f.csv', '0712345678,Asha')?.columns, []))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readNumberFile, readNumbers } from './numbers.ts'

describe('numbers that people paste', () => {
  const cases: readonly [text: string, numbers: readonly string[]][] = [
    ['', []],
    ['255712345678', ['255712345678']],
    ['+255 712 345 678\n255712-345-679', ['255712345678', '255712345679']],
    ['00255712345678, (255) 712345679;255712345680', ['255712345678', '255712345679', '255712345680']],
    ['nobody', ['nobody']],
  ]
  for (const [text, numbers] of cases)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(readNumbers(text), numbers))
})

describe('a file of numbers', () => {
  const cases: readonly [title: string, text: string, numbers: readonly string[] | null, column: string][] = [
    ['a number on each line', '255712345678\r\n255712345679\r\n', ['255712345678', '255712345679'], 'column 1'],
    [
      'a column that says so',
      'name,Phone number\n"Mushi, Asha",+255712345678\nJuma,255712345679',
      ['255712345678', '255712345679'],
      'the column “Phone number”',
    ],
    [
      'a column that only looks so',
      'nani;wapi\nAsha;255712345678\n;255712345679',
      ['255712345678', '255712345679'],
      'the column “wapi”',
    ],
    [
      'a mark at its beginning, and quotes within quotes',
      '\uFEFF"mobile"\t"a ""b"""\n255712345678\tx',
      ['255712345678'],
      'the column “mobile”',
    ],
    ['no numbers', 'name,city\nAsha,Mwanza', null, ''],
    ['nothing', '', null, ''],
  ]
  for (const [title, text, numbers, column] of cases)
    it(`has ${title}`, () =>
      assert.deepEqual(readNumberFile('f.csv', text), numbers === null ? null : { name: 'f.csv', numbers, column }))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDelimiter, hasFirstLine, nameOfColumn } from './csv.ts'

describe('findDelimiter', () => {
  const files: readonly [text: string, delimiter: string][] = [
    ['a,b,c\n1;2', ','],
    ['a;b\n1,2,3,4', ';'],
    ['a\tb\tc', '\t'],
    ['Phone', ','],
    ['', ','],
    ['"a,b,c";d\n', ';'],
    ['"a ""x"",y";b;c', ';'],
    ['\n\r\na;b', ';'],
  ]
  for (const [text, delimiter] of files) {
    it(`finds ${JSON.stringify(delimiter)} in ${JSON.stringify(text)}`, () =>
      assert.equal(findDelimiter(text), delimiter))
  }

  it('needs the complete first line', () => {
    for (const text of ['', 'a,b', '\n\n', '"a\nb', '"a\n""b'])
      assert.equal(hasFirstLine(text), false, JSON.stringify(text))
    for (const text of ['a\n', 'a\r', '\na\r\nb', '"a\nb"\n'])
      assert.equal(hasFirstLine(text), true, JSON.stringify(text))
  })
})

describe('nameOfColumn', () => {
  for (const text of ['valid_from', 'Valid from', ' VALID-FROM ', 'valid.from', 'validFrom']) {
    it(`normalizes ${JSON.stringify(text)}`, () => assert.equal(nameOfColumn(text), 'validfrom'))
  }
})

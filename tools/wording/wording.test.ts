import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPhrases } from './find-phrases.ts'
import { findParagraphs, findTexts } from './texts.ts'

describe('findTexts', () => {
  const table: readonly [title: string, source: string, texts: readonly string[]][] = [
    ['line comments that belong together', '// One\n// two.\nconst a = 1 // Three', ['One two.', 'Three']],
    ['block comments', '/**\n * One\n * two.\n */', ['One two.']],
    [
      'strings with a space',
      `f('one two', "three", \`four \${g('{ }')} five\`)`,
      ['one two', `four \${g('{ }')} five`],
    ],
    ['no comment in a string', "f('http://a b')", ['http://a b']],
    ['no string in a regular expression', `a.replace(/['"]/g, 'b c')`, ['b c']],
    ['a quote after an escape', String.raw`f('it\'s one')`, [String.raw`it\'s one`]],
  ]
  for (const [title, source, texts] of table)
    it(`finds ${title}`, () =>
      assert.deepEqual(
        findTexts(source).map(({ text }) => text),
        texts,
      ))

  it('counts lines', () => {
    assert.deepEqual(
      findTexts("const a = `x\ny`\n\nf('one two')").map(({ line }) => line),
      [4],
    )
  })
})

describe('findParagraphs', () => {
  it('leaves code out', () => {
    assert.deepEqual(findParagraphs('One `whoever` two\n\n```sh\nwhoever\n```\nthree'), [
      { line: 1, text: 'One `` two' },
      { line: 6, text: 'three' },
    ])
  })
})

describe('findPhrases', () => {
  const bad = [
    '// Whoever asks gets it.',
    '// What was sent is kept.',
    '// Returns what was sent.',
    '// A limit that is none.',
    '// On a day that there is.',
    '// Messages of nobody.',
    '// Batches that nobody has in hand.',
    "it('says what became of it', f)",
    '// The purse of an account.',
  ]
  for (const source of bad) it(`finds ${source}`, () => assert.notEqual(findPhrases('src/a.ts', source).length, 0))

  const good = [
    '// Clients that retry get the same answer.',
    '// What happens to a message without a route?',
    '// An empty list when there are none.',
    "it('rejects a schedule_time in the past with code 112', f)",
    'const whoever = 1',
  ]
  for (const source of good) it(`accepts ${source}`, () => assert.deepEqual(findPhrases('src/a.ts', source), []))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readNumberFile } from './numbers.ts'
import { listUnknown, listVariables, renamePlaceholder, toBody } from './request.ts'

const draft = (to: 'book' | 'numbers', text: string) => ({ to, text })

describe('listUnknown', () => {
  const cases: readonly [title: string, to: 'book' | 'numbers', text: string, unknown: readonly (string | null)[][]][] =
    [
      ['no field of contacts', 'book', 'Habari {first_name}, pointi {points}', []],
      ['a misspelt field, with the right one', 'book', 'Habari {frist_name}', [['frist_name', 'first_name']]],
      ['a field that resembles no other', 'book', 'Kodi {discount_code}', [['discount_code', null]]],
      ['a fallback', 'book', 'Habari {nmae|mteja}', [['nmae', 'name']]],
      ['no placeholder of a text to numbers, which has fields for its values', 'numbers', '{frist_name}', []],
    ]
  for (const [title, to, text, unknown] of cases)
    it(`lists ${title}`, () =>
      assert.deepEqual(
        listUnknown(draft(to, text), [{ key: 'points' }]).map(({ name, nearest }) => [name, nearest]),
        unknown,
      ))
})

describe('listVariables', () => {
  it('lists placeholders with a fallback too', () =>
    assert.deepEqual(listVariables(draft('numbers', '{name|mteja} {Code}'), null), ['name', 'code']))
})

describe('toBody', () => {
  const file = readNumberFile('f.csv', 'phone,Name,Points\n0712345678,Asha,7\n0712345679,,8')
  const toFile = (text: string) =>
    toBody(
      {
        sender: 'DUKA',
        to: 'file',
        numbers: '',
        book: null,
        segment: null,
        text,
        variables: { code: 'X' },
        isSmart: null,
        campaign: '',
        isLater: false,
        later: '',
      },
      file,
    )

  it('fills placeholders from the columns of a file, and the others from the form', () => {
    assert.deepEqual(toFile('{Name|mteja}: {code}'), {
      from: 'DUKA',
      text: '{Name|mteja}: {code}',
      to: [
        { number: '0712345678', variables: { name: 'Asha' } },
        { number: '0712345679', variables: {} },
      ],
      variables: { code: 'X' },
    })
  })

  it('sends only the numbers of a file when the text names no column', () =>
    assert.deepEqual(toFile('Habari')?.to, ['0712345678', '0712345679']))
})

describe('renamePlaceholder', () => {
  it('keeps the fallback and longer names', () =>
    assert.equal(renamePlaceholder('{nmae|mteja} {NMAE} {nmae2}', 'nmae', 'name'), '{name|mteja} {name} {nmae2}'))
})

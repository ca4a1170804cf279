import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listUnknown, listVariables, renamePlaceholder } from './request.ts'

const draft = (to: 'book' | 'numbers', text: string) => ({ to, text }) as Parameters<typeof listVariables>[0]

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
    assert.deepEqual(listVariables(draft('numbers', '{name|mteja} {Code}')), ['name', 'code']))
})

describe('renamePlaceholder', () => {
  it('keeps the fallback and longer names', () =>
    assert.equal(renamePlaceholder('{nmae|mteja} {NMAE} {nmae2}', 'nmae', 'name'), '{name|mteja} {name} {nmae2}'))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceptedTags, matchLanguage } from './languages.ts'

describe('matchLanguage', () => {
  const table: readonly [readonly string[], string | null][] = [
    [['fr-CD'], 'fr'],
    [['de', 'SW-tz', 'en'], 'sw'],
    [['de'], null],
    [[''], null],
    [[], null],
  ]
  for (const [tags, language] of table)
    it(`finds ${language} for ${JSON.stringify(tags)}`, () => assert.equal(matchLanguage(tags), language))
})

describe('acceptedTags', () => {
  const table: readonly [string | undefined, readonly string[]][] = [
    ['fr-CD,fr;q=0.9,en;q=0.8', ['fr-CD', 'fr', 'en']],
    ['en;q=0.1, sw ; q=0.5', ['sw', 'en']],
    ['en;q=0, sw', ['sw']],
    ['en;q=x', []],
    ['', []],
    [undefined, []],
  ]
  for (const [header, tags] of table)
    it(`reads ${JSON.stringify(header)}`, () => assert.deepEqual(acceptedTags(header), tags))
})

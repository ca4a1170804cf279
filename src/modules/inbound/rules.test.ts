import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fold } from '../../values/sms.ts'
import { cleanText, defaultWords, joinParts, kindOf } from './rules.ts'

describe('incoming text', () => {
  const cases: readonly (readonly [text: string, kind: string])[] = [
    ['STOP', 'stop'],
    [' stop. ', 'stop'],
    ['"Arrêt!"', 'stop'],
    ['simamisha', 'stop'],
    ['start', 'start'],
    ['Help?', 'help'],
    ['STOP SHOP', 'stop'],
    ['STOP it', 'message'],
    ['please stop', 'message'],
    ['STOP SHOP now', 'message'],
    ['', 'message'],
    ['😀', 'message'],
    ['STOPPED', 'message'],
    ['STOP - - - it', 'message'],
    ['- STOP -', 'stop'],
    ['STOP\u200b', 'stop'],
    [`${'x'.repeat(10_000)} STOP`, 'message'],
    [`${' '.repeat(10_000)}STOP`, 'stop'],
  ]
  for (const [text, kind] of cases)
    it(`means ${kind}: ${JSON.stringify(text)}`, () => assert.equal(kindOf(text, defaultWords('en'), 'SHOP'), kind))

  it('has the default words that the documentation lists', () => {
    const page = readFileSync(new URL('../../../docs/api/inbound.md', import.meta.url), 'utf8')
    for (const kind of ['stop', 'start', 'help'] as const)
      assert.ok(page.includes(`| ${kind} | ${defaultWords('en')[kind].join(', ')} |`), kind)
  })

  it('is compared in capitals, without accents and punctuation', () => {
    assert.equal(fold('«Été»,'), 'ETE')
    assert.equal(fold('...'), '')
  })

  it('is joined in the order of its parts, with an ellipsis for missing ones', () => {
    const parts = new Map([
      [3, 'c'],
      [1, 'a'],
    ])
    assert.equal(joinParts(parts, 3), 'a…c')
    assert.equal(joinParts(new Map([[2, 'b']]), 255), '…b…')
    assert.equal(joinParts(new Map(), 255), '…')
  })

  it('is stored without characters that the database rejects', () =>
    assert.equal(cleanText('a\0b \ud83d c \ud83d\ude00'), 'ab \ufffd c 😀'))
})

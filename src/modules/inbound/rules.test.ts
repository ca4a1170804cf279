import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fold, joinParts, kindOf, usualWords } from './rules.ts'

describe('what people write', () => {
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
  ]
  for (const [text, kind] of cases) it(`means ${kind}: ${JSON.stringify(text)}`, () => assert.equal(kindOf(text, usualWords, 'SHOP'), kind))

  it('is compared in capitals, without accents and marks', () => {
    assert.equal(fold('«Été»,'), 'ETE')
    assert.equal(fold('...'), '')
  })

  it('is joined in the order of its parts, with a mark where one is missing', () => {
    const parts = new Map([
      [3, 'c'],
      [1, 'a'],
    ])
    assert.equal(joinParts(parts, 3), 'a…c')
  })
})

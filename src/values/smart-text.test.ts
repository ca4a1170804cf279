import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitText } from './gsm.ts'
import { listReplaced, toGsmText } from './smart-text.ts'

describe('toGsmText', () => {
  const table: readonly [title: string, text: string, replaced: string][] = [
    ['quotation marks', '‘a’ ‚b‛ “c” „d‟ «e» ‹f› `g´ 5′ 6″', `'a' 'b' "c" "d" "e" 'f' 'g' 5' 6"`],
    ['dashes', 'a–b—c‐d‑e−f―g', 'a-b-c-d-e-f-g'],
    ['an ellipsis', 'wait…', 'wait...'],
    ['spaces', 'a\u00a0b\u202fc\u2009d\te\u3000f', 'a b c d e f'],
    ['separators of lines', 'a\u2028b\u2029c', 'a\nb\nc'],
    ['invisible characters', '\ufeffa\u200bb\u00adc\u2060d', 'abcd'],
    ['bullets and symbols', '• 3×4 ½ © ™ № 7 → x', '* 3x4 1/2 (C) (TM) No. 7 -> x'],
    ['ligatures and full-width characters', 'ﬁsh ﬂat Ａ１！', 'fish flat A1!'],
    ['a letter with a separate accent', 'cafe\u0301', 'café'],
    ['nothing in a text that fits', `It's "fine" - really... [€5]`, `It's "fine" - really... [€5]`],
    ['nothing in an empty text', '', ''],
    ['nothing when an emoji needs UCS-2 anyway', 'It’s fine 😀', 'It’s fine 😀'],
    ['nothing when a letter needs UCS-2 anyway', 'ça – va', 'ça – va'],
    ['nothing in another script', '“Привет”', '“Привет”'],
  ]
  for (const [title, text, replaced] of table)
    it(`replaces ${title}`, () => {
      assert.equal(toGsmText(text), replaced)
    })

  it('saves segments', () => {
    const text = `Karibu! Don’t miss our offer – ${'x'.repeat(100)}`
    assert.deepEqual(fitText(text, 'gsm'), { encoding: 'ucs2', segments: 2 })
    assert.deepEqual(fitText(toGsmText(text), 'gsm'), { encoding: 'gsm', segments: 1 })
  })
})

describe('listReplaced', () => {
  it('names each character once', () => {
    assert.deepEqual(listReplaced('“It’s – it’s”…'), [
      { from: '“', to: '"' },
      { from: '’', to: "'" },
      { from: '–', to: '-' },
      { from: '”', to: '"' },
      { from: '…', to: '...' },
    ])
  })

  it('is empty when nothing is replaced', () => {
    assert.deepEqual(listReplaced('It’s 😀'), [])
    assert.deepEqual(listReplaced('plain'), [])
  })
})

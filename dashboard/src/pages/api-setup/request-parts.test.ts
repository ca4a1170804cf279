import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outcomeOf, unsentIn } from './request-parts.ts'

describe('unsentIn', () => {
  const answer = (counts: object) => JSON.stringify({ request_id: 1, valid: 0, ...counts })
  const cases: readonly [title: string, text: string | null, unsent: ReturnType<typeof unsentIn>][] = [
    ['names why no message was sent', answer({ invalid: 1 }), { total: 1, why: 'Invalid: 1' }],
    [
      'names all causes',
      answer({ invalid: 2, duplicates: 1, opted_out: 3 }),
      { total: 6, why: 'Invalid: 2, Duplicates: 1, Opted out: 3' },
    ],
    ['is null when a message was sent', answer({ valid: 1, invalid: 1 }), null],
    ['is null for an empty list', answer({}), null],
    ['is null for another answer', '{"data":[]}', null],
    ['is null for a text', 'Sent.', null],
    ['is null without an answer', null, null],
  ]
  for (const [title, text, unsent] of cases) it(title, () => assert.deepEqual(unsentIn(text), unsent))
})

describe('outcomeOf', () => {
  it('is refused for a refusal with status 200', () => {
    assert.equal(outcomeOf({ status: 200, code: 111 }), 'refused')
    assert.equal(outcomeOf({ status: 200, code: null }), 'success')
    assert.equal(outcomeOf({ status: 503, code: 1 }), 'failed')
  })
})

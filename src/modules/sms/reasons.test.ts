import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { classifyAnswer, outcomeOf } from '../../carriers/http/classify.ts'
import { classifyStatus } from '../../carriers/smpp/status.ts'
import { refusedReasons } from './model.ts'
import { explainReason, explainRefused } from './reasons.ts'

const unexplained = /^The carrier gave the reason [a-z0-9_]+\.$/
const carriers = fileURLToPath(new URL('../../carriers', import.meta.url))

/** The reasons that appear as literals in the source of the carriers. */
function writtenReasons(): Set<string> {
  const files = globSync('{provider-kind.ts,{http,outbox,simulator,smpp}/**/*.ts}', { cwd: carriers }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const texts = files.map((file) => readFileSync(`${carriers}/${file}`, 'utf8'))
  const places = [
    /\breason: '(\w+)'/g,
    /\breasonOf\(.*'(\w+)'/g,
    /\bunclear\('(\w+)'/g,
    /\bunclear\(.*'(\w+)' : '(\w+)'/g,
  ]
  return new Set(
    texts.flatMap((text) => places.flatMap((place) => [...text.matchAll(place)].flatMap(([, ...reasons]) => reasons))),
  )
}

describe('explainReason', () => {
  it('explains every SMPP status', () => {
    for (let status = 1; status <= 0x4ff; status += 1) {
      const { reason } = classifyStatus(status)
      assert.doesNotMatch(explainReason(reason) ?? '', unexplained, reason)
    }
  })

  it('explains every HTTP status, with and without a state in the body', () => {
    const answer = { split: '|', reference: '1', state: '0', reason: '' }
    const states = new Map([
      ['104', 'refused' as const],
      ['200', 'busy' as const],
    ])
    const reasons = new Set<string>()
    for (let status = 200; status < 600; status += 1) {
      for (const text of ['', '104', '200']) {
        const verdict = classifyAnswer({ answer, states }, { status, text, isCut: false, headers: {} }, new Date())
        if (verdict.does === 'refuse' || verdict.does === 'retry') reasons.add(verdict.reason)
      }
    }
    for (const reason of ['http_404', 'http_503', 'code_104', 'code_200']) assert.ok(reasons.has(reason), reason)
    for (const reason of [...reasons, outcomeOf('undelivered', null)?.reason ?? ''])
      assert.doesNotMatch(explainReason(reason) ?? '', unexplained, reason)
  })

  it('explains every reason in the source of the carriers', () => {
    const reasons = writtenReasons()
    const some = [
      'no_answer',
      'bad_answer',
      'unsendable',
      'refused_by_carrier',
      'undelivered',
      'busy',
      'carrier_away',
      'throttled',
      'expired',
      'chaos_refused',
    ]
    assert.deepEqual(
      some.filter((reason) => !reasons.has(reason)),
      [],
      'the pattern finds the reasons',
    )
    for (const reason of reasons) assert.doesNotMatch(explainReason(reason) ?? '', unexplained, reason)
  })

  for (const reason of [
    'cancelled',
    'expired',
    'opted_out',
    'absent_subscriber',
    'refused_by_network',
    'busy',
    'carrier_undelivered',
  ])
    it(`explains ${reason}`, () => assert.doesNotMatch(explainReason(reason) ?? '', unexplained))

  it('names codes that only the carrier can explain', () => {
    assert.equal(explainReason('carrier_status_4ff'), 'The carrier returned status 0x4FF. See its documentation.')
    assert.equal(
      explainReason('carrier_undelivered_1a'),
      'The carrier could not deliver the message (error 1a; see its documentation).',
    )
    assert.equal(explainReason('http_422'), 'The carrier responded with HTTP status 422 and gave no reason.')
    assert.equal(explainReason('code_104'), 'The carrier returned code 104. See its documentation.')
    assert.equal(explainReason('something_else'), 'The carrier gave the reason something_else.')
    assert.equal(explainReason(null), null)
  })

  it('explains why each refused recipient got no message', () => {
    for (const why of refusedReasons) assert.match(explainRefused(why), /\.$/)
  })
})

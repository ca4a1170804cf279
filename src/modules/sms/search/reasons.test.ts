import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { judgeAnswer, outcomeOf } from '../../../carriers/http/judge.ts'
import { judgeStatus } from '../../../carriers/smpp/status.ts'
import { refusedReasons } from '../model.ts'
import { explainReason, explainRefused } from './reasons.ts'

const unexplained = /^The carrier says [a-z0-9_]+\.$/
const carriers = fileURLToPath(new URL('../../../carriers', import.meta.url))

/**
 * Reasons that stand as such in the code of carriers: what an error is given, or what is said where a provider says
 * nothing.
 */
function writtenReasons(): Set<string> {
  const files = globSync('{http,outbox,simulator,smpp}/**/*.ts', { cwd: carriers }).filter(
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

describe('reasons', () => {
  it('are explained for every status of SMPP', () => {
    for (let status = 1; status <= 0x4ff; status += 1) {
      const { reason } = judgeStatus(status)
      assert.doesNotMatch(explainReason(reason) ?? '', unexplained, reason)
    }
  })

  it('are explained for every status of HTTP, whether something is said with it or not', () => {
    const answer = { split: '|', reference: '1', state: '0', reason: '' }
    const states = new Map([
      ['104', 'refused' as const],
      ['200', 'busy' as const],
    ])
    const reasons = new Set<string>()
    for (let status = 200; status < 600; status += 1) {
      for (const text of ['', '104', '200']) {
        const verdict = judgeAnswer({ answer, states }, { status, text, isCut: false, headers: {} }, new Date())
        if (verdict.does === 'refuse' || verdict.does === 'retry') reasons.add(verdict.reason)
      }
    }
    for (const reason of ['http_404', 'http_503', 'code_104', 'code_200']) assert.ok(reasons.has(reason), reason)
    for (const reason of [...reasons, outcomeOf('undelivered', null)?.reason ?? ''])
      assert.doesNotMatch(explainReason(reason) ?? '', unexplained, reason)
  })

  it('are explained wherever the code of a carrier gives one', () => {
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
      'they are found',
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
    it(`are explained: ${reason}`, () => assert.doesNotMatch(explainReason(reason) ?? '', unexplained))

  it('name the codes that only the carrier knows', () => {
    assert.equal(
      explainReason('carrier_status_4ff'),
      'The carrier gave the status 0x4FF, which its documentation explains.',
    )
    assert.equal(
      explainReason('carrier_undelivered_1a'),
      'The carrier could not deliver it (error 1a, which its documentation explains).',
    )
    assert.equal(explainReason('http_422'), 'The carrier answered with the HTTP status 422, and does not say more.')
    assert.equal(explainReason('code_104'), 'The carrier gave the code 104, which its documentation explains.')
    assert.equal(explainReason('something_else'), 'The carrier says something_else.')
    assert.equal(explainReason(null), null)
  })

  it('say of every recipient that became no message why', () => {
    for (const why of refusedReasons) assert.match(explainRefused(why), /\.$/)
  })
})

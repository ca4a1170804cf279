import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeStatus } from '../../carriers/smpp/status.ts'
import { explainReason, explainRefused } from './reasons.ts'
import { refusedReasons } from './rules.ts'

const unexplained = /^The carrier says [a-z0-9_]+\.$/

describe('reasons', () => {
  it('are explained for every status of SMPP', () => {
    for (let status = 1; status <= 0x4ff; status += 1) {
      const { reason } = judgeStatus(status)
      assert.doesNotMatch(explainReason(reason) ?? '', unexplained, reason)
    }
  })

  for (const reason of ['cancelled', 'expired', 'opted_out', 'absent_subscriber', 'refused_by_network', 'busy', 'carrier_undelivered'])
    it(`are explained: ${reason}`, () => assert.doesNotMatch(explainReason(reason) ?? '', unexplained))

  it('name the codes that only the carrier knows', () => {
    assert.equal(explainReason('carrier_status_4ff'), 'The carrier gave the status 0x4FF, which its documentation explains.')
    assert.equal(explainReason('carrier_undelivered_1a'), 'The carrier could not deliver it (error 1a, which its documentation explains).')
    assert.equal(explainReason('something_else'), 'The carrier says something_else.')
    assert.equal(explainReason(null), null)
  })

  it('say of every recipient that became no message why', () => {
    for (const why of refusedReasons) assert.match(explainRefused(why), /\.$/)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { classifyFailure, type FailedMessage, type FailureVerdict } from './resubmit-rules.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const first: FailedMessage = {
  pending: true,
  product: 'SMS',
  submittedAt: at(-1),
  retryAt: null,
  validUntil: at(72 * 60),
  recipients: 1,
  failures: 0,
  isRepeated: false,
}
const again = (minutes: number, lane: 'single' | 'bulk' = 'single'): FailureVerdict => ({
  does: 'again',
  at: at(minutes),
  lane,
})

describe('classifyFailure', () => {
  const cases: readonly [what: string, change: Partial<FailedMessage>, verdict: FailureVerdict][] = [
    ['submits a message again after five minutes', {}, again(5)],
    ['submits a message of several recipients again as bulk', { recipients: 2 }, again(5, 'bulk')],
    ['waits longer after the second failure', { failures: 1 }, again(30)],
    ['waits longer after the fourth failure', { failures: 3 }, again(360)],
    ['ends a message after the fifth failure', { failures: 4 }, { does: 'end' }],
    ['ends a message that would be expired', { validUntil: at(5) }, { does: 'end' }],
    ['ends a PIN', { product: 'OTP' }, { does: 'end' }],
    ['ignores a receipt for a final message', { pending: false }, { does: 'ignore' }],
    ['ignores a late receipt of an earlier submit', { isRepeated: true, failures: 1 }, { does: 'ignore' }],
    ['ignores a receipt while the message waits for another submit', { retryAt: at(4) }, { does: 'ignore' }],
    ['accepts one after a carrier was busy before the first submit', { retryAt: at(-2) }, again(5)],
    ['waits for the submit result', { submittedAt: null }, { does: 'unknown' }],
  ]
  for (const [what, change, verdict] of cases)
    it(what, () => assert.deepEqual(classifyFailure({ ...first, ...change }, now), verdict))
})

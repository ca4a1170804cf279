import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { QueueCause } from '../../../contract/console/sms.ts'
import { type CarrierFacts, explainCarrier, explainQueue, explainWaiting, laneOf } from './waiting-rules.ts'

const now = new Date('2030-01-01T12:00:00Z')
const later = new Date('2030-01-01T12:05:00Z')
const earlier = new Date('2030-01-01T11:00:00Z')

const health = { state: 'in', cause: null, reason: null, since: earlier, until: null, times: 0 } as const
const carrierState = { paused: false, awaySince: null, health } as const
const carrier: CarrierFacts = { name: 'north', exists: true, carrierState }

const message = {
  status: 'PENDING',
  reason: null,
  attempts: 0,
  retryAt: null,
  dueAt: earlier,
  submittedAt: null,
  validUntil: new Date('2030-01-04T11:00:00Z'),
  carrier: 'north',
} as const
const batch = { dueAt: earlier, isClaimed: false }
const facts = { message, batch, carrierProblem: null, opensAt: null, now } as const

describe('waiting rules', () => {
  it('explains why a carrier accepts no messages', () => {
    const cases: readonly (readonly [CarrierFacts, RegExp | null])[] = [
      [carrier, null],
      [{ ...carrier, carrierState: null }, null],
      [{ ...carrier, exists: false, carrierState: null }, /^Carrier north no longer exists\.$/],
      [
        { ...carrier, carrierState: { ...carrierState, paused: true } },
        /is paused\. To resume it, run ngoma provider resume north\.$/,
      ],
      [
        { ...carrier, carrierState: { ...carrierState, awaySince: earlier } },
        /disconnected since 2030-01-01 11:00:00 GMT/,
      ],
      [
        {
          ...carrier,
          carrierState: { ...carrierState, health: { ...health, state: 'out', reason: 'errors', until: later } },
        },
        /out of rotation because of its health \(errors\) until 2030-01-01 12:05:00 GMT\.$/,
      ],
    ]
    for (const [one, expected] of cases) {
      const text = explainCarrier(one)
      if (expected === null) assert.equal(text, null)
      else assert.match(text ?? '', expected)
    }
  })

  it('explains why a message is waiting, with the time of its next attempt', () => {
    const cases: readonly (readonly [Parameters<typeof explainWaiting>[0], RegExp | null, Date | null])[] = [
      [{ ...facts, message: { ...message, status: 'DELIVERED' } }, null, null],
      [{ ...facts, message: { ...message, submittedAt: earlier } }, /has not sent a delivery receipt yet/, null],
      [{ ...facts, message: { ...message, dueAt: later } }, /^The message is scheduled for 2030-01-01 12:05/, later],
      [{ ...facts, carrierProblem: 'Carrier north is paused.' }, /^Carrier north is paused\.$/, null],
      [{ ...facts, message: { ...message, retryAt: later, reason: 'throttled' } }, /throttles messages/, later],
      [{ ...facts, message: { ...message, retryAt: later, attempts: 2 } }, /too busy \(attempts: 2\)/, later],
      [{ ...facts, message: { ...message, retryAt: earlier } }, /^The message is waiting for capacity/, earlier],
      [{ ...facts, opensAt: later }, /sending window/, later],
      [{ ...facts, batch: null }, /^No batch contains the message/, null],
      [{ ...facts, batch: { ...batch, isClaimed: true } }, /^A worker is submitting/, null],
      [{ ...facts, batch: { ...batch, dueAt: later } }, /had no capacity/, later],
    ]
    for (const [one, expected, next] of cases) {
      const waiting = explainWaiting(one)
      if (expected === null) assert.equal(waiting, null)
      else {
        assert.match(waiting?.text ?? '', expected)
        assert.deepEqual(waiting?.nextTryAt, next)
      }
    }
  })

  it('explains why a queue is waiting', () => {
    const queue = {
      batches: 1,
      messages: 5,
      oldestDueAt: earlier,
      inHand: 0,
      scheduled: 0,
      retrying: 0,
      throttled: 0,
      nextAt: null,
      more: false,
    }
    type Given = Parameters<typeof explainQueue>[0]
    function assertProblem(one: Given, throttles: number, cause: QueueCause, text: RegExp): void {
      const problem = explainQueue(one, null, throttles, now)
      assert.equal(problem?.cause, cause)
      assert.match(problem.text, text)
    }
    assert.equal(explainQueue({ ...queue, messages: 0 }, 'paused', 0, now), null)
    assert.deepEqual(explainQueue(queue, 'paused', 0, now), { cause: 'carrier', text: 'paused' })
    assertProblem({ ...queue, throttled: 2 }, 0, 'throttled', /throttles 2 of these messages/)
    assertProblem(queue, 3, 'throttled', /lower rate 3 times/)
    assertProblem({ ...queue, retrying: 5 }, 0, 'busy', /too busy\. The messages will be retried/)
    assertProblem({ ...queue, nextAt: later }, 0, 'window', /until 2030-01-01 12:05:00 GMT/)
    assertProblem(queue, 0, 'unclaimed', /^No worker has claimed the messages/)
    assert.equal(explainQueue({ ...queue, inHand: 1 }, null, 0, now), null)
    assert.equal(explainQueue({ ...queue, oldestDueAt: now }, null, 0, now), null)
  })

  it('derives the lane from the product and the number of recipients', () => {
    assert.deepEqual([laneOf('OTP', 1), laneOf('SMS', 1), laneOf('SMS', 2)], ['pin', 'single', 'bulk'])
  })
})

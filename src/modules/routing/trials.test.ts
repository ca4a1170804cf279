import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultFailover } from '../../carriers/failover.ts'
import { createTrials } from './trials.ts'

describe('a carrier on trial', () => {
  const now = new Date('2030-01-01T12:00:00Z')
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const onTrial = (since: Date) => [{ name: 'one', since, ...defaultFailover.health }]

  it('gets a few messages, and the same number again without a verdict', () => {
    const trials = createTrials()
    assert.equal(trials.isOpen('one'), true, 'one that is on no trial gets all')
    trials.keep(onTrial(now), now)
    for (let sent = 0; sent < defaultFailover.health.trialMessages; sent += 1) {
      assert.equal(trials.isOpen('one'), true)
      trials.spend('one')
    }
    trials.keep(onTrial(now), later(59))
    assert.equal(trials.isOpen('one'), false)
    trials.keep(onTrial(now), later(60))
    assert.equal(trials.isOpen('one'), true)
  })

  it('starts over with a new trial', () => {
    const trials = createTrials()
    trials.keep(onTrial(now), now)
    for (let sent = 0; sent < defaultFailover.health.trialMessages; sent += 1) trials.spend('one')
    trials.keep(onTrial(later(10)), later(10))
    assert.equal(trials.isOpen('one'), true)
    trials.keep([], later(20))
    assert.equal(trials.isOpen('one'), true)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdaptiveRate } from './adaptive-rate.ts'
import { createAcceptedParts } from './sender.ts'

describe('an adaptive rate', () => {
  function start() {
    let time = 1_000_000
    const rate = createAdaptiveRate(
      () => time,
      () => 0.5,
    )
    return { rate, wait: (milliseconds: number) => (time += milliseconds), time: () => time }
  }

  it('has no limit until the carrier throttles', () => {
    const { rate } = start()
    for (let count = 0; count < 10_000; count += 1) {
      assert.equal(rate.waitMs('bulk'), 0)
      rate.spend()
      rate.passed()
    }
  })

  it('pauses half a second, twice as long each time up to ten seconds, and starts over after a success', () => {
    const { rate, wait } = start()
    for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
      rate.slowed()
      rate.slowed()
      assert.equal(rate.waitMs('pin'), pauseMs)
      rate.passed()
      wait(pauseMs)
      assert.equal(rate.waitMs('pin'), 0)
    }
    rate.passed()
    rate.slowed()
    assert.equal(rate.waitMs('pin'), 500)
  })

  it('pauses no longer than the maximum when the clock is set back', () => {
    const { rate, wait } = start()
    rate.slowed()
    wait(-600_000)
    const longestMs = 12_500
    assert.equal(rate.waitMs('pin'), longestMs)
    wait(longestMs)
    assert.equal(rate.waitMs('pin'), 0)
    rate.slowed()
    wait(-600_000)
    rate.slowed()
    wait(longestMs)
    rate.passed()
    assert.equal(rate.waitMs('pin'), 0)
  })

  it('finds and nearly reaches the limit of a carrier', () => {
    const { rate, wait, time } = start()
    let [second, inSecond, taken, complaints] = [0, 0, 0, 0]
    for (let step = 0; step < 60_000; step += 1) {
      wait(1)
      while (rate.waitMs('bulk') === 0) {
        const current = Math.floor(time() / 1_000)
        if (current !== second) [second, inSecond] = [current, 0]
        rate.spend()
        if (inSecond < 100) {
          inSecond += 1
          taken += 1
          rate.passed()
        } else {
          complaints += 1
          rate.slowed()
        }
      }
    }
    assert.ok(taken > 60 * 80, `${taken} were taken in a minute`)
    assert.ok(complaints < 60, `${complaints} complaints`)
  })

  it('has no limit again when the carrier stops throttling', () => {
    const { rate, wait } = start()
    rate.slowed()
    let taken = 0
    for (let step = 0; step < 120_000; step += 1) {
      wait(1)
      for (let count = 0; count < 20 && rate.waitMs('bulk') === 0; count += 1) {
        rate.spend()
        rate.passed()
        taken = step < 119_000 ? 0 : taken + 1
      }
    }
    assert.equal(taken, 20_000)
  })
})

describe('accepted parts', () => {
  it('are remembered for a limited number of messages', () => {
    const taken = createAcceptedParts()
    taken.remember(1, ['a', null])
    taken.remember(2, [null, null])
    assert.deepEqual(taken.recall(1, 2), ['a', null])
    assert.equal(taken.recall(1, 3), null)
    assert.equal(taken.recall(2, 2), null)
    taken.forget(1)
    assert.equal(taken.recall(1, 2), null)
    for (let id = 1; id <= 10_001; id += 1) taken.remember(id, ['a'])
    assert.equal(taken.recall(1, 1), null)
    assert.deepEqual(taken.recall(10_001, 1), ['a'])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createThrottles } from './throttles.ts'

function start() {
  const time = { now: 1_000_000 }
  const throttles = createThrottles(() => time.now)
  const isCarrier = (phone: string) => throttles.note(phone).byCarrier
  return { throttles, time, isCarrier }
}

describe('createThrottles', () => {
  it('never blames the carrier for one recipient, whose pause doubles up to a minute', () => {
    const { throttles } = start()
    const waits = Array.from({ length: 8 }, () => {
      const { byCarrier, retryMs } = throttles.note('1')
      assert.equal(byCarrier, false)
      throttles.passed('2')
      return retryMs / 1_000
    })
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60])
    throttles.passed('1')
    assert.equal(throttles.note('1').retryMs, 1_000)
  })

  it('blames the carrier for a second recipient with no accepted message in between', () => {
    const { time, isCarrier } = start()
    assert.equal(isCarrier('1'), false)
    time.now += 3_600_000
    assert.equal(isCarrier('2'), true)
    assert.equal(isCarrier('1'), true, 'until a message is taken')
  })

  it('blames the carrier for a third recipient within ten seconds, even with accepted messages', () => {
    const { throttles, time, isCarrier } = start()
    const next = (phone: string, milliseconds: number) => {
      throttles.passed('9')
      time.now += milliseconds
      return isCarrier(phone)
    }
    assert.deepEqual([next('1', 0), next('2', 5_000), next('3', 5_000)], [false, false, true])
    assert.deepEqual([next('4', 10_001), next('5', 5_000), next('6', 5_001)], [false, false, false])
  })

  it('ignores recipients that are known to be throttled individually', () => {
    const { throttles, isCarrier } = start()
    for (const phone of ['1', '2']) {
      isCarrier(phone)
      throttles.passed('9')
    }
    for (let times = 0; times < 10; times += 1) {
      assert.deepEqual([isCarrier('1'), isCarrier('2')], [false, false])
      throttles.passed('9')
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createThrottles } from './throttles.ts'

function start() {
  const time = { now: 1_000_000 }
  const throttles = createThrottles(() => time.now)
  const isCarrier = (phone: string) => throttles.note(phone).byCarrier
  return { throttles, time, isCarrier }
}

describe('a throttle', () => {
  it('of one recipient never counts as the carrier, and its wait doubles up to a minute until it passes', () => {
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

  it('of a second recipient counts as the carrier when nothing was taken in between', () => {
    const { time, isCarrier } = start()
    assert.equal(isCarrier('1'), false)
    time.now += 3_600_000
    assert.equal(isCarrier('2'), true)
    assert.equal(isCarrier('1'), true, 'until a message is taken')
  })

  it('of a third recipient within ten seconds counts as the carrier, though others are taken', () => {
    const { throttles, time, isCarrier } = start()
    const next = (phone: string, milliseconds: number) => {
      throttles.passed('9')
      time.now += milliseconds
      return isCarrier(phone)
    }
    assert.deepEqual([next('1', 0), next('2', 5_000), next('3', 5_000)], [false, false, true])
    assert.deepEqual([next('4', 10_001), next('5', 5_000), next('6', 5_001)], [false, false, false])
  })

  it('of recipients that are known to be throttled by themselves does not count for others', () => {
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

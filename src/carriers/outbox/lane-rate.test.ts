import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Lane } from '../carrier.ts'
import { createLaneRate, reservedPlaces } from './lane-rate.ts'

function start(perSecond: number) {
  const time = { now: 1_000_000, rate: perSecond }
  const rate = createLaneRate(
    () => time.now,
    () => time.rate,
  )
  const sendAll = (lane: Lane) => {
    let count = 0
    for (; count < 10_000 && rate.waitMs(lane) === 0; count += 1) rate.spend()
    return count
  }
  return { time, rate, sendAll }
}

describe('createLaneRate', () => {
  it('reserves a tenth of a second for PINs', () => {
    const { sendAll, time } = start(100)
    assert.deepEqual([sendAll('bulk'), sendAll('single'), sendAll('pin')], [2, 0, 10])
    time.now += 1_000
    assert.deepEqual([sendAll('single'), sendAll('pin')], [2, 10])
  })

  it('allows exactly the configured messages per second', () => {
    const { sendAll, time } = start(500)
    sendAll('bulk')
    let count = 0
    for (let step = 0; step < 200; step += 1) {
      time.now += 5
      count += sendAll('bulk')
    }
    assert.equal(count, 500)
  })

  it('has no limit at 0, and can change at any time', () => {
    const { sendAll, time } = start(0)
    assert.equal(sendAll('bulk'), 10_000)
    time.rate = 10
    assert.ok(sendAll('bulk') <= 2)
    time.rate = 0
    assert.equal(sendAll('bulk'), 10_000)
  })
})

describe('reservedPlaces', () => {
  const places: readonly [window: number, reserved: number][] = [
    [1, 0],
    [2, 1],
    [10, 1],
    [19, 1],
    [20, 2],
    [1_000, 100],
    [Number.POSITIVE_INFINITY, 0],
  ]
  for (const [window, reserved] of places)
    it(`reserves ${reserved} of a window of ${window}`, () => assert.equal(reservedPlaces(window), reserved))
})

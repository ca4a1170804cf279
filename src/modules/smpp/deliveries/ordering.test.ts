import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNumberOrder } from './ordering.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

/** Holds at a time that the test sets, in seconds, with delays in seconds. */
function open() {
  let now = 0
  const orders = createNumberOrder({ now: () => at(now) })
  return {
    add: (id: number, until: number) => orders.add('1', { createdAt: at(0), id }, at(until)),
    delay(id: number, due: number, number = '1') {
      const until = orders.delay(number, { createdAt: at(0), id, due: at(due) })
      return until === null ? null : until.getTime() / 1_000
    },
    waitTo: (seconds: number) => {
      now = seconds
    },
  }
}

describe('holds', () => {
  it('delay later deliveries of the number alone until those that wait are due', () => {
    const { add, delay } = open()
    assert.equal(delay(5, 0), null)
    add(5, 10)
    assert.deepEqual([delay(6, 0), delay(7, 1), delay(4, 0), delay(6, 0, '2')], [10, 10, null, null])
  })

  it('delay a later delivery with a smaller id, because processes store at the same time', () => {
    const orders = createNumberOrder({ now: () => at(0) })
    orders.add('1', { createdAt: at(1), id: 6 }, at(10))
    const delayed = [
      { createdAt: at(2), id: 5, due: at(2) },
      { createdAt: at(0), id: 7, due: at(0) },
    ].map((one) => orders.delay('1', one))
    assert.deepEqual(delayed, [at(10), null])
  })

  it('never end by themselves: a late delivery gets the time of the waiting one, also when that is over', () => {
    const { add, delay, waitTo } = open()
    add(5, 10)
    waitTo(86_400)
    assert.equal(delay(6, 0), 10)
    assert.deepEqual([delay(5, 10), delay(6, 10)], [null, null])
  })

  it('keep the order of deliveries that were refused together for different times', () => {
    const { add, delay } = open()
    for (const [id, until] of [
      [5, 11],
      [6, 14],
      [7, 12],
    ] as const)
      add(id, until)
    assert.equal(delay(5, 11), null)
    assert.deepEqual([delay(7, 12), delay(8, 13), delay(9, 0)], [14, 14, 14])
    assert.deepEqual([delay(6, 14), delay(7, 14), delay(8, 14), delay(9, 14)], [null, null, null, null])
    assert.equal(delay(10, 15), null)
    assert.equal(delay(11, 0), null)
  })

  it('go on when the first one is refused again', () => {
    const { add, delay } = open()
    add(5, 10)
    assert.equal(delay(5, 10), null)
    add(5, 20)
    assert.deepEqual([delay(6, 10), delay(7, 15), delay(5, 20), delay(6, 20)], [20, 20, null, null])
  })

  it('wait half a minute for a delivery that is missing when it is due', () => {
    const { add, delay, waitTo } = open()
    add(5, 10)
    waitTo(10)
    assert.deepEqual([delay(6, 10), delay(7, 10)], [11, 11])
    waitTo(11)
    assert.equal(delay(6, 11), 12)
    // It is due before the others, so it is tried with them.
    assert.deepEqual([delay(5, 10), delay(6, 12), delay(7, 12)], [null, null, null])
    add(8, 20)
    for (let now = 20; now < 50; now += 1) {
      waitTo(now)
      assert.equal(delay(9, now), now + 1)
    }
    waitTo(50)
    assert.equal(delay(9, 50), null)
  })
})

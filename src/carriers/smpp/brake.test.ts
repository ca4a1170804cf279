import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPace } from '../pace.ts'
import { createBrake } from './brake.ts'
import { createQueue } from './queue.ts'
import { createTaken } from './taken.ts'

describe('a brake', () => {
  function start() {
    let time = 1_000_000
    const brake = createBrake(
      () => time,
      () => 0.5,
    )
    return { brake, wait: (milliseconds: number) => (time += milliseconds), time: () => time }
  }

  it('is loose until somebody complains', () => {
    const { brake } = start()
    for (let count = 0; count < 10_000; count += 1) {
      assert.equal(brake.waitMs('bulk'), 0)
      brake.spend()
      brake.passed()
    }
  })

  it('pauses for half a second, twice as long every time up to ten seconds, and a success begins anew', () => {
    const { brake, wait } = start()
    for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
      brake.slowed()
      brake.slowed()
      assert.equal(brake.waitMs('pin'), pauseMs)
      brake.passed()
      wait(pauseMs)
      assert.equal(brake.waitMs('pin'), 0)
    }
    brake.passed()
    brake.slowed()
    assert.equal(brake.waitMs('pin'), 500)
  })

  it('pauses no longer than the longest pause when the clock is set back', () => {
    const { brake, wait } = start()
    brake.slowed()
    wait(-600_000)
    const longestMs = 12_500
    assert.equal(brake.waitMs('pin'), longestMs)
    wait(longestMs)
    assert.equal(brake.waitMs('pin'), 0)
    brake.slowed()
    wait(-600_000)
    brake.slowed()
    wait(longestMs)
    brake.passed()
    assert.equal(brake.waitMs('pin'), 0)
  })

  it('finds the pace of a carrier that takes a hundred in a second, and nearly keeps it', () => {
    const { brake, wait, time } = start()
    let [second, inSecond, taken, complaints] = [0, 0, 0, 0]
    for (let step = 0; step < 60_000; step += 1) {
      wait(1)
      while (brake.waitMs('bulk') === 0) {
        const current = Math.floor(time() / 1_000)
        if (current !== second) [second, inSecond] = [current, 0]
        brake.spend()
        if (inSecond < 100) {
          inSecond += 1
          taken += 1
          brake.passed()
        } else {
          complaints += 1
          brake.slowed()
        }
      }
    }
    assert.ok(taken > 60 * 80, `${taken} were taken in a minute`)
    assert.ok(complaints < 60, `${complaints} complaints`)
  })

  it('is loosened again when nobody complains any more', () => {
    const { brake, wait } = start()
    brake.slowed()
    let taken = 0
    for (let step = 0; step < 120_000; step += 1) {
      wait(1)
      for (let count = 0; count < 20 && brake.waitMs('bulk') === 0; count += 1) {
        brake.spend()
        brake.passed()
        taken = step < 119_000 ? 0 : taken + 1
      }
    }
    assert.equal(taken, 20_000)
  })
})

describe('a pace', () => {
  it('goes on at its rate when the clock is set back', () => {
    let time = 1_000_000
    const pace = createPace(
      () => time,
      () => 10,
    )
    assert.equal(pace.waitMs('bulk'), 0)
    pace.spend()
    time -= 600_000
    const waitMs = pace.waitMs('bulk')
    assert.ok(waitMs > 0 && waitMs <= 100, `it waits for ${waitMs} ms`)
    time += waitMs
    assert.equal(pace.waitMs('bulk'), 0)
  })
})

describe('a queue', () => {
  it('gives back in order by lane, also what was put back, however much went through it', () => {
    const queue = createQueue<number>()
    for (let number = 1; number <= 5_000; number += 1) queue.put('bulk', number)
    queue.put('pin', 0)
    assert.equal(queue.size('bulk'), 5_000)
    for (let number = 1; number <= 4_000; number += 1) {
      assert.equal(queue.first('bulk'), number)
      queue.removeFirst('bulk')
      if (number % 7 > 0) continue
      queue.putBack('bulk', number)
      assert.equal(queue.first('bulk'), number)
      queue.removeFirst('bulk')
    }
    queue.putBack('bulk', 4_000)
    assert.equal(queue.size('bulk'), 1_001)
    assert.deepEqual(queue.clear(), [0, ...Array.from({ length: 1_001 }, (_, index) => 4_000 + index)])
    assert.equal(queue.first('bulk'), undefined)
    queue.removeFirst('bulk')
    assert.equal(queue.size('bulk'), 0)
  })
})

describe('the parts that were taken', () => {
  it('are remembered until they are forgotten, of a bounded number of messages', () => {
    const taken = createTaken()
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

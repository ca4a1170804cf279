import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Deque } from './deque.ts'

describe('Deque', () => {
  it('returns items in insertion order, also after many operations', () => {
    const deque = new Deque<number>()
    let next = 0
    for (let number = 0; number < 5_000; number += 1) {
      deque.push(number)
      if (number % 3 === 0) continue
      assert.equal(deque.first, next)
      assert.equal(deque.shift(), next)
      next += 1
    }
    assert.equal(deque.size, 5_000 - next)
    assert.deepEqual(
      deque.clear(),
      Array.from({ length: 5_000 - next }, (_, index) => next + index),
    )
    assert.deepEqual([deque.size, deque.first, deque.shift()], [0, undefined, undefined])
  })

  it('inserts an item at its position', () => {
    const deque = new Deque<number>()
    const putBack = (number: number) => deque.insert(number, (other) => other > number)
    for (let number = 1; number <= 10; number += 1) deque.push(number)
    const [one, two, three] = [deque.shift(), deque.shift(), deque.shift()] as [number, number, number]
    for (const number of [two, three, one, 11]) putBack(number)
    assert.deepEqual(deque.clear(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('removes matching items', () => {
    const deque = new Deque<number>()
    for (let number = 1; number <= 6; number += 1) deque.push(number)
    deque.shift()
    assert.deepEqual(
      deque.removeWhere((number) => number % 2 === 0),
      [2, 4, 6],
    )
    assert.deepEqual(deque.clear(), [3, 5])
  })
})

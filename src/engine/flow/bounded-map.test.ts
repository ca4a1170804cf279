import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BoundedMap } from './bounded-map.ts'

describe('BoundedMap', () => {
  it('evicts the oldest entry when it is full', () => {
    const map = new BoundedMap<number, string>(3)
    for (const key of [1, 2, 3, 4]) map.set(key, `value ${key}`)
    assert.deepEqual([...map.keys()], [2, 3, 4])
    assert.equal(map.get(4), 'value 4')
  })

  it('treats an entry that is set again as the newest', () => {
    const map = new BoundedMap<number, string>(3)
    for (const key of [1, 2, 3, 1, 4]) map.set(key, '')
    assert.deepEqual([...map.keys()], [3, 1, 4])
  })

  it('evicts nothing when a key of a full map is set again', () => {
    const map = new BoundedMap<number, string>(3)
    for (const key of [1, 2, 3, 3, 3]) map.set(key, '')
    assert.equal(map.size, 3)
  })

  it('keeps the newest entries, at least fifteen sixteenths of its maximum', () => {
    const map = new BoundedMap<number, true>(160)
    for (let key = 0; key < 1_000; key += 1) {
      map.set(key, true)
      assert.ok(map.size <= 160 && map.size >= Math.min(key + 1, 150))
      assert.deepEqual([...map.keys()].at(0), key + 1 - map.size)
    }
  })
})

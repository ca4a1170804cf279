import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Idle } from './idle.ts'

describe('Idle', () => {
  function watch(idle: Idle) {
    const seen = { isIdle: false }
    void idle.wait().then(() => {
      seen.isIdle = true
    })
    return seen
  }

  it('resolves at once when nothing is running', async () => {
    const seen = watch(new Idle())
    await nextTurn()
    assert.equal(seen.isIdle, true)
  })

  it('resolves all waiters when the last operation ends', async () => {
    const idle = new Idle()
    idle.enter()
    idle.enter()
    const watchers = [watch(idle), watch(idle)]
    idle.leave()
    await nextTurn()
    assert.deepEqual([idle.count, watchers.map(({ isIdle }) => isIdle)], [1, [false, false]])
    idle.leave()
    await nextTurn()
    assert.deepEqual([idle.count, watchers.map(({ isIdle }) => isIdle)], [0, [true, true]])
  })

  it('keeps waiting when a new operation starts as the last one ends', async () => {
    const idle = new Idle()
    idle.enter()
    const seen = watch(idle)
    idle.leave()
    idle.enter()
    await nextTurn()
    assert.equal(seen.isIdle, false)
    idle.leave()
    await nextTurn()
    assert.equal(seen.isIdle, true)
  })

  it('counts a promise until it resolves or rejects', async () => {
    const idle = new Idle()
    const { promise, reject } = Promise.withResolvers<void>()
    const counted = idle.during(promise)
    assert.equal(idle.count, 1)
    reject(new Error('it failed'))
    await assert.rejects(counted, /it failed/)
    assert.equal(idle.count, 0)
  })
})

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

  it('resolves at once when nothing is under way', async () => {
    const seen = watch(new Idle())
    await nextTurn()
    assert.equal(seen.isIdle, true)
  })

  it('resolves for everybody when the last one left', async () => {
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

  it('goes on waiting when something new begins as the last one leaves', async () => {
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

  it('counts a promise until it settles, also one that is rejected', async () => {
    const idle = new Idle()
    const { promise, reject } = Promise.withResolvers<void>()
    const counted = idle.during(promise)
    assert.equal(idle.count, 1)
    reject(new Error('it failed'))
    await assert.rejects(counted, /it failed/)
    assert.equal(idle.count, 0)
  })
})

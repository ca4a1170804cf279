import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Overloaded } from './batch/index.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** A function that runs until the test ends it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}

describe('createConcurrencyLimit', () => {
  it('limits each key separately and keeps the order', async () => {
    const limited = createConcurrencyLimit({ atOnce: 2, waitingMax: 10 })
    const begun: string[] = []
    const works = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held() }))
    const ends = works.map(({ name, run }) =>
      limited(1, () => {
        begun.push(name)
        return run()
      }),
    )
    await limited(2, async () => void begun.push('other'))
    assert.deepEqual(begun, ['a', 'b', 'other'])
    works[1]?.end()
    await ends[1]
    assert.deepEqual(begun, ['a', 'b', 'other', 'c'])
    for (const { end } of works) end()
    await Promise.all(ends)
    assert.deepEqual(begun, ['a', 'b', 'other', 'c', 'd'])
  })

  it('continues after a failure', async () => {
    const limited = createConcurrencyLimit({ atOnce: 1, waitingMax: 10 })
    const failed = limited(1, () => Promise.reject(new Error('it failed')))
    const next = limited(1, async () => 'next')
    await assert.rejects(failed, /it failed/)
    assert.equal(await next, 'next')
  })

  it('rejects functions when too many are waiting', async () => {
    const limited = createConcurrencyLimit({ atOnce: 1, waitingMax: 1 })
    const first = held()
    const running = limited(1, first.run)
    const waiting = limited(1, async () => 'waited')
    await assert.rejects(
      limited(1, async () => 'too late'),
      Overloaded,
    )
    first.end()
    await running
    assert.equal(await waiting, 'waited')
  })
})

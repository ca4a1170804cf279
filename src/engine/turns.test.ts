import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Overloaded } from './batch/index.ts'
import { createTurns } from './turns.ts'

/** Something that runs until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}

describe('turns', () => {
  it('are taken in order, so many at once, and by each key alone', async () => {
    const inTurn = createTurns({ atOnce: 2, waitingMax: 10 })
    const begun: string[] = []
    const works = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held() }))
    const ends = works.map(({ name, run }) =>
      inTurn(1, () => {
        begun.push(name)
        return run()
      }),
    )
    await inTurn(2, async () => void begun.push('other'))
    assert.deepEqual(begun, ['a', 'b', 'other'])
    works[1]?.end()
    await ends[1]
    assert.deepEqual(begun, ['a', 'b', 'other', 'c'])
    for (const { end } of works) end()
    await Promise.all(ends)
    assert.deepEqual(begun, ['a', 'b', 'other', 'c', 'd'])
  })

  it('go on after one that failed', async () => {
    const inTurn = createTurns({ atOnce: 1, waitingMax: 10 })
    const failed = inTurn(1, () => Promise.reject(new Error('it failed')))
    const next = inTurn(1, async () => 'next')
    await assert.rejects(failed, /it failed/)
    assert.equal(await next, 'next')
  })

  it('are refused when too many wait', async () => {
    const inTurn = createTurns({ atOnce: 1, waitingMax: 1 })
    const first = held()
    const running = inTurn(1, first.run)
    const waiting = inTurn(1, async () => 'waited')
    await assert.rejects(
      inTurn(1, async () => 'too late'),
      Overloaded,
    )
    first.end()
    await running
    assert.equal(await waiting, 'waited')
  })
})

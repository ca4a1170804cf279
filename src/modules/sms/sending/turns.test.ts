import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTurns, type Turn } from './turns.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Begins runs with these numbers of messages, and returns the turns and the indexes of those that may read. */
function begin(messagesMax: number, sizes: readonly number[], accountOf = (_index: number) => 1) {
  const turnOf = createTurns(messagesMax)
  const reading: number[] = []
  const turns = sizes.map((messages, index): Turn => {
    const turn = turnOf(accountOf(index), messages)
    void turn.mayRead.then(() => reading.push(index))
    return turn
  })
  return { turns, reading }
}

describe('turns of runs', () => {
  it('lets runs read while their messages are few enough, and the next ones when others end', async () => {
    const { turns, reading } = begin(500, [300, 200, 500, 1], (index) => index)
    await settle()
    assert.deepEqual(reading, [0, 1])
    turns[0]?.end()
    await settle()
    assert.deepEqual(reading, [0, 1], 'a smaller run does not overtake')
    turns[1]?.end()
    turns[1]?.end()
    await settle()
    assert.deepEqual(reading, [0, 1, 2])
    turns[2]?.end()
    await settle()
    assert.deepEqual(reading, [0, 1, 2, 3])
  })

  it('lets a run read alone that is larger than the limit', async () => {
    const { turns, reading } = begin(100, [500, 500])
    await settle()
    assert.deepEqual(reading, [0])
    turns[0]?.end()
    await settle()
    assert.deepEqual(reading, [0, 1])
  })

  it('skips a run that ended while it waited', async () => {
    const { turns, reading } = begin(500, [500, 500, 500, 500])
    turns[1]?.end()
    turns[0]?.end()
    await settle()
    assert.deepEqual(reading, [0, 2])
    turns[2]?.end()
    await settle()
    assert.deepEqual(reading, [0, 2, 3])
  })

  it('starts runs of an account in the order in which they began', async () => {
    const { turns } = begin(500, [1, 1, 1], (index) => Math.min(index, 1))
    const ready: number[] = []
    for (const [index, turn] of turns.entries()) void turn.ready.then(() => ready.push(index))
    await settle()
    assert.deepEqual(ready, [0, 1])
    turns[1]?.end()
    await settle()
    assert.deepEqual(ready, [0, 1, 2])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messageIdsOf, takeStep, type Within } from './step.ts'

describe('a step of a removal', () => {
  const request = (id: number, firstMessageId: number | null, lastMessageId: number | null) => ({
    id,
    firstMessageId,
    lastMessageId,
  })
  const requests = [request(1, 10, 11), request(2, null, null), request(3, 20, 26), request(4, 30, 30)]
  const take = (from: number, within: Within | null, limit: number) => {
    const step = takeStep(requests.slice(from), within, limit)
    return [step.pieces.map((piece) => piece.request.id), messageIdsOf(step.pieces), step.within]
  }

  it('ends when it has enough messages', () => {
    assert.deepEqual(take(0, null, 2), [[1], [10, 11], null])
    assert.deepEqual(take(0, null, 100)[0], [1, 2, 3, 4])
  })

  it('divides a large request', () => {
    assert.deepEqual(take(0, null, 5), [[1, 2, 3], [10, 11, 20, 21, 22], { requestId: 3, nextMessageId: 23 }])
    assert.deepEqual(take(2, { requestId: 3, nextMessageId: 23 }, 3), [
      [3],
      [23, 24, 25],
      { requestId: 3, nextMessageId: 26 },
    ])
    assert.deepEqual(take(2, { requestId: 3, nextMessageId: 26 }, 3), [[3, 4], [26, 30], null])
  })

  it('skips a cursor into a deleted request', () => {
    assert.deepEqual(take(3, { requestId: 3, nextMessageId: 26 }, 3), [[4], [30], null])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createBuckets, type Rate, TokenBucket } from './token-bucket.ts'

const perSecond = (count: number): Rate => ({ size: count, perSecond: count })

/** A bucket with the given tokens at second 1. */
function bucketWith(tokens: number, size: number) {
  const time = { now: 1_000 }
  const bucket = new TokenBucket(() => time.now)
  bucket.fill({ size, perSecond: size })
  for (let left = size; left > tokens; left -= 1) bucket.spend()
  return { bucket, time }
}

describe('TokenBucket', () => {
  const takings: readonly [
    title: string,
    tokens: number,
    size: number,
    rate: number,
    nowMs: number,
    taken: boolean,
    left: number,
  ][] = [
    ['starts full', 5, 5, 5, 1_000, true, 4],
    ['is not refilled without elapsed time', 3, 5, 5, 1_000, true, 2],
    ['gives its last token', 1, 5, 5, 1_000, true, 0],
    ['rejects when it is empty', 0, 5, 5, 1_000, false, 0],
    ['rejects and keeps a partial token', 0, 5, 5, 1_150, false, 0.75],
    ['fills steadily', 0, 10, 10, 1_500, true, 4],
    ['is full after a second', 0, 10, 10, 2_000, true, 9],
    ['never holds more than its size', 9, 10, 10, 60_000, true, 9],
    ['shrinks at once with a lower rate', 90, 100, 10, 1_000, true, 9],
    ['fills faster with a higher rate', 0, 10, 100, 1_100, true, 9],
    ['loses nothing when the clock is set back', 0, 10, 10, 500, false, 0],
  ]
  for (const [title, tokens, size, rate, nowMs, taken, left] of takings) {
    it(title, () => {
      const { bucket, time } = bucketWith(tokens, size)
      time.now = nowMs
      assert.equal(bucket.take(perSecond(rate)), taken)
      assert.equal(bucket.fill(perSecond(rate)), left)
    })
  }

  it('returns the time until enough tokens are available', () => {
    const { bucket, time } = bucketWith(0, 10)
    assert.equal(bucket.waitMs(perSecond(10)), 100)
    assert.equal(bucket.waitMs(perSecond(10), 2), 200)
    time.now += 50
    assert.equal(bucket.waitMs(perSecond(10)), 50)
    time.now += 50
    assert.equal(bucket.waitMs(perSecond(10)), 0)
  })

  it('keeps its rate when the clock is set back', () => {
    const { bucket, time } = bucketWith(0, 10)
    time.now -= 600_000
    assert.equal(bucket.waitMs(perSecond(10)), 100)
    time.now += 100
    assert.equal(bucket.waitMs(perSecond(10)), 0)
  })

  it('never exceeds its rate by more than one second of tokens', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }),
        (count, pauses) => {
          let [nowMs, taken] = [0, 0]
          const bucket = new TokenBucket(() => nowMs)
          for (const pause of pauses) {
            nowMs += pause
            if (bucket.take(perSecond(count))) taken += 1
          }
          assert.ok(taken <= count + (nowMs * count) / 1_000 + 1e-6)
        },
      ),
    )
  })
})

describe('createBuckets', () => {
  it('keeps one bucket per key, which may take a minute to fill', () => {
    let nowMs = 0
    const bucketOf = createBuckets<string>(() => nowMs)
    const count = (key: string) =>
      Array.from({ length: 100 }, () => bucketOf(key).take({ size: 60, perSecond: 1 })).filter(Boolean).length
    assert.deepEqual([count('one'), count('one'), count('other')], [60, 0, 60])
    nowMs = 10_000
    assert.deepEqual([count('one'), count('one')], [10, 0])
    nowMs = 1_000_000
    assert.equal(count('one'), 60)
  })
})

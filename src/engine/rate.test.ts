import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Bucket, createBuckets, takeToken } from './rate.ts'

const takings: readonly [
  title: string,
  bucket: Bucket | undefined,
  perSecond: number,
  nowMs: number,
  taken: boolean,
  tokens: number,
][] = [
  ['a new bucket is full', undefined, 5, 1_000, true, 4],
  ['a new bucket of one holds one', undefined, 1, 1_000, true, 0],
  ['nothing comes in no time', { tokens: 3, atMs: 1_000 }, 5, 1_000, true, 2],
  ['the last token can be taken', { tokens: 1, atMs: 1_000 }, 5, 1_000, true, 0],
  ['an empty bucket refuses', { tokens: 0, atMs: 1_000 }, 5, 1_000, false, 0],
  ['part of a token is none', { tokens: 0.5, atMs: 1_000 }, 5, 1_050, false, 0.75],
  ['what a refusal finds is not lost', { tokens: 0.75, atMs: 1_050 }, 5, 1_100, true, 0],
  ['tokens come steadily', { tokens: 0, atMs: 1_000 }, 10, 1_500, true, 4],
  ['one second fills a bucket', { tokens: 0, atMs: 1_000 }, 10, 2_000, true, 9],
  ['a bucket never holds more than a second brings', { tokens: 9, atMs: 1_000 }, 10, 60_000, true, 9],
  ['a lower limit counts at once', { tokens: 90, atMs: 1_000 }, 10, 1_000, true, 9],
  ['a higher limit fills faster', { tokens: 0, atMs: 1_000 }, 100, 1_100, true, 9],
  ['a time before the last is no time', { tokens: 0, atMs: 1_000 }, 10, 500, false, 0],
]

describe('a bucket', () => {
  for (const [title, bucket, perSecond, nowMs, taken, tokens] of takings) {
    it(title, () =>
      assert.deepEqual(takeToken(bucket, { size: perSecond, fillSeconds: 1 }, nowMs), {
        taken,
        bucket: { tokens, atMs: nowMs },
      }),
    )
  }

  it('may take a minute to fill', () => {
    let nowMs = 0
    const buckets = createBuckets<string>(() => nowMs)
    const count = (key: string) =>
      Array.from({ length: 100 }, () => buckets.take(key, { size: 60, fillSeconds: 60 }).taken).filter(Boolean).length
    assert.deepEqual([count('one'), count('one'), count('other')], [60, 0, 60])
    nowMs = 10_000
    assert.deepEqual([count('one'), count('one')], [10, 0])
    nowMs = 1_000_000
    assert.equal(count('one'), 60)
  })

  it('is never more than one second ahead, however requests come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }),
        (perSecond, pauses) => {
          let bucket: Bucket | undefined
          let nowMs = 0
          let count = 0
          for (const pause of pauses) {
            nowMs += pause
            const result = takeToken(bucket, { size: perSecond, fillSeconds: 1 }, nowMs)
            bucket = result.bucket
            if (result.taken) count += 1
          }
          assert.ok(count <= perSecond + (nowMs * perSecond) / 1_000 + 1e-6)
        },
      ),
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Bucket, describeRate, takeToken } from './rate.ts'

const takings: readonly [title: string, bucket: Bucket | undefined, perSecond: number, nowMs: number, taken: boolean, tokens: number][] = [
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

describe('the rate of an account', () => {
  for (const [title, bucket, perSecond, nowMs, taken, tokens] of takings) {
    it(title, () => assert.deepEqual(takeToken(bucket, perSecond, nowMs), { taken, bucket: { tokens, atMs: nowMs } }))
  }

  const descriptions: readonly [tokens: number, perSecond: number, remaining: string, reset: string][] = [
    [5, 5, '5', '0'],
    [4, 5, '4', '1'],
    [0.75, 5, '0', '1'],
    [0, 1, '0', '1'],
  ]
  for (const [tokens, perSecond, remaining, reset] of descriptions) {
    it(`says what is left of ${perSecond} when it is ${tokens}`, () => {
      const headers = { 'RateLimit-Limit': String(perSecond), 'RateLimit-Remaining': remaining, 'RateLimit-Reset': reset }
      assert.deepEqual(describeRate({ tokens, atMs: 0 }, perSecond), headers)
    })
  }

  it('is never more than one second ahead, however requests come', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }), (perSecond, pauses) => {
        let bucket: Bucket | undefined
        let nowMs = 0
        let count = 0
        for (const pause of pauses) {
          nowMs += pause
          const result = takeToken(bucket, perSecond, nowMs)
          bucket = result.bucket
          if (result.taken) count += 1
        }
        assert.ok(count <= perSecond + (nowMs * perSecond) / 1_000 + 1e-6)
      }),
    )
  })
})

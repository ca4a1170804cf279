import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Counter, Histogram, Registry } from 'prom-client'
import { createCounter, createHistogram, type Histogram as OurHistogram } from './metric-series.ts'

const described = { name: 'test_seconds', help: 'A test.', labelNames: ['kind', 'lane'] } as const
const buckets = [0.1, 1, 10]

describe('metric series', () => {
  it('of a histogram are exported like those of prom-client', async () => {
    const [ours, theirs] = [new Registry(), new Registry()]
    const histograms: readonly OurHistogram<'kind' | 'lane'>[] = [
      createHistogram(ours, { ...described, buckets }),
      new Histogram({ ...described, buckets, registers: [theirs] }),
    ]
    for (const histogram of histograms) {
      const series = histogram.labels({ kind: 'a "b"', lane: 'bulk' })
      histogram.labels({ kind: 'unused', lane: 'bulk' })
      for (const value of [0, 0.1, 0.2, 1, 3, 10, 11, 1_000]) series.observe(value)
      histogram.observe({ kind: 'a "b"', lane: 'bulk' }, 0.5)
      histogram.observe({ kind: 'c', lane: 'pin' }, 20)
    }
    assert.equal(await ours.metrics(), await theirs.metrics())
  })

  it('of a histogram without labels are exported from the start', async () => {
    const [ours, theirs] = [new Registry(), new Registry()]
    const bare = { ...described, labelNames: [], buckets }
    const histograms: readonly OurHistogram<never>[] = [
      createHistogram(ours, bare),
      new Histogram({ ...bare, registers: [theirs] }),
    ]
    assert.equal(await ours.metrics(), await theirs.metrics())
    for (const histogram of histograms) histogram.observe(2)
    assert.equal(await ours.metrics(), await theirs.metrics())
  })

  it('of a histogram reject values that are not numbers', () => {
    const { observe } = createHistogram(new Registry(), { ...described, labelNames: [], buckets })
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => observe(value), TypeError)
  })

  it('of a counter add up over scrapes, and are exported like those of prom-client', async () => {
    const [ours, theirs] = [new Registry(), new Registry()]
    const counters: readonly Counter<'kind' | 'lane'>[] = [
      createCounter(ours, described),
      new Counter({ ...described, registers: [theirs] }),
    ]
    const series = counters.map((counter) => [
      counter.labels({ kind: 'a', lane: 'bulk' }),
      counter.labels({ kind: 'zero', lane: 'bulk' }),
    ])
    for (const _ of [1, 2, 3]) {
      for (const [used, zero] of series) {
        used?.inc()
        used?.inc(4)
        zero?.inc(0)
      }
      for (const counter of counters) counter.inc({ kind: 'a', lane: 'bulk' }, 2)
      assert.equal(await ours.metrics(), await theirs.metrics())
    }
    assert.match(await ours.metrics(), /kind="a",lane="bulk"} 21$/m)
  })
})

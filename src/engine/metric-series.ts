import { Counter, type Registry } from 'prom-client'

/**
 * Counters and histograms of prom-client build a text from the labels on every update to find the series, which takes
 * longer than the update. Series from `labels` here are found once.
 */
export type Labels<Label extends string> = Readonly<Partial<Record<Label, string | number>>>

interface Described<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly Label[]
}

export function createCounter<Label extends string>(registry: Registry, described: Described<Label>): Counter<Label> {
  const used = new Map<Labels<Label>, number>()
  const counter = new Counter({
    ...described,
    registers: [registry],
    collect() {
      for (const [labels, added] of used) this.inc(labels, added)
      used.clear()
    },
  })
  counter.labels = (labels: Labels<Label> | string) => {
    if (typeof labels === 'string') throw new TypeError('name the labels')
    return { inc: (value = 1) => void used.set(labels, (used.get(labels) ?? 0) + value) }
  }
  return counter
}

export interface Histogram<Label extends string> {
  observe(value: number): void
  observe(labels: Labels<Label>, value: number): void
  labels(labels: Labels<Label>): Pick<Series<Label>, 'observe'>
}

/** Counts by bucket; the last one has the values above all bounds. */
class Series<Label extends string> {
  readonly labels: Labels<Label>
  readonly #bounds: readonly number[]
  readonly counts: Float64Array
  sum = 0
  count = 0

  constructor(labels: Labels<Label>, bounds: readonly number[]) {
    this.labels = labels
    this.#bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    if (!Number.isFinite(value)) throw new TypeError(`not a valid number: ${value}`)
    const bounds = this.#bounds
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1
    this.counts[bucket] = (this.counts[bucket] as number) + 1
    this.sum += value
    this.count += 1
  }
}

export function createHistogram<Label extends string>(
  registry: Registry,
  { name, help, labelNames, buckets }: Described<Label> & { readonly buckets: readonly number[] },
): Histogram<Label> {
  const known = new Map<string, Series<Label>>()
  const seriesOf = (labels: Labels<Label>) => {
    const key = JSON.stringify(labelNames.map((label) => labels[label]))
    const found = known.get(key) ?? new Series(labels, buckets)
    known.set(key, found)
    return found
  }
  // Without labels there is only one series, which is exported from the start.
  const only = labelNames.length === 0 ? seriesOf({} as Labels<Label>) : null

  /** In the order of prom-client: buckets, sum and count of each series. */
  function* valuesOf({ labels, counts, sum, count }: Series<Label>) {
    let below = 0
    for (const [index, le] of [...buckets, '+Inf'].entries()) {
      below += counts[index] as number
      yield { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
    }
    yield { metricName: `${name}_sum`, labels, value: sum }
    yield { metricName: `${name}_count`, labels, value: count }
  }
  const metric = {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...known.values()].filter((one) => one === only || one.count > 0).flatMap((one) => [...valuesOf(one)]),
    }),
  }
  registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])

  return {
    observe(labels: Labels<Label> | number, value?: number) {
      if (typeof labels === 'number') only?.observe(labels)
      else seriesOf(labels).observe(value as number)
    },
    labels: seriesOf,
  }
}

import { type Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createCounter, createHistogram, type Histogram } from './metric-series.ts'

export type RunOutcome = 'done' | 'again' | 'failed' | 'given_up'

/** Metrics of one app. Modules add their own; those of the engine are defined here. */
export interface Metrics {
  counter<Label extends string>(name: string, help: string, labelNames?: readonly Label[]): Counter<Label>
  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames?: readonly Label[],
  ): Histogram<Label>
  /**
   * A metric that is collected on every scrape. Earlier values are reset, so that values that cannot be read are
   * missing.
   */
  gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (gauge: Gauge<Label>) => void | Promise<void>,
  ): void
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>
  readonly batchItems: Histogram<'batch'>
  readonly batchSeconds: Histogram<'batch'>
  readonly workRuns: Counter<'work' | 'outcome'>
  readonly leasesLost: Counter<'work'>
  readonly workTakenOver: Counter<'work'>
  readonly contentType: string
  text(): Promise<string>
}

/** Buckets for operations that take milliseconds. */
export const quickSeconds: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]
/** Buckets for waiting times, from a second to days. */
export const slowSeconds: readonly number[] = [0.1, 0.5, 1, 2, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400, 259_200]
const itemCounts: readonly number[] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500]

/** Uses its own registry, because several apps may run in one process. */
export function createMetrics(collectMsMax = 3_000): Metrics {
  const registry = new Registry()
  const counter: Metrics['counter'] = (name, help, labelNames = []) =>
    createCounter(registry, { name, help, labelNames })
  const histogram: Metrics['histogram'] = (name, help, buckets, labelNames = []) =>
    createHistogram(registry, { name, help, labelNames, buckets })

  return {
    counter,
    histogram,
    gauge(name, help, labelNames, collect) {
      new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        collect() {
          this.reset()
          return bounded(collect(this), collectMsMax)
        },
      })
    },
    requestSeconds: histogram('ngoma_http_request_seconds', 'Duration of HTTP requests.', quickSeconds, [
      'method',
      'route',
      'status',
    ]),
    batchItems: histogram('ngoma_batch_items', 'Items per written batch.', itemCounts, ['batch']),
    batchSeconds: histogram('ngoma_batch_seconds', 'Time to write a batch.', quickSeconds, ['batch']),
    workRuns: counter('ngoma_work_runs_total', 'Completed runs of background work by outcome.', ['work', 'outcome']),
    leasesLost: counter('ngoma_work_leases_lost_total', 'Runs that lost their lease.', ['work']),
    workTakenOver: counter('ngoma_work_taken_over_total', 'Runs that took over work after a lease expired.', ['work']),
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${await processRegistry().metrics()}`,
  }
}

/** A hanging database must not block the other metrics. */
async function bounded(collected: void | Promise<void>, milliseconds: number): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([collected, tooLate]).finally(() => clearTimeout(timer))
}

/** Only counters may end in `_total`. The sums of these gauges are in the ones by type, without the ending. */
const misnamedGauges = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total']

let ofProcess: Registry | null = null

/**
 * Memory, CPU, event loop and garbage collection belong to the process, which may run several apps. Collecting them
 * starts a timer that cannot be stopped, so there is only one registry, created on the first scrape.
 */
function processRegistry(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
    for (const name of misnamedGauges) ofProcess.removeSingleMetric(name)
  }
  return ofProcess
}

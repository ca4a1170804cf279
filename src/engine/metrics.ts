import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What became of one run of a piece of work. */
export type RunOutcome = 'done' | 'again' | 'failed' | 'given_up'

/** The figures of one app. Modules add their own; those of the engine are here, because it knows nobody else's. */
export interface Metrics {
  counter<Label extends string>(name: string, help: string, labelNames?: readonly Label[]): Counter<Label>
  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames?: readonly Label[],
  ): Histogram<Label>
  /**
   * A figure that is found out when somebody asks. What it set before is forgotten first, so what it can't find out is
   * left out.
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
  /** Everything, in the text format of Prometheus. */
  text(): Promise<string>
}

/** For what takes milliseconds, and should not take seconds. */
export const quickSeconds: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]
/** For what waits: a second when all is well, days when it is not. */
export const slowSeconds: readonly number[] = [0.1, 0.5, 1, 2, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400, 259_200]
const itemCounts: readonly number[] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500]

/** Never the registry that the library shares: several apps may live in one process. */
export function createMetrics(collectMsMax = 3_000): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter: Metrics['counter'] = (name, help, labelNames = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram: Metrics['histogram'] = (name, help, buckets, labelNames = []) =>
    new Histogram({ name, help, labelNames, buckets: [...buckets], registers })

  return {
    counter,
    histogram,
    gauge(name, help, labelNames, collect) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset()
          return bounded(collect(this), collectMsMax)
        },
      })
    },
    requestSeconds: histogram('ngoma_http_request_seconds', 'Time until a request was answered.', quickSeconds, [
      'method',
      'route',
      'status',
    ]),
    batchItems: histogram('ngoma_batch_items', 'Items that were written together.', itemCounts, ['batch']),
    batchSeconds: histogram('ngoma_batch_seconds', 'Time that it took to write a batch.', quickSeconds, ['batch']),
    workRuns: counter('ngoma_work_runs_total', 'Runs of work whose outcome was written.', ['work', 'outcome']),
    leasesLost: counter('ngoma_work_leases_lost_total', 'Runs that lost their lease before they ended.', ['work']),
    workTakenOver: counter('ngoma_work_taken_over_total', 'Work claimed from an owner that let its lease run out.', [
      'work',
    ]),
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${await processRegistry().metrics()}`,
  }
}

/** A database that hangs must not keep the other figures from being read. */
async function bounded(collected: void | Promise<void>, milliseconds: number): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([collected, tooLate]).finally(() => clearTimeout(timer))
}

let ofProcess: Registry | null = null

/**
 * Memory, processor time, event loop and garbage collection are the process's, however many apps are in it. To watch
 * them takes a timer that can't be ended, so there is one for all, unreferenced, and none before somebody asks.
 */
function processRegistry(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

import type { Database } from '../../engine/db/index.ts'
import { type Metrics, quickSeconds, slowSeconds } from '../../engine/metrics.ts'
import { countOverdue, type Transfer } from './store.ts'

/** Counts after the commit. Each process counts its own work. */
export interface AirtimeMetrics {
  accepted(provider: string): void
  ended(transfer: Transfer): void
  /** Duration of a request to a provider, successful or not. */
  asked(provider: string, step: 'create' | 'confirm' | 'ask', seconds: number): void
}

export function createAirtimeMetrics(metrics: Metrics, db: Database): AirtimeMetrics {
  const accepted = metrics.counter('ngoma_airtime_accepted_total', 'Accepted airtime transfers.', ['provider'])
  const ended = metrics.counter('ngoma_airtime_ended_total', 'Ended airtime transfers.', ['provider', 'state'])
  const seconds = metrics.histogram(
    'ngoma_airtime_seconds',
    'Time from the acceptance of a transfer to its end.',
    slowSeconds,
    ['provider'],
  )
  const answers = metrics.histogram(
    'ngoma_airtime_provider_seconds',
    'Time until a provider answered or failed.',
    quickSeconds,
    ['provider', 'step'],
  )
  metrics.gauge(
    'ngoma_airtime_overdue',
    'Transfers without a result from their provider after a day, which need an operator.',
    [],
    async (gauge) => {
      const count = await countOverdue(db).catch(() => null)
      if (count !== null) gauge.set(count)
    },
  )
  return {
    accepted: (provider) => accepted.inc({ provider }),
    ended({ provider, state, createdAt, doneAt }) {
      ended.inc({ provider, state })
      if (doneAt !== null) seconds.observe({ provider }, (doneAt.getTime() - createdAt.getTime()) / 1_000)
    },
    asked: (provider, step, took) => answers.observe({ provider, step }, took),
  }
}

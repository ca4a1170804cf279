import type { Database } from '../../engine/db/index.ts'
import { type Metrics, quickSeconds, slowSeconds } from '../../engine/metrics.ts'
import type { Transfer } from './rules.ts'
import { countOverdue } from './store.ts'

/** Counts what was committed, after the commit. Every process counts what it did itself. */
export interface AirtimeMetrics {
  accepted(provider: string): void
  ended(transfer: Transfer): void
  /** The provider answered, or did not. */
  asked(provider: string, step: 'create' | 'confirm' | 'ask', seconds: number): void
}

export function createAirtimeMetrics(metrics: Metrics, db: Database): AirtimeMetrics {
  const accepted = metrics.counter('ngoma_airtime_accepted_total', 'Transfers of airtime accepted.', ['provider'])
  const ended = metrics.counter('ngoma_airtime_ended_total', 'Transfers of airtime that ended.', ['provider', 'state'])
  const seconds = metrics.histogram(
    'ngoma_airtime_seconds',
    'Time from when a transfer was accepted until it ended.',
    slowSeconds,
    ['provider'],
  )
  const answers = metrics.histogram(
    'ngoma_airtime_provider_seconds',
    'Time until a provider answered, or failed to.',
    quickSeconds,
    ['provider', 'step'],
  )
  metrics.gauge(
    'ngoma_airtime_overdue',
    'Transfers that their provider had no last word on in a day: an operator has to look at them.',
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

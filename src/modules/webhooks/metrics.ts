import { type EventKind, eventKinds } from '../../contract/callbacks.ts'
import { type Metrics, quickSeconds } from '../../engine/metrics.ts'
import { isGone } from './rules.ts'
import type { Attempt } from './store-attempts.ts'

/** Counts finished calls, even if storing the attempt fails. Each process counts its own calls. */
export function createWebhookMetrics({ counter, histogram }: Metrics) {
  const attempts = counter('ngoma_webhook_attempts_total', 'Calls of endpoints.', ['event', 'outcome'])
  const seconds = histogram(
    'ngoma_webhook_call_seconds',
    'Time until an endpoint answered, or failed to.',
    quickSeconds,
  )

  // Series are created once, because each call increments them, and at the start: a series that first appears with a
  // failure would show no increase.
  const seriesOf = (event: EventKind, outcome: 'delivered' | 'failed' | 'gone') => {
    const series = attempts.labels({ event, outcome })
    series.inc(0)
    return series
  }
  const byEvent = new Map(
    eventKinds.map((event) => [
      event,
      { delivered: seriesOf(event, 'delivered'), failed: seriesOf(event, 'failed'), gone: seriesOf(event, 'gone') },
    ]),
  )

  return {
    called(event: EventKind, { status, problem, tookMs }: Pick<Attempt, 'status' | 'problem' | 'tookMs'>) {
      byEvent.get(event)?.[problem === null ? 'delivered' : isGone(status) ? 'gone' : 'failed'].inc()
      seconds.observe(tookMs / 1_000)
    },
  }
}

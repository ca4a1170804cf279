import { type Metrics, quickSeconds, slowSeconds } from '../../engine/metrics.ts'
import { isFlapping, type Routing } from '../routing/index.ts'
import { type SenderFault, senderFaults } from './errors.ts'
import { type Ended, type Lane, lanes } from './model.ts'
import type { QueueWatch } from './sending/queue.ts'

/** Reasons are short codes, but a carrier may send any number of them. Further reasons are counted as `other`. */
const reasonsMax = 50
const otherReason = 'other'
const reasonShape = /^[a-z][a-z0-9_]{0,39}$/

/** Counts committed changes of this process, after the commit. */
export type SmsMetrics = ReturnType<typeof createSmsMetrics>

export function createSmsMetrics(metrics: Metrics, carriers: () => readonly string[], queue: QueueWatch) {
  const { counter, histogram } = metrics
  const accepted = counter('ngoma_sms_accepted_total', 'Messages accepted.')
  const requests = counter(
    'ngoma_sms_requests_total',
    'Send requests accepted or rejected. A replay under an idempotency key counts as neither.',
    ['outcome'],
  )
  const senderRefused = counter(
    'ngoma_sms_sender_refused_total',
    'Send requests rejected because of their sender ID.',
    ['reason'],
  )
  const ofCarriers = (name: string, help: string) => counter(name, help, ['carrier'])
  const submitted = counter('ngoma_sms_submitted_total', 'Messages that a carrier accepted.', ['carrier', 'lane'])
  const delivered = ofCarriers('ngoma_sms_delivered_total', 'Messages that became DELIVERED.')
  const failed = counter('ngoma_sms_failed_total', 'Messages that became UNDELIVERED.', ['carrier', 'reason'])
  const retried = ofCarriers('ngoma_sms_retried_total', 'Submits that a busy carrier rejected and that are retried.')
  const throttled = ofCarriers('ngoma_carrier_throttles_total', 'Times that a carrier asked for a lower rate.')
  const bindsLost = ofCarriers(
    'ngoma_carrier_binds_lost_total',
    'Binds that were up and ended without a request of this process.',
  )
  const resent = ofCarriers(
    'ngoma_sms_resent_total',
    'Messages that may have been sent twice after a worker died, at most one window per batch.',
  )
  const unknownReceipts = ofCarriers(
    'ngoma_sms_unknown_receipts_total',
    'Receipts that matched no message within five minutes.',
  )
  const submitSeconds = histogram(
    'ngoma_sms_submit_seconds',
    'Time until a carrier responded to a submit.',
    quickSeconds,
    ['carrier'],
  )
  const waitSeconds = histogram(
    'ngoma_sms_wait_seconds',
    'Time from when a message was due until a carrier accepted it.',
    slowSeconds,
    ['lane'],
  )
  const deliverySeconds = histogram(
    'ngoma_sms_delivery_seconds',
    'Time from when a carrier accepted a message until its delivery was known.',
    slowSeconds,
  )
  // Resolve the series once, because they are updated for every message. Create them at zero, because a series that
  // appears with its first message shows no increase.
  const byLane = <T>(make: (lane: Lane) => T) =>
    Object.fromEntries(lanes.map((lane) => [lane, make(lane)])) as Record<Lane, T>
  const atZero = <T extends { inc(value: number): void }>(series: T): T => {
    series.inc(0)
    return series
  }
  const acceptedRequests = atZero(requests.labels({ outcome: 'accepted' }))
  const refusedRequests = atZero(requests.labels({ outcome: 'refused' }))
  for (const reason of senderFaults) senderRefused.inc({ reason }, 0)
  const waits = byLane((lane) => waitSeconds.labels({ lane }))
  const ofCarrier = remember((carrier) => ({
    submitted: byLane((lane) => atZero(submitted.labels({ carrier, lane }))),
    delivered: atZero(delivered.labels({ carrier })),
    retried: atZero(retried.labels({ carrier })),
    resent: atZero(resent.labels({ carrier })),
    throttled: atZero(throttled.labels({ carrier })),
    bindsLost: atZero(bindsLost.labels({ carrier })),
    unknownReceipts: atZero(unknownReceipts.labels({ carrier })),
    submitSeconds: submitSeconds.labels({ carrier }),
  }))
  const createSeries = () => carriers().forEach(ofCarrier)
  createSeries()
  // A carrier may be added later.
  showQueueAge(metrics, carriers, queue, createSeries)
  const boundReason = limitReasons(reasonsMax)

  return {
    accepted(messages: number) {
      accepted.inc(messages)
      acceptedRequests.inc()
    },
    refused: () => refusedRequests.inc(),
    senderRefused: (reason: SenderFault) => senderRefused.inc({ reason }),
    answered: (carrier: string, seconds: number) => ofCarrier(carrier).submitSeconds.observe(seconds),
    /** `mayBeResent` means that the carrier may already have the message. */
    taken(carrier: string, lane: Lane, seconds: number, mayBeResent: boolean) {
      const one = ofCarrier(carrier)
      one.submitted[lane].inc()
      if (mayBeResent) one.resent.inc()
      waits[lane].observe(Math.max(0, seconds))
    },
    throttled: (carrier: string) => ofCarrier(carrier).throttled.inc(),
    bindLost: (carrier: string) => ofCarrier(carrier).bindsLost.inc(),
    retried: (carrier: string) => ofCarrier(carrier).retried.inc(),
    ended(messages: readonly Ended[]) {
      for (const { carrier, status, reason, ids, tookMs } of messages) {
        if (status === 'DELIVERED') ofCarrier(carrier).delivered.inc(ids.length)
        else failed.inc({ carrier, reason: boundReason(reason) }, ids.length)
        for (const ms of tookMs) deliverySeconds.observe(Math.max(0, ms) / 1_000)
      }
    },
    unknownReceipt: (carrier: string) => ofCarrier(carrier).unknownReceipts.inc(),
  }
}

const healthFigures = { in: 1, trial: 0.5, out: 0 } as const

/** Only for processes that start carriers. In others, carriers are never ready, which would look like a problem. */
export function showReadiness({ gauge }: Metrics, { names, find, isReady, carrierState }: Routing): void {
  /** No sample of a carrier for undefined. */
  const show = (name: string, help: string, read: (carrier: string) => number | boolean | undefined) =>
    gauge(name, help, ['carrier'], (series) => {
      for (const carrier of names()) {
        const value = read(carrier)
        if (value !== undefined) series.set({ carrier }, Number(value))
      }
    })
  show('ngoma_carrier_ready', 'Whether a carrier can accept messages.', (carrier) => isReady(carrier))
  show(
    'ngoma_carrier_paused',
    'Whether an operator paused a carrier.',
    (carrier) => carrierState(carrier)?.paused === true,
  )
  show(
    'ngoma_carrier_flapping',
    'Whether this process lost one of its binds at least three times in the last five minutes.',
    (carrier) => {
      const { connections } = find(carrier) ?? {}
      return connections && isFlapping(connections.states())
    },
  )
  show('ngoma_carrier_health', 'Health of a carrier: 1 in rotation, 0.5 on trial, 0 out of rotation.', (carrier) => {
    // The simulated network has no health.
    const state = carrierState(carrier)?.health.state
    return state && healthFigures[state]
  })
}

/** No sample while the database is not available. */
function showQueueAge({ gauge }: Metrics, carriers: () => readonly string[], queue: QueueWatch, onCollect: () => void) {
  gauge(
    'ngoma_sms_queue_age_seconds',
    'Age of the oldest due batch; 0 without one.',
    ['carrier', 'lane'],
    async (ages) => {
      onCollect()
      if (!(await queue.read())) return
      for (const carrier of carriers())
        for (const lane of lanes) ages.set({ carrier, lane }, queue.ageSeconds(carrier, lane))
    },
  )
}

function remember<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const one = make(name)
    made.set(name, one)
    return one
  }
}

/** Limits the number of different reasons. */
function limitReasons(max: number): (reason: string | null) => string {
  const known = new Set<string>()
  return (reason) => {
    if (reason === null || !reasonShape.test(reason)) return otherReason
    if (!known.has(reason) && known.size >= max) return otherReason
    known.add(reason)
    return reason
  }
}

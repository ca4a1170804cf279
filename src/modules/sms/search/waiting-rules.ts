import type { Delay } from '../../../contract/account/messages.ts'
import type { QueueCause } from '../../../contract/console/sms.ts'
import type { Sendable } from '../../../contract/shapes.ts'
import { countOf } from '../../../values/count.ts'
import type { CarrierState } from '../../routing/index.ts'
import type { SmsContext } from '../context.ts'
import { type Lane, sealedProduct } from '../model.ts'
import { isDueAgain } from '../progress/due-again.ts'
import type { StoredMessage } from './store-messages.ts'
import type { BatchOfMessage, StoredQueue } from './store-queues.ts'

/** After this long without a claim, we assume that no worker runs for the queue. */
const unclaimedSeconds = 10

const showTime = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} GMT`

export const laneOf = (product: string, recipients: number): Lane =>
  product === sealedProduct ? 'pin' : recipients === 1 ? 'single' : 'bulk'

export interface CarrierFacts {
  readonly name: string
  /** False for a removed carrier. */
  readonly exists: boolean
  /** Null for the simulated network. */
  readonly carrierState: Pick<CarrierState, 'paused' | 'awaySince' | 'health'> | null
}

export const carrierFacts = ({ routing }: SmsContext, name: string): CarrierFacts => ({
  name,
  exists: routing.names().includes(name),
  carrierState: routing.carrierState(name),
})

/** Why a carrier accepts no messages now, for members of an account; null when it does. */
export function delayOf({ exists, carrierState }: CarrierFacts): Sendable<Delay> | null {
  if (!exists) return { cause: 'removed', since: null }
  if (carrierState === null) return null
  if (carrierState.paused) return { cause: 'paused', since: null }
  if (carrierState.awaySince !== null) return { cause: 'disconnected', since: carrierState.awaySince }
  return carrierState.health.state === 'out' ? { cause: 'unhealthy', since: null } : null
}

/** As `delayOf`, in a sentence for operators. */
export function explainCarrier({ name, exists, carrierState }: CarrierFacts): string | null {
  if (!exists) return `Carrier ${name} no longer exists.`
  if (carrierState === null) return null
  if (carrierState.paused) return `Carrier ${name} is paused. To resume it, run ngoma provider resume ${name}.`
  if (carrierState.awaySince !== null)
    return `Carrier ${name} has been disconnected since ${showTime(carrierState.awaySince)}. For details, run ngoma provider show ${name}.`
  if (carrierState.health.state !== 'out') return null
  const { reason, until } = carrierState.health
  return `Carrier ${name} is out of rotation because of its health${reason === null ? '' : ` (${reason})`}${until === null ? '' : ` until ${showTime(until)}`}.`
}

export interface Waiting {
  readonly text: string
  readonly nextTryAt: Date | null
}

interface MessageFacts {
  readonly message: Pick<
    StoredMessage,
    'status' | 'reason' | 'attempts' | 'retryAt' | 'dueAt' | 'submittedAt' | 'validUntil' | 'carrier'
  >
  readonly batch: BatchOfMessage | null
  readonly carrierProblem: string | null
  /** When the sending window opens; null while it is open, or without a window. */
  readonly opensAt: Date | null
  readonly now: Date
}

/** Null once the message is final. */
export function explainWaiting({ message, batch, carrierProblem, opensAt, now }: MessageFacts): Waiting | null {
  const { status, reason, attempts, retryAt, dueAt, submittedAt, validUntil, carrier } = message
  if (status !== 'PENDING') return null
  const waits = (text: string, nextTryAt: Date | null = null): Waiting => ({ text, nextTryAt })
  if (isDueAgain(message))
    return waits(
      `Carrier ${carrier} could not deliver the message (${reason}). It is submitted again.`,
      message.retryAt,
    )
  if (submittedAt !== null) {
    const expiry = `It expires at ${showTime(validUntil)}.`
    return waits(`Carrier ${carrier} accepted the message, but has not sent a delivery receipt yet. ${expiry}`)
  }
  if (dueAt > now) return waits(`The message is scheduled for ${showTime(dueAt)}.`, dueAt)
  if (carrierProblem !== null) return waits(carrierProblem)
  if (retryAt !== null && retryAt > now) {
    const text =
      reason === 'throttled'
        ? `Carrier ${carrier} throttles messages to this number.`
        : `Carrier ${carrier} was too busy (attempts: ${attempts}).`
    return waits(text, retryAt)
  }
  if (opensAt !== null)
    return waits('The message is waiting for the sending window of its account or its request.', opensAt)
  if (batch === null)
    return waits(`No batch contains the message, so it will not be sent. It expires at ${showTime(validUntil)}.`)
  if (batch.isClaimed) return waits('A worker is submitting the batch of this message.')
  if (batch.dueAt > now) return waits(`Carrier ${carrier} had no capacity for the message.`, batch.dueAt)
  return waits(`The message is waiting for capacity at carrier ${carrier}, or for a worker.`, batch.dueAt)
}

interface QueueProblem {
  readonly cause: QueueCause
  readonly text: string
}

/** Why the messages of a queue are waiting; null when the queue is moving. */
export function explainQueue(
  { messages, inHand, retrying, throttled, nextAt, oldestDueAt }: Omit<StoredQueue, 'carrier' | 'lane'>,
  carrierProblem: string | null,
  throttles: number,
  now: Date,
): QueueProblem | null {
  const problem = (cause: QueueCause, text: string) => ({ cause, text })
  if (messages === 0) return null
  if (carrierProblem !== null) return problem('carrier', carrierProblem)
  if (throttled > 0)
    return problem('throttled', `The carrier throttles ${throttled} of these messages. They will be retried.`)
  if (throttles > 0) {
    const text = `The carrier asked for a lower rate ${countOf(throttles, 'time')} in the last five minutes.`
    return problem('throttled', text)
  }
  if (retrying === messages) return problem('busy', 'The carrier was too busy. The messages will be retried.')
  if (nextAt !== null) {
    const wanted = 'a sending window, or for capacity at the carrier'
    return problem('window', `The messages are waiting for ${wanted}, until ${showTime(nextAt)}.`)
  }
  const ageSeconds = oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1_000
  if (inHand > 0 || ageSeconds <= unclaimedSeconds) return null
  return problem('unclaimed', 'No worker has claimed the messages. Run ngoma doctor to check that a worker is running.')
}

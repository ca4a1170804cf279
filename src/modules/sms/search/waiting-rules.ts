import type { Standing } from '../../routing/index.ts'
import type { Lane } from '../model.ts'
import type { StoredMessage } from './store-messages.ts'
import type { BatchOfMessage, StoredQueue } from './store-queues.ts'

/** Why messages wait, in words for operators. */

/** A queue that nobody takes from for so long has no worker. */
const unclaimedSeconds = 10

const showTime = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} GMT`

/** The lane that a message was accepted in. */
export const laneOf = (product: string, recipients: number): Lane =>
  product === 'OTP' ? 'pin' : recipients === 1 ? 'single' : 'bulk'

export interface CarrierFacts {
  readonly name: string
  /** False when it was removed. */
  readonly exists: boolean
  /** Null for the simulated network. */
  readonly standing: Pick<Standing, 'paused' | 'awaySince' | 'health'> | null
}

/** Why a carrier takes nothing now; null when it does. */
export function explainCarrier({ name, exists, standing }: CarrierFacts): string | null {
  if (!exists) return `The carrier ${name} does not exist any more.`
  if (standing === null) return null
  if (standing.paused) return `The carrier ${name} is paused: ngoma carrier resume ${name}.`
  if (standing.awaySince !== null)
    return `The carrier ${name} is not connected since ${showTime(standing.awaySince)}: ngoma carrier show ${name}.`
  if (standing.health.state !== 'out') return null
  const { reason, until } = standing.health
  return `The carrier ${name} is taken out for its health${reason === null ? '' : ` (${reason})`}${until === null ? '' : ` until ${showTime(until)}`}.`
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
  /** When the sending window opens; null while it is open, or where there is none. */
  readonly opensAt: Date | null
  readonly now: Date
}

/** Null once the message is final. */
export function explainWaiting({ message, batch, carrierProblem, opensAt, now }: MessageFacts): Waiting | null {
  const { status, reason, attempts, retryAt, dueAt, submittedAt, validUntil, carrier } = message
  if (status !== 'PENDING') return null
  if (submittedAt !== null)
    return {
      text: `The carrier ${carrier} has it and no delivery receipt came yet; it expires at ${showTime(validUntil)}.`,
      nextTryAt: null,
    }
  if (dueAt > now) return { text: `It is scheduled for ${showTime(dueAt)}.`, nextTryAt: dueAt }
  if (carrierProblem !== null) return { text: carrierProblem, nextTryAt: null }
  if (retryAt !== null && retryAt > now) {
    const text =
      reason === 'throttled'
        ? `The carrier ${carrier} throttles messages to this number.`
        : `The carrier ${carrier} was too busy for it (attempts: ${attempts}).`
    return { text, nextTryAt: retryAt }
  }
  if (opensAt !== null) return { text: 'It waits for the sending hours of its account.', nextTryAt: opensAt }
  if (batch === null)
    return { text: `No batch contains it, so it is not sent; it expires at ${showTime(validUntil)}.`, nextTryAt: null }
  if (batch.isClaimed) return { text: 'A worker is submitting its batch.', nextTryAt: null }
  if (batch.dueAt > now) return { text: `The carrier ${carrier} had no room for it.`, nextTryAt: batch.dueAt }
  return { text: `It waits for room at the carrier ${carrier}, or for a worker.`, nextTryAt: batch.dueAt }
}

/** Why the messages of a queue wait; null when nothing holds them up. */
export function explainQueue(
  { messages, inHand, retrying, throttled, nextAt, oldestDueAt }: Omit<StoredQueue, 'carrier' | 'lane'>,
  carrierProblem: string | null,
  throttles: number,
  now: Date,
): string | null {
  if (messages === 0) return null
  if (carrierProblem !== null) return carrierProblem
  if (throttled > 0) return `The carrier throttles ${throttled} of them; they are sent again later.`
  if (throttles > 0) return `The carrier asked for a lower rate ${throttles} times in the last five minutes.`
  if (retrying === messages) return 'The carrier was too busy for them; they are sent again later.'
  if (nextAt !== null) return `They wait for sending hours or for room at the carrier until ${showTime(nextAt)}.`
  const ageSeconds = oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1_000
  if (inHand === 0 && ageSeconds > unclaimedSeconds)
    return 'No worker has claimed them: check that one runs (ngoma doctor).'
  return null
}

import { type Lane, sealedProduct } from '../model.ts'
import { laneOf } from '../search/waiting-rules.ts'
import { isDueAgain } from './due-again.ts'

/** A message whose receipt says that it was not delivered, but may be submitted again. */
export interface FailedMessage {
  readonly pending: boolean
  readonly product: string
  /** Null while the submit result is not stored. */
  readonly submittedAt: Date | null
  readonly retryAt: Date | null
  readonly validUntil: Date
  /** The number of messages in its request. */
  readonly recipients: number
  /** The earlier submits that failed. */
  readonly failures: number
  /** The receipt belongs to one of them. */
  readonly isRepeated: boolean
}

/** `again`: submit it at this time. `end`: it stays undelivered. `ignore`: a repeated receipt. `unknown`: too early. */
export type FailureVerdict =
  | { readonly does: 'again'; readonly at: Date; readonly lane: Lane }
  | { readonly does: 'end' | 'ignore' | 'unknown' }

/** The pauses before each further submit. */
const resubmitSeconds: readonly number[] = [300, 1_800, 7_200, 21_600]

export function classifyFailure(message: FailedMessage, now: Date): FailureVerdict {
  const { pending, product, submittedAt, validUntil, recipients, failures, isRepeated } = message
  if (!pending || isRepeated) return { does: 'ignore' }
  if (submittedAt === null) return { does: 'unknown' }
  if (isDueAgain(message)) return { does: 'ignore' }
  // The text of a PIN is removed when a carrier accepts it, so a PIN is submitted once.
  if (product === sealedProduct) return { does: 'end' }
  const seconds = resubmitSeconds[failures]
  const at = new Date(now.getTime() + (seconds ?? 0) * 1_000)
  if (seconds === undefined || at >= validUntil) return { does: 'end' }
  return { does: 'again', at, lane: laneOf(product, recipients) }
}

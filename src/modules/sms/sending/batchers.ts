import { createBatcher, measureFlush } from '../../../engine/batch/index.ts'
import { isConflict, isOutage } from '../../../engine/db/index.ts'
import type { Metrics } from '../../../engine/metrics.ts'
import type { Refusal } from '../../../values/refusal.ts'
import { type Accepted, type Draft, sealedProduct } from '../model.ts'

/** Larger requests are not batched with others. */
const smallRecipientsMax = 500
/** The maximum messages in one transaction of small requests. */
const acceptMessagesMax = 2_000
const acceptWaitingMax = 20_000
/** They are written one by one, at about 500 a second. */
const takenWaitingMax = 2_000
/** Each waiting request may hold a hundred thousand recipients in memory. */
const largeWaitingMax = 8

type AcceptAll = (drafts: readonly Draft[]) => Promise<(Accepted | Refusal)[]>

/** Batchers for drafts that must not wait for each other. */
export function openBatchers(metrics: Metrics, acceptAll: AcceptAll): (draft: Draft) => Promise<Accepted | Refusal> {
  const common = { isolate: (error: unknown) => !isOutage(error), repeat: isConflict }
  const flush = measureFlush(metrics, 'accept', acceptAll)
  const together = () =>
    createBatcher({
      ...{ ...common, flush, weightMax: acceptMessagesMax, waitingMax: acceptWaitingMax },
      weigh: ({ sorted }: Draft) => sorted.candidates.length,
    })
  const alone = (name: string, waitingMax: number) =>
    createBatcher({ ...common, flush: measureFlush(metrics, name, acceptAll), weightMax: 1, waitingMax })
  const batchers = {
    small: together(),
    limited: together(),
    pins: together(),
    taken: alone('accept taken', takenWaitingMax),
    large: alone('accept large', largeWaitingMax),
  }
  return (draft) => batchers[batcherOf(draft)].add(draft)
}

/**
 * A draft with `take` may wait for row locks, and a refusal rolls its transaction back. Accounts with a daily limit wait
 * for a row lock. People wait for PINs.
 */
function batcherOf({ take, total, messagesPerDay, product }: Draft) {
  if (take !== undefined) return total === 1 ? 'taken' : 'large'
  if (total > smallRecipientsMax) return 'large'
  if (messagesPerDay !== null) return 'limited'
  return product === sealedProduct ? 'pins' : 'small'
}

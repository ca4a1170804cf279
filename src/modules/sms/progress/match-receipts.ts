import type { AcceptedSubmit, CarrierReceipt, Final } from '../model.ts'
import { type RecentReferences, referenceKey } from './recent-references.ts'
import type { Match } from './store-receipts.ts'

/** A receipt and the message that it ends, if the message is pending. */
export interface MatchedReceipt {
  readonly receipt: CarrierReceipt
  readonly final: Final
}

/** A receipt that needs the database. */
export interface UnmatchedReceipt {
  readonly receipt: CarrierReceipt
  /** The newest message with this reference in the same batch, which is not in the database yet. */
  readonly own: Match | null
}

/** The first receipt for each reference. */
export const distinctReceipts = (receipts: readonly CarrierReceipt[]): CarrierReceipt[] =>
  [...new Map(receipts.toReversed().map((receipt) => [referenceKey(receipt), receipt])).values()].toReversed()

export const finalOf = (id: number, { status, reason, carrierReason, at }: CarrierReceipt): Final => ({
  id,
  status,
  reason,
  at,
  carrierReason,
})

/**
 * Matches receipts to recent messages of this process, and to messages whose submit result is in the same batch.
 * Messages of several parts, and references of several messages, need the database.
 */
export function matchInMemory(
  recent: RecentReferences,
  taken: readonly AcceptedSubmit[],
  receipts: readonly CarrierReceipt[],
  now: Date,
) {
  const matched: MatchedReceipt[] = []
  const unmatched: UnmatchedReceipt[] = []
  const own = ownMatches(taken)
  for (const receipt of distinctReceipts(receipts)) {
    const all = own.get(referenceKey(receipt)) ?? []
    // Only the database knows whether the message was submitted again since: another process may have got that receipt.
    const id = receipt.retry !== undefined ? null : soleId(all, recent.find(receipt, now))
    if (id === null) unmatched.push({ receipt, own: newestOf(all) })
    else matched.push({ receipt, final: finalOf(id, receipt) })
  }
  return { matched, unmatched }
}

function ownMatches(taken: readonly AcceptedSubmit[]): Map<string, Match[]> {
  const own = new Map<string, Match[]>()
  for (const { id, carrier, references } of taken) {
    for (const [index, reference] of references.entries()) {
      const key = referenceKey({ carrier, reference })
      const match = { messageId: id, part: index + 1, parts: references.length, pending: true, failed: false }
      own.set(key, [...(own.get(key) ?? []), match])
    }
  }
  return own
}

/** Null unless exactly one message of one part is known to have the reference. */
function soleId(own: readonly Match[], recentId: number | null | undefined): number | null {
  if (own.some(({ parts }) => parts > 1)) return null
  const ids = new Set<number | null>(own.map(({ messageId }) => messageId))
  if (recentId !== undefined) ids.add(recentId)
  const [only = null] = ids
  return ids.size === 1 ? only : null
}

const newestOf = (matches: readonly Match[]): Match | null =>
  matches.reduce<Match | null>((best, one) => (best === null || one.messageId > best.messageId ? one : best), null)

/** Carriers reuse references, so the newest pending message wins. */
export const newerMatch = (stored: Match | null, own: Match | null): Match | null =>
  own !== null && (stored === null || !stored.pending || stored.messageId < own.messageId) ? own : stored

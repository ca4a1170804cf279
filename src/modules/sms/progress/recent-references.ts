import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { AcceptedSubmit, CarrierReceipt } from '../model.ts'

/**
 * References of messages that this process submitted recently and that have no final status yet, so that most receipts
 * need no search in the database. Only a hint: the statement that ends a message decides.
 */
export interface RecentReferences {
  /** The message with this reference; null when several have it, undefined when it is not known. */
  find(receipt: Pick<CarrierReceipt, 'carrier' | 'reference'>, now: Date): number | null | undefined
  add(taken: readonly AcceptedSubmit[], now: Date): void
  remove(receipts: readonly Pick<CarrierReceipt, 'carrier' | 'reference'>[]): void
}

/** About ten megabytes. */
const referencesMax = 50_000
/** Another process may have submitted a message with the same reference after this time. */
const keptMs = 600_000

/** Carriers have names of their own, and none contains a space. */
export const referenceKey = ({ carrier, reference }: Pick<CarrierReceipt, 'carrier' | 'reference'>) =>
  `${carrier} ${reference}`

export function createRecentReferences(max = referencesMax): RecentReferences {
  const known = new BoundedMap<string, { readonly id: number | null; readonly untilMs: number }>(max)
  const idOf = (key: string, now: Date) => {
    const found = known.get(key)
    return found && now.getTime() < found.untilMs ? found.id : undefined
  }
  return {
    find: (receipt, now) => idOf(referenceKey(receipt), now),
    add(taken, now) {
      const untilMs = now.getTime() + keptMs
      for (const { id, carrier, references } of taken) {
        for (const reference of references) {
          const key = referenceKey({ carrier, reference })
          const other = idOf(key, now)
          const isOnly = references.length === 1 && (other === undefined || other === id)
          known.set(key, { id: isOnly ? id : null, untilMs })
        }
      }
    },
    remove(receipts) {
      for (const receipt of receipts) known.delete(referenceKey(receipt))
    },
  }
}

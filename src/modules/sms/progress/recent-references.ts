import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { AcceptedSubmit, CarrierReceipt } from '../model.ts'

/**
 * References of messages that this process submitted recently and that have no final status yet, so that most receipts
 * need no search in the database. Only a hint: the statement that ends a message decides.
 */
export type RecentReferences = ReturnType<typeof createRecentReferences>

/** About ten megabytes. */
const referencesMax = 50_000
/** Another process may have submitted a message with the same reference after this time. */
const keptMs = 600_000

type Reference = Pick<CarrierReceipt, 'carrier' | 'reference'>

/** Carriers have names of their own, and none contains a space. */
export const referenceKey = ({ carrier, reference }: Reference) => `${carrier} ${reference}`

export function createRecentReferences(max = referencesMax) {
  const known = new BoundedMap<string, { readonly id: number | null; readonly untilMs: number }>(max)
  const idOf = (key: string, now: Date) => {
    const found = known.get(key)
    return found && now.getTime() < found.untilMs ? found.id : undefined
  }
  return {
    /** The message with this reference; null when several have it, undefined when it is not known. */
    find: (receipt: Reference, now: Date) => idOf(referenceKey(receipt), now),
    add(taken: readonly AcceptedSubmit[], now: Date): void {
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
    remove(receipts: readonly Reference[]): void {
      for (const receipt of receipts) known.delete(referenceKey(receipt))
    },
  }
}

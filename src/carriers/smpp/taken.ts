import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/**
 * Which parts the carrier took of messages that failed as a whole: those are not sent again with the rest of the
 * message.
 */
export interface TakenParts {
  remember(id: number, references: readonly (string | null)[]): void
  /** Null when nothing is known of it, or it has another number of parts now. */
  recall(id: number, parts: number): (string | null)[] | null
  forget(id: number): void
}

/** Those that never came back are forgotten, the oldest first. */
const idsMax = 10_000

export function createTaken(): TakenParts {
  const byId = new BoundedMap<number, readonly (string | null)[]>(idsMax)
  return {
    remember(id, references) {
      if (references.some((reference) => reference !== null)) byId.set(id, references)
    },
    recall(id, parts) {
      const references = byId.get(id)
      return references === undefined || references.length !== parts ? null : [...references]
    },
    forget: (id) => void (byId.size > 0 && byId.delete(id)),
  }
}

import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/** Remembers which parts of a failed message the carrier accepted, so that they are not sent again. */
export interface TakenParts {
  remember(id: number, references: readonly (string | null)[]): void
  /** Null for an unknown message, or when its number of parts has changed. */
  recall(id: number, parts: number): (string | null)[] | null
  forget(id: number): void
}

/** The oldest messages are dropped beyond this number. */
const idsMax = 10_000

export function createTakenParts(): TakenParts {
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

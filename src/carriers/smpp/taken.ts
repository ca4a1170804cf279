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
  const byId = new Map<number, readonly (string | null)[]>()
  return {
    remember(id, references) {
      if (references.every((reference) => reference === null)) return
      byId.delete(id)
      byId.set(id, references)
      const [oldest] = byId.keys()
      if (oldest !== undefined && byId.size > idsMax) byId.delete(oldest)
    },
    recall(id, parts) {
      const references = byId.get(id)
      return references === undefined || references.length !== parts ? null : [...references]
    },
    forget: (id) => void (byId.size > 0 && byId.delete(id)),
  }
}

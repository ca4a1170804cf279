import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { LinkProblem } from '../../engine/smpp/pdu.ts'

type Loss = Exclude<LinkProblem['kind'], 'released'>

/** How many times a submit is sent again after a timeout on a working connection. */
const resendsMax = 2
/**
 * Connections are usually lost for other reasons, so this limit is higher. Without one, a message that makes the
 * carrier hang up would cut connections for ever.
 */
const connectionsMax = 5
/** The number of lost connections that makes a message suspect. */
const suspectConnections = 2
/** More than the windows of all binds. The oldest messages are dropped beyond this number. */
const idsMax = 100_000

type Counts = Record<Loss, number>

/** Counts submits without a response, by message and over all its attempts. Each of them may have reached the phone. */
export function createLosses() {
  const byId = new BoundedMap<number, Map<number, Counts>>(idsMax)
  return {
    /** Counts a loss of this part, and returns whether it may be sent again. */
    count(id: number, part: number, kind: Loss): boolean {
      const parts = byId.get(id) ?? new Map<number, Counts>()
      const counts = parts.get(part) ?? { no_answer: 0, ended: 0 }
      counts[kind] += 1
      parts.set(part, counts)
      byId.set(id, parts)
      return counts.no_answer <= resendsMax && counts.ended < connectionsMax
    },
    /** Whether several connections were lost while the message was outstanding, so that it may be the cause. */
    isSuspect: (id: number, part: number) =>
      byId.size > 0 && (byId.get(id)?.get(part)?.ended ?? 0) >= suspectConnections,
    forget: (id: number) => void (byId.size > 0 && byId.delete(id)),
  }
}

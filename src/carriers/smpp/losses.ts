import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { LinkProblem } from './link.ts'

/**
 * How often no answer came to what was sent, by message and over all its submits: each time may be one more message on
 * the phone.
 */
export interface Losses {
  /** One more, of this part. Whether it may be sent again. */
  count(id: number, part: number, kind: LinkProblem['kind']): boolean
  /** Whether several connections were lost with it under way, so that it may be what ends them. */
  isSuspect(id: number, part: number): boolean
  forget(id: number): void
}

/** A submit that was not answered, though the connection was there, is sent again so many times. */
const resendsMax = 2
/**
 * Connections are lost without any fault of what is under way, so it has more of them; but one that makes the carrier
 * hang up would cut them for ever.
 */
const connectionsMax = 5
/** From so many on. */
const suspectConnections = 2
/** More than can be under way at a time, over all binds. Those that never came back are forgotten, the oldest first. */
const idsMax = 100_000

type Counts = Record<LinkProblem['kind'], number>

export function createLosses(): Losses {
  const byId = new BoundedMap<number, Map<number, Counts>>(idsMax)
  return {
    count(id, part, kind) {
      const parts = byId.get(id) ?? new Map<number, Counts>()
      const counts = parts.get(part) ?? { no_answer: 0, ended: 0 }
      counts[kind] += 1
      parts.set(part, counts)
      byId.set(id, parts)
      return counts.no_answer <= resendsMax && counts.ended < connectionsMax
    },
    isSuspect: (id, part) => byId.size > 0 && (byId.get(id)?.get(part)?.ended ?? 0) >= suspectConnections,
    forget: (id) => void (byId.size > 0 && byId.delete(id)),
  }
}

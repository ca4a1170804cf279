import { BoundedMap } from '../../../engine/flow/bounded-map.ts'

/**
 * Recent messages of this process that nobody asked reports about. Statements about them alone need no part for reports,
 * which saves PostgreSQL about a tenth of its time. Only a hint: an unknown message counts as reported.
 */
export interface Unreported {
  add(id: number): void
  hasAll(messages: readonly { readonly id: number }[]): boolean
}

/** About five megabytes. */
const idsMax = 50_000

export function createUnreported(max = idsMax): Unreported {
  const ids = new BoundedMap<number, true>(max)
  return {
    add: (id) => void ids.set(id, true),
    hasAll: (messages) => messages.every(({ id }) => ids.has(id)),
  }
}

/** Types of the audited changes: each is made and its entry compared. */
import type { World } from '../world.ts'
import type { Method, Person } from './people.ts'

export interface Wanted {
  readonly actor?: string
  readonly action?: string
  /** Set when the path does not contain the account. */
  readonly accountId?: number | null
  readonly params?: Record<string, unknown>
  readonly status?: number | null
  readonly detail?: Record<string, unknown> | null
}

/** Makes a change and compares the one entry that it writes. */
export type Walk = (
  who: Person,
  method: Method,
  pattern: string,
  path: string,
  body: unknown,
  wanted: Wanted,
) => Promise<void>

export interface ProductsStage {
  readonly world: World
  readonly accountId: number
  readonly owner: Person
  readonly operator: Person
  /** Must not appear in any entry. */
  readonly text: string
}

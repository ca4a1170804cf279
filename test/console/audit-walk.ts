/** How the changes that the audit log records are made and compared. */
import type { World } from '../world.ts'
import type { Method, Person } from './people.ts'

export interface Wanted {
  readonly actor?: string
  readonly action?: string
  /** Where the path does not name it. */
  readonly accountId?: number | null
  readonly params?: Record<string, unknown>
  readonly status?: number | null
  readonly detail?: Record<string, unknown> | null
}

/** Makes a change, and compares the one entry that it leaves. */
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
  /** Stands in no entry. */
  readonly text: string
}

import type { TimelineEntry, TimelineKind } from '../../contract/account/timeline.ts'
import type { Sendable } from '../../contract/shapes.ts'
import type { Queryable } from '../../engine/db/index.ts'
import type { Scope } from '../../values/scopes.ts'

/** A phone number in one account. */
export interface TimelineQuestion {
  readonly accountId: number
  readonly phone: string
}

export type Entry = Sendable<TimelineEntry>

/** An entry with its position in its source. Values that the kind does not have are left out. */
export type TimelineEvent = Pick<Entry, 'kind' | 'at'> &
  Partial<Omit<Entry, 'id'>> & {
    readonly at: Date
    /** Ids and times without spaces, such as `4711`. Unique among the entries of the kind. */
    readonly position: string
  }

/** One kind of events that a module stores about phone numbers. */
export interface TimelineSource<Question = TimelineQuestion> {
  /** A short name that is unique among the sources, for cursors. */
  readonly name: string
  readonly kinds: readonly TimelineKind[]
  /** The scope that a key or token needs. */
  readonly scope: Scope
  /**
   * Events after a position (null: from the newest), newest first. Reads a limited number of rows through an index.
   * Positions come from clients, so they may be invalid: then it throws, or lists nothing.
   */
  list(db: Queryable, question: Question, after: string | null, limit: number): Promise<readonly TimelineEvent[]>
}

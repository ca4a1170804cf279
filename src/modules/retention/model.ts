import type { DataClass } from '../../contract/console/retention.ts'

export { type DataClass, dataClasses } from '../../contract/console/retention.ts'

/** Rows to remove: of one account, or of all accounts, that ended before a time. */
export interface Removal {
  /** Null for all accounts. */
  readonly accountId: number | null
  readonly before: Date
}

/**
 * How a module removes one kind of old data. The retention job calls `remove` again until it returns 0, with pauses.
 * Pending and unpaid rows are never removed, however old.
 */
export interface RetentionRule {
  /** Shown to operators, such as `SMS texts`. Never changes: progress is stored under it. */
  readonly name: string
  readonly dataClass: DataClass
  /**
   * `installation` for rows that belong to no account, such as unassigned inbound messages. The limits of accounts don't
   * apply to them, and `accountId` is always null.
   */
  readonly scope?: 'installation'
  /** Rows are kept this long even if the limit is shorter. */
  readonly atLeastDays?: number
  /** Rows are removed after this time even if the limit is longer or missing. They are never archived. */
  readonly atMostDays?: number
  /** The limit while the class has none. Without it, rows are then kept for ever. */
  readonly daysWithoutLimit?: number
  /** Removes (or redacts) about `limit` rows, oldest first, in one short transaction. Returns their number. */
  remove(removal: Removal, limit: number): Promise<number>
  /** Counts the rows that `remove` would remove, at most `max`. 0 means that `remove` has nothing to do. */
  count(removal: Removal, max: number): Promise<number>
  /** Frees space without removing rows, whatever the limits are. Called until it returns false. */
  tidy?(now: Date): Promise<boolean>
}

/** A number of days, or null for no limit: data is kept for ever. */
export type Days = number | null

/** One limit as it was set. */
export interface Limit {
  /** Undefined: not set, so the next more general limit applies. */
  readonly days: Days | undefined
  /** Until `keptUntil`, data is kept for at least `keptDays`, because the limit was shortened. */
  readonly keptDays: Days
  readonly keptUntil: Date | null
}

/** The limits of one class. */
export interface ClassLimits {
  readonly default: Limit
  readonly max: Limit
  /** The default while no operator has set one. */
  readonly builtIn: Days
}

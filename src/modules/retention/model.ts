/** The classes of data that have a limit of their own. */
export const dataClasses = ['texts', 'messages', 'events', 'logs'] as const
export type DataClass = (typeof dataClasses)[number]

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
  /** Shown to operators, such as `SMS messages`. Never changes: progress is stored under it. */
  readonly name: string
  readonly dataClass: DataClass
  /** Rows are kept this long even if the limit is shorter. */
  readonly atLeastDays?: number
  /** Rows are removed after this time even if the limit is longer, or if there is none. */
  readonly atMostDays?: number
  /** The limit while the class has none. Without it, rows are then kept for ever. */
  readonly daysWithoutLimit?: number
  /** Removes (or redacts) about `limit` rows, oldest first, in one short transaction. Returns their number. */
  remove(removal: Removal, limit: number): Promise<number>
  /** Counts the rows that `remove` would remove, at most `max`. */
  count(removal: Removal, max: number): Promise<number>
}

import type { Queryable } from '../../../engine/db/index.ts'

/** A day, GMT. */
export interface Day {
  /** Such as `2030-01-31`. */
  readonly name: string
  readonly from: Date
  readonly to: Date
}

/**
 * How the values of a column are treated when a person is erased: a `phone` is replaced, a `text` is emptied in the
 * rows of the person, and a `reference` only where it mentions the number, as does a text of other rows. A `value`
 * never changes.
 */
export type ColumnKind = 'value' | 'phone' | 'text' | 'reference'

/** One archived row: `id`, `isFinal`, and the values by the names of the columns. */
export interface ArchiveRow {
  readonly id: number
  /** Whether the row can no longer change. Other rows are archived later. */
  readonly isFinal: boolean
}

/** The rows of one module, which become one file per day. */
export interface ArchiveSource {
  /** The name of the files, such as `messages`. Never changes: late rows are stored under it. */
  readonly name: string
  /** Kinds by the names of the columns, in the order of the file. The first is `id`, and one is `account_id`. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** The time of the oldest row created at this time or later; null without one. */
  findNext(db: Queryable, from: Date): Promise<Date | null>
  /** Pages of all rows that were created on a day, each row once. */
  read(db: Queryable, day: Day): AsyncIterable<readonly ArchiveRow[]>
  /** Rows by id. Removed rows are missing. */
  find(db: Queryable, ids: readonly number[]): Promise<readonly ArchiveRow[]>
}

export interface ErasedRows {
  readonly files: number
  readonly rows: number
  /** Archived days that are not in the directory, so that the number may still be in their files. */
  readonly missingDays: number
}

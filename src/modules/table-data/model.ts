import type { RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { TimelineEntry, TimelineKind } from '../../contract/account/timeline.ts'
import type { DataClass } from '../../contract/console/retention.ts'
import type { Sendable } from '../../contract/shapes.ts'
import type { Queryable, Tables, Tx } from '../../engine/db/index.ts'
import type { Scope } from '../../values/scopes.ts'

/** The handling of the rows of a table, from its entry. */
export interface TableData {
  readonly table: keyof Tables
  readonly person: PersonSource | undefined
  /** New ones for each call, because they remember where old rows end. */
  rules(ctx: RulesContext): readonly RetentionRule[]
  readonly archive: ArchiveSource | undefined
  readonly history: TimelineSource | undefined
  readonly unsearched: readonly string[] | 'all'
  readonly owner: RawBuilder<unknown> | undefined
  readonly pendingMentions: PendingRows | undefined
}

export type RulesContext = Pick<Context, 'db' | 'log'>

/** A phone number in one account, or in the whole installation. */
export interface PersonQuery {
  /** Null for all accounts. */
  readonly accountId: number | null
  readonly phone: string
}

/** One record about a person: plain values by name, with its id. */
export type PersonRecord = Readonly<Record<string, string | number | boolean | null>> & { readonly id: string }

/** The values of a primary key, as texts. */
export type RowKey = readonly string[]

/** One kind of data that a module stores about a phone number, and how it is erased. */
export interface PersonSource {
  /** The file name of the export, such as `messages`. */
  readonly name: string
  /** Names of the values of a record, in the order of the CSV columns. */
  readonly columns: readonly string[]
  /** Records with an id after this one (null: from the first), ordered by id. */
  list(db: Queryable, query: PersonQuery, afterId: string | null, limit: number): Promise<PersonRecord[]>
  /** The newest records, newest first. Default: the first of `list`. May look at the newest rows of a table only. */
  newest?(db: Queryable, query: PersonQuery, limit: number): Promise<PersonRecord[]>
  /** Rows that can't be erased yet, because they are pending. */
  countPending?(db: Queryable, query: PersonQuery): Promise<number>
  /** Removes or pseudonymises up to `limit` rows. Returns their number; 0 when nothing is left. */
  erase?(tx: Tx, query: PersonQuery, limit: number): Promise<number>
  /**
   * Rows that no index finds by number: the search through all tables finds them, and this function removes the rows and
   * texts of the person. The number is overwritten in the rows that are left.
   */
  readonly swept?: { readonly table: string; erase(tx: Tx, keys: readonly RowKey[], phone: string): Promise<void> }
}

/** Stands for an erased phone number in rows that are kept for their amounts, and inside texts. */
export const erasedPhone = 'erased'

/**
 * Rows that are still to be sent or paid. They may mention the number although they are for somebody else, so they are
 * overwritten when they are final.
 */
export interface PendingRows {
  /** Whether the row `t` is pending. */
  readonly is: RawBuilder<unknown>
  /** The same for all rows of the table, where an index finds them in another way. */
  readonly found?: RawBuilder<unknown>
}

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

/** A day, GMT. */
export interface ArchiveDay {
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

export interface ArchiveColumn {
  readonly name: string
  readonly kind: ColumnKind
}

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
  /** The columns in the order of the file. The first is `id`, and one is `account_id`. */
  readonly columns: readonly ArchiveColumn[]
  /** The time of the oldest row created at this time or later; null without one. */
  findNext(db: Queryable, from: Date): Promise<Date | null>
  /** Pages of all rows that were created on a day, each row once. */
  read(db: Queryable, day: ArchiveDay): AsyncIterable<readonly ArchiveRow[]>
  /** Rows by id. Removed rows are missing. */
  find(db: Queryable, ids: readonly number[]): Promise<readonly ArchiveRow[]>
}

/** A phone number in one account. */
export type TimelineQuery = PersonQuery & { readonly accountId: number }

export type Entry = Sendable<TimelineEntry>

/** An entry with its position in its source. Values that the kind does not have are left out. */
export type TimelineEvent = Pick<Entry, 'kind' | 'at'> &
  Partial<Omit<Entry, 'id'>> & {
    readonly at: Date
    /** Ids and times without spaces, such as `4711`. Unique among the entries of the kind. */
    readonly position: string
  }

export type TimelineContext = Pick<Context, 'db' | 'clock'>

/** One kind of events that a module stores about phone numbers. */
export interface TimelineSource<Asked = TimelineQuery> {
  /** A short name that is unique among the sources, for cursors. */
  readonly name: string
  readonly kinds: readonly TimelineKind[]
  /** The scope that a key or token needs. */
  readonly scope: Scope
  /**
   * Events after a position (null: from the newest), newest first. Reads a limited number of rows through an index.
   * Positions come from clients, so they may be invalid: then it throws, or lists nothing.
   */
  list(ctx: TimelineContext, query: Asked, after: string | null, limit: number): Promise<readonly TimelineEvent[]>
}

import type { RawBuilder } from 'kysely'
import type { Columns, Tx } from '../db/index.ts'

/** A work table has an id, a key for fair scheduling, and the columns due_at, lease_until, lease_owner and attempts. */
export interface WorkRow {
  readonly id: number
}

/** Outcome of a run. A thrown error counts as a failure: the row is retried by its schedule and finally given up. */
export type Outcome<Note = never> =
  /**
   * `write` runs in the transaction that finishes the row; a `note` is recorded in a batch with others. With `resume`,
   * rows of the same key that wait for a retry are due now, because what made them fail is over. Their table needs the
   * column fixed_after.
   */
  | {
      readonly kind: 'done'
      readonly write?: (tx: Tx) => Promise<void>
      readonly note?: Note
      readonly resume?: boolean
    }
  /**
   * Not a failure and not counted as an attempt: the row is due again at `at`. With an unchanged due time it keeps its
   * position, and this process skips it for `restMs`.
   */
  | { readonly kind: 'again'; readonly at: Date; readonly restMs?: number }
  /**
   * An expected failure: like throwing, but only logged at debug level before the last attempt. The next attempt
   * follows the schedule, but not before `notBefore`. With `isFixed` it is not resumed by the success of another row.
   */
  | {
      readonly kind: 'failed'
      readonly why: string
      readonly note?: Note
      readonly notBefore?: Date | null
      readonly isFixed?: boolean
    }

export const done = (write?: (tx: Tx) => Promise<void>): Outcome => (write ? { kind: 'done', write } : { kind: 'done' })
export const again = (at: Date, restMs = 0): Outcome => ({ kind: 'again', at, restMs })
export const failed = (why: string): Outcome => ({ kind: 'failed', why })

/** The lease of a run on its row. */
export interface Lease {
  /**
   * Whether another worker may own the row now. Check it right before any action that must not happen twice, because
   * `signal` fires late in a process that was suspended.
   */
  isOver(): boolean
  /** Aborted when the lease ends, for runs that wait. */
  readonly signal: AbortSignal
}

/** How the statement that releases rows writes the notes of their runs. */
export interface Recorded {
  /**
   * Columns of the notes, each with the name, the type and one value per note. The other expressions read them from
   * `noted`, which also has the `id` of the row.
   */
  readonly columns: readonly (readonly [name: string, type: string, values: readonly unknown[]])[]
  /** Columns to set in the kept rows `w`. Reads the note from `held`; its columns are null for a row without a note. */
  readonly set?: RawBuilder<unknown>
  /** Further common table expressions, separated by commas. `released` has the ids of the rows that were not lost. */
  readonly parts?: RawBuilder<unknown>
}

/** Background work on the rows of a table. */
export interface Work<Row extends WorkRow, Note = never> {
  /** For logs and metrics. */
  readonly name: string
  readonly table: string
  /** Topic of notifications; the table by default. Waking `a/b` also wakes `a/b/c`. */
  readonly topic?: string
  /** Columns for `run` in addition to the id, as SQL over the alias `w`. */
  readonly columns: Columns<Omit<Row, keyof WorkRow | 'ofKey'>>
  /**
   * Data shared by all rows of a key, as SQL over the key "workTurn". Read once per key and claim; `run` gets it as
   * `ofKey`.
   */
  readonly ofKey?: RawBuilder<unknown>
  /** Filters the rows, for example by carrier or lane. */
  readonly only?: RawBuilder<unknown>
  /** Column for fair scheduling: a value with many due rows does not delay the others. */
  readonly key: string
  /** Subquery of keys to skip. As part of `only`, every claim would read all their rows. */
  readonly exceptKeys?: RawBuilder<unknown>
  /** Order of the rows of a key, which needs an index; `w.due_at` by default. */
  readonly order?: RawBuilder<unknown>
  /** Column that orders the rows of a key that are due together, before their ids. `order` has it, too. */
  readonly tie?: string
  /** Rows of a key begin in their order: nothing is claimed while a row may be leased that nobody runs. */
  readonly keepsOrder?: true
  readonly concurrency: number
  readonly concurrencyPerKey: number
  /** Current concurrency of keys that differ from `concurrencyPerKey`, so that a failing key does not occupy slots. */
  readonly placesByKey?: () => ReadonlyMap<string, number>
  /** Whether a row keeps its place until its outcome is stored. By default the place is free when the run ends. */
  readonly placeUntilStored?: boolean
  readonly leaseSeconds?: number
  readonly retryAfterSeconds: readonly number[]
  /** Maximum random share added to a retry delay, so that rows that failed together are not retried together. */
  readonly retryJitter?: number
  /** Repeats the last step of the schedule until this time before giving up. */
  retryUntil?(row: Row): Date
  /** Whether a finished row is deleted or kept with due_at null. */
  readonly finished: 'delete' | 'keep'
  /** The same for rows that are given up; `finished` by default. */
  readonly givenUp?: 'delete' | 'keep'
  /** Failures are those of customers and their programs, so they are not logged as warnings, also at the last attempt. */
  readonly callsCustomers?: true
  /** Nothing is claimed while this is false. */
  readonly ready?: () => boolean
  /** May run twice for the same row after a crash; `takenOver` is true then. Should stop soon when the lease ends. */
  run(row: Row, lease: Lease, takenOver: boolean): Promise<Outcome<Note>>
  /**
   * Writes the notes of many runs in the statement that releases the rows: one round trip instead of four. Also called
   * for runs that lost their row, because the event still happened.
   */
  record?(notes: readonly Note[]): Recorded
  /** Called after the last attempt, in the transaction that finishes the row. */
  giveUp(tx: Tx, row: Row): Promise<void>
}

/** Any work. Method parameters are bivariant, so every `Work` is assignable. */
export type AnyWork = Work<WorkRow, unknown>

/** A claimed row. */
export interface Claim<Row extends WorkRow> {
  /** Unique per claim. Works as a fencing token: late writes of an earlier claim change nothing. */
  readonly owner: string
  readonly row: Row
  readonly key: string
  readonly due: Date
  readonly attempts: number
  /** The lease of the previous owner expired, so it is unknown how far that run came. */
  readonly takenOver: boolean
}

import type { RawBuilder } from 'kysely'
import type { Columns, Tx } from '../db/index.ts'

/**
 * Every row that is work has an id, a key by which it takes turns, and the columns due_at, lease_until, lease_owner and
 * attempts.
 */
export interface WorkRow {
  readonly id: number
}

/** What became of one run. Throwing is a failure: tried again by the schedule, and at its end given up. */
export type Outcome<Note = never> =
  /** `write` runs in the transaction that finishes the row; a `note` is recorded with those of many others. */
  | { readonly kind: 'done'; readonly write?: (tx: Tx) => Promise<void>; readonly note?: Note }
  /**
   * Not a failure, and not counted as a try: the row is due again at that time. One that keeps its due time keeps its
   * place among the others, and this process leaves it alone for `restMs`.
   */
  | { readonly kind: 'again'; readonly at: Date; readonly restMs?: number }
  /**
   * A failure that was to be expected: like throwing, but nothing for the log. The next try waits for the schedule, and
   * for `notBefore` where there is one.
   */
  | { readonly kind: 'failed'; readonly why: string; readonly note?: Note; readonly notBefore?: Date | null }

export const done = (write?: (tx: Tx) => Promise<void>): Outcome => (write ? { kind: 'done', write } : { kind: 'done' })
export const again = (at: Date, restMs = 0): Outcome => ({ kind: 'again', at, restMs })
export const failed = (why: string): Outcome => ({ kind: 'failed', why })

/** A run's hold on its row. */
export interface Lease {
  /**
   * Whether the row may be another's by now. To be asked right before anything that must not be done twice: a process
   * that was stopped for a while is not told in time.
   */
  isOver(): boolean
  /** Fires when it is over, for runs that wait for something. */
  readonly signal: AbortSignal
}

/** Work is rows of a table: which are due, what to do with one, when to try again, how it ends. */
export interface Work<Row extends WorkRow, Note = never> {
  /** For logs and metrics. */
  readonly name: string
  readonly table: string
  /** What it is woken by; the table when left out. Waking `a/b` also wakes `a/b/c`. */
  readonly topic?: string
  /** What `run` gets to see, besides the id, as SQL over the table's alias `w`. */
  readonly columns: Columns<Omit<Row, keyof WorkRow | 'ofKey'>>
  /**
   * What all rows of a key have in common, as SQL over the key, named "workTurn": read once for each key of a claim,
   * and seen by `run` as `ofKey`.
   */
  readonly ofKey?: RawBuilder<unknown>
  /** Narrows the table to the rows meant here: a carrier, a lane. */
  readonly only?: RawBuilder<unknown>
  /** The column whose values take turns: one with many due rows does not keep the others waiting. */
  readonly key: string
  /** A subquery of keys whose rows are not claimed now. As part of `only`, every claim would read all their rows. */
  readonly exceptKeys?: RawBuilder<unknown>
  /** In which order the rows of a key are claimed, by an index; `w.due_at` when left out. */
  readonly order?: RawBuilder<unknown>
  readonly concurrency: number
  readonly concurrencyPerKey: number
  /** Keys of which more or fewer may run at once now, and how many: one in trouble takes nobody's place. */
  readonly placesByKey?: () => ReadonlyMap<string, number>
  readonly leaseSeconds?: number
  readonly retryAfterSeconds: readonly number[]
  /**
   * The largest share of a step that is added to it by chance, so that what failed together does not come back
   * together.
   */
  readonly retryJitter?: number
  /** When set, the schedule's last step repeats until then, and only then is it given up. */
  retryUntil?(row: Row): Date
  /** What a finished row becomes: gone, or kept with due_at null. */
  readonly finished: 'delete' | 'keep'
  /** The same for one that was given up, where it differs. */
  readonly givenUp?: 'delete' | 'keep'
  /** While it is false nothing is claimed. */
  readonly ready?: () => boolean
  /**
   * May run twice for the same row after a crash, and then is told: `takenOver` says that an earlier run ended without
   * a word. Stops soon when the lease is over.
   */
  run(row: Row, lease: Lease, takenOver: boolean): Promise<Outcome<Note>>
  /**
   * Writes the notes of many runs together, also of one whose row was taken by another without its noticing: it
   * happened. As further parts, separated by commas, of the statement that lets go of their rows, because under load a
   * transaction around two would be four waits in place of one.
   */
  record?(notes: readonly Note[]): RawBuilder<unknown>
  /** The end of the tries, in the transaction that writes it. */
  giveUp(tx: Tx, row: Row): Promise<void>
}

/** Work on rows of any table. Methods take their parameters bivariantly, so every `Work` is one. */
export type AnyWork = Work<WorkRow, unknown>

/** A row in somebody's hands. */
export interface Claim<Row extends WorkRow> {
  /**
   * Another one for every claim, and so the fence: what comes late from an earlier claim of the same row changes
   * nothing.
   */
  readonly owner: string
  readonly row: Row
  readonly key: string
  readonly due: Date
  readonly attempts: number
  /** Its last owner let the lease run out: nobody knows how far that run came. */
  readonly takenOver: boolean
}

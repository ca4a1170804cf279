import type { Queryable, Tx } from '../../engine/db/index.ts'

/** A phone number in one account, or in the whole installation. */
export interface PersonQuestion {
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
  list(db: Queryable, question: PersonQuestion, afterId: string | null, limit: number): Promise<PersonRecord[]>
  /** The newest records, newest first. Default: the first of `list`. May look at the newest rows of a table only. */
  newest?(db: Queryable, question: PersonQuestion, limit: number): Promise<PersonRecord[]>
  /** Rows that can't be erased yet, because they are pending. */
  countPending?(db: Queryable, question: PersonQuestion): Promise<number>
  /** Removes or pseudonymises up to `limit` rows. Returns their number; 0 when nothing is left. */
  erase?(tx: Tx, question: PersonQuestion, limit: number): Promise<number>
  /**
   * Rows that no index finds by number: the search through all tables finds them, and this function removes the rows and
   * texts of the person. The number is overwritten in the rows that are left.
   */
  readonly swept?: { readonly table: string; erase(tx: Tx, keys: readonly RowKey[], phone: string): Promise<void> }
}

/** Stands for an erased phone number in rows that are kept for their amounts, and inside texts. */
export const erasedPhone = 'erased'

import type { RawBuilder } from 'kysely'
import type { Tables } from '../../engine/db/index.ts'
import { type ArchivedColumns, archiveSource } from './archive-source.ts'
import type { Column, Listed } from './columns.ts'
import { type HistoryRows, tableTimeline } from './history.ts'
import type { ArchiveSource, PendingRows, RetentionRule, RulesContext, TableData, TimelineSource } from './model.ts'
import { type OldRows, ruleOf } from './old-rows.ts'
import { type IndexedRows, indexedSource, type ScannedRows, scannedSource } from './person-source.ts'

/**
 * Everything that erasure, retention, archive and history need to know about a table. Expressions use the alias `t`, and
 * the aliases of `joins`.
 */
interface Entry<Table extends keyof Tables, Archived extends readonly Listed<Table>[], Shown extends Column<Table>> {
  /** The time when a row was created. */
  readonly at?: Column<Table>
  /** Ids are in the order of `at`, which bounds the search for old rows: an index on the time would slow down inserts. */
  readonly idsGrow?: true
  /** Other tables of the person's and of the archived columns. */
  readonly joins?: RawBuilder<unknown>
  /** Rows that can't be erased yet. */
  readonly pending?: RawBuilder<unknown>
  /** Rows that can no longer change, so they may be archived and removed. */
  readonly final?: RawBuilder<unknown>
  /** The rows of a person. */
  readonly person?: IndexedRows<Table> | ScannedRows<Table>
  /** How long rows, or their texts, are kept. A function for rows that need own statements. */
  readonly keep?: readonly OldRows<Table>[] | ((ctx: RulesContext) => readonly RetentionRule[])
  /** The file of rows that are removed. */
  readonly archive?: (ArchivedColumns<Archived> & Pick<ArchiveSource, 'name'>) | ArchiveSource
  /** The events of a number. */
  readonly history?: HistoryRows<Table, Shown> | TimelineSource
  /**
   * Text columns that are not searched for a number: settings of the business, such as its own numbers, routes and
   * endpoints; columns that are erased with the rows of the person; and amounts and ids whose digits may equal a number
   * by accident.
   */
  readonly unsearched?: readonly Column<Table>[] | 'all'
  /** The account of a row in a table without `account_id`. Other such tables belong to no account. */
  readonly owner?: RawBuilder<unknown>
  /** Pending rows whose mentions of a number are overwritten later; `pending` for the pending rows of the person. */
  readonly pendingMentions?: PendingRows | 'pending'
}

export function dataOf<
  Table extends keyof Tables,
  const Archived extends readonly Listed<Table>[] = [],
  Shown extends Column<Table> = never,
>(
  table: Table,
  {
    at,
    idsGrow,
    joins,
    pending,
    final,
    person,
    keep = [],
    archive,
    history,
    unsearched = [],
    owner,
    pendingMentions,
  }: Entry<Table, Archived, Shown>,
): TableData {
  const personTable = { table, joins, pending, owner }
  const aging = { table, at, idsGrow, final, archivedAs: archive?.name }
  return {
    table,
    person:
      person === undefined
        ? null
        : 'texts' in person
          ? scannedSource(personTable, person)
          : indexedSource(personTable, person),
    rules: (ctx) => (typeof keep === 'function' ? keep(ctx) : keep.map((rows) => ruleOf(ctx.db, aging, rows))),
    archive:
      archive === undefined
        ? null
        : 'read' in archive
          ? archive
          : archiveSource({ table, joins, at, final }, archive.name, archive),
    history: history === undefined ? null : 'list' in history ? history : tableTimeline(table, at ?? '', history),
    unsearched,
    owner: owner ?? null,
    pendingMentions: (pendingMentions === 'pending' ? pending && { is: pending } : pendingMentions) ?? null,
  }
}

/** Tables that are not searched for a number, because they never hold one of a person. */
export const unsearched = (...tables: readonly (keyof Tables)[]): TableData[] =>
  tables.map((table) => dataOf(table, { unsearched: 'all' }))

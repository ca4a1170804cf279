import type { Tables } from '../../engine/db/index.ts'
import { type ArchivedColumns, archiveSource } from './archive-source.ts'
import type { Column, Listed, TableFacts } from './columns.ts'
import { type HistoryRows, tableTimeline } from './history.ts'
import type { ArchiveSource, PendingRows, RetentionRule, RulesContext, TableData, TimelineSource } from './model.ts'
import { type OldRows, ruleOf } from './old-rows.ts'
import { type IndexedRows, indexedSource, type ScannedRows, scannedSource } from './person-source.ts'

/** Everything that erasure, retention, archive and history need to know about a table. */
interface Entry<Table extends keyof Tables, Archived extends readonly Listed<Table>[], Shown extends Column<Table>>
  extends Omit<TableFacts<Table>, 'table'> {
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
  /** Pending rows whose mentions of a number are overwritten later; `pending` for the pending rows of the person. */
  readonly pendingMentions?: PendingRows | 'pending'
}

export function dataOf<
  Table extends keyof Tables,
  const Archived extends readonly Listed<Table>[] = [],
  Shown extends Column<Table> = never,
>(table: Table, entry: Entry<Table, Archived, Shown>): TableData {
  const { at = '', pending, person, keep = [], archive, history, pendingMentions } = entry
  const facts = { table, ...entry }
  return {
    table,
    person: person && ('texts' in person ? scannedSource(facts, person) : indexedSource(facts, person)),
    rules: (ctx) =>
      typeof keep === 'function' ? keep(ctx) : keep.map((rows) => ruleOf(ctx.db, facts, rows, archive?.name)),
    archive: archive && ('read' in archive ? archive : archiveSource(facts, archive)),
    history: history && ('list' in history ? history : tableTimeline(table, at, history)),
    unsearched: entry.unsearched ?? [],
    owner: entry.owner,
    pendingMentions: pendingMentions === 'pending' ? pending && { is: pending } : pendingMentions,
  }
}

/** Tables that are not searched for a number, because they never hold one of a person. */
export const unsearched = (...tables: readonly (keyof Tables)[]): TableData[] =>
  tables.map((table) => dataOf(table, { unsearched: 'all' }))

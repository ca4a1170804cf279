import { type RawBuilder, sql } from 'kysely'
import type { Columns, Queryable, Tables } from '../../../engine/db/index.ts'
import type { ArchiveRow, ArchiveSource, ColumnKind } from './model.ts'

/** The embedded engine blocks the process while it reads a page. */
const pageRows = 1_000

interface TimedTable<T extends ArchiveRow> {
  readonly name: string
  readonly kinds: { readonly [Name in Exclude<keyof T & string, 'isFinal'>]: ColumnKind }
  readonly columns: Columns<T>
  /** Has the alias `t`. */
  readonly table: keyof Tables
  /** Other tables of the columns. */
  readonly joins?: RawBuilder<unknown>
  /** The time of creation. It needs an index of its own. */
  readonly time: 'created_at' | 'received_at' | 'started_at'
}

/** The source of a table with an index on the time of creation. */
export function sourceOf<T extends ArchiveRow>({
  name,
  kinds,
  columns,
  table,
  joins = sql``,
  time: timeColumn,
}: TimedTable<T>): ArchiveSource {
  const time = sql.ref(`t.${timeColumn}`)
  const from = sql`${sql.id(table)} t ${joins}`
  return {
    name,
    columns: kinds,
    async findNext(db, at) {
      const { rows } = await sql<{ at: Date | null }>`
        select min(${time}) as at
          from ${sql.id(table)} t
         where ${time} >= ${at}
      `.execute(db)
      return rows[0]?.at ?? null
    },
    async *read(db, day) {
      const isOfDay = sql`${time} >= ${day.from} and ${time} < ${day.to}`
      // Read by id and not by time, because JavaScript's times are less precise than those of the database.
      const { first, last } = await findRange(db, table, isOfDay)
      for (let after = first - 1; after < last; ) {
        const { rows } = await sql<T>`
          select ${columns}
            from ${from}
           where t.id > ${after}
             and t.id <= ${last}
             and ${isOfDay}
           order by t.id
           limit ${pageRows}
        `.execute(db)
        if (rows.length > 0) yield rows
        after = rows.length < pageRows ? last : (rows.at(-1)?.id ?? last)
      }
    },
    async find(db, ids) {
      const { rows } = await sql<T>`
        select ${columns}
          from ${from}
         where t.id = any(${ids}::bigint[])
         order by t.id
      `.execute(db)
      return rows
    },
  }
}

/** The range is empty without rows. `offset 0` makes PostgreSQL use the index on the time, instead of all ids in order. */
async function findRange(
  db: Queryable,
  table: keyof Tables,
  isOfDay: RawBuilder<unknown>,
): Promise<{ readonly first: number; readonly last: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(t.id) as first, max(t.id) as last
      from (select t.id from ${sql.id(table)} t where ${isOfDay} offset 0) t
  `.execute(db)
  return { first: rows[0]?.first ?? 1, last: rows[0]?.last ?? 0 }
}

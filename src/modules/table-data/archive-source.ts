import { type RawBuilder, sql } from 'kysely'
import { type Queryable, run, type Tables } from '../../engine/db/index.ts'
import { listOf, type NamesOf, type TableFacts } from './columns.ts'
import type { ArchiveColumn, ArchiveRow, ArchiveSource, ColumnKind } from './model.ts'

/** The embedded engine blocks the process while it reads a page. */
const pageRows = 1_000

/** The columns of a file, and how they are treated when a person is erased (see `ColumnKind`). */
export interface ArchivedColumns<List extends Parameters<typeof listOf>[0]> {
  /** The first is `id`, one is `account_id`, and `phone` is the phone number. */
  readonly columns: List
  readonly texts?: readonly NoInfer<NamesOf<List>>[]
  readonly references?: readonly NoInfer<NamesOf<List>>[]
}

export function kindsOf<Name extends string>(
  names: readonly string[],
  { texts = [], references = [] }: { readonly texts?: readonly Name[]; readonly references?: readonly Name[] },
): ArchiveColumn[] {
  const kindOf = (name: string): ColumnKind => {
    if (name === 'phone') return 'phone'
    if ((texts as readonly string[]).includes(name)) return 'text'
    return (references as readonly string[]).includes(name) ? 'reference' : 'value'
  }
  return names.map((name) => ({ name, kind: kindOf(name) }))
}

/** The source of a table with an index on the time of creation. */
export function archiveSource<Table extends keyof Tables>(
  { table, joins = sql``, at, final = sql`true` }: TableFacts<Table>,
  { name, columns, ...kinds }: ArchivedColumns<Parameters<typeof listOf>[0]> & Pick<ArchiveSource, 'name'>,
): ArchiveSource {
  const { list, names } = listOf(columns)
  const time = sql.ref(`t.${at}`)
  const select = sql`select ${list}, (${final}) as "isFinal" from ${sql.table(table)} t ${joins}`
  return {
    name,
    columns: kindsOf(names, kinds),
    async findNext(db, since) {
      const oldest = await run.first<{ at: Date | null }>(db)`
        select min(${time}) as at
          from ${sql.table(table)} t
         where ${time} >= ${since}
      `
      return oldest?.at ?? null
    },
    async *read(db, day) {
      const isOfDay = sql`${time} >= ${day.from} and ${time} < ${day.to}`
      // Read by id and not by time, because JavaScript's times are less precise than those of the database.
      const { first, last } = await findRange(db, table, isOfDay)
      for (let after = first - 1; after < last; ) {
        const rows = await run.all<ArchiveRow>(db)`
          ${select}
           where t.id > ${after}
             and t.id <= ${last}
             and ${isOfDay}
           order by t.id
           limit ${pageRows}
        `
        if (rows.length > 0) yield rows
        after = rows.length < pageRows ? last : (rows.at(-1)?.id ?? last)
      }
    },
    find: (db, ids) => run.all<ArchiveRow>(db)`
      ${select}
       where t.id = any(${ids}::bigint[])
       order by t.id
    `,
  }
}

/** The range is empty without rows. `offset 0` makes PostgreSQL use the index on the time, instead of all ids in order. */
async function findRange(db: Queryable, table: keyof Tables, isOfDay: RawBuilder<unknown>) {
  const range = await run.first<{ first: number | null; last: number | null }>(db)`
    select min(t.id) as first, max(t.id) as last
      from (select t.id from ${sql.table(table)} t where ${isOfDay} offset 0) t
  `
  return { first: range?.first ?? 1, last: range?.last ?? 0 }
}

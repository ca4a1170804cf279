import { type RawBuilder, sql } from 'kysely'
import { type Queryable, run } from '../../../engine/db/index.ts'
import { isOwned, type PersonQuery, type StepKey, type TableData, wholeNumberPattern } from '../../table-data/index.ts'

/**
 * Which tables and columns are searched for a number: all text and JSON columns of the schema, also those of later
 * migrations, except the ones that the entries of the tables exclude.
 */

export interface SearchedColumn {
  readonly name: string
  readonly kind: 'text' | 'json' | 'list'
  readonly type: string
  /** Two rows may not have the same value. */
  readonly isUnique: boolean
}

export interface SearchedTable {
  readonly name: string
  readonly key: StepKey
  readonly columns: readonly SearchedColumn[]
  /** Expression for the account over the alias `t`; null when rows belong to no account. */
  readonly account: RawBuilder<unknown> | null
  readonly pending: TableData['pendingMentions']
}

/** A searched column of `t` as text. */
export const textOf = ({ name, kind }: SearchedColumn): RawBuilder<unknown> => {
  const column = sql.ref(`t.${name}`)
  if (kind === 'list') return sql`array_to_string(${column}, ' ')`
  return kind === 'json' ? sql`${column}::text` : column
}

/** Whether the row `t` belongs to the account, or to any. */
export const isOf = ({ account }: SearchedTable, accountId: number | null): RawBuilder<unknown> =>
  account === null ? sql.lit(accountId === null) : isOwned(account, accountId)

interface FoundColumn extends Omit<SearchedColumn, 'kind'> {
  readonly table: string
  /** Position in the primary key, from 1; null outside of it. */
  readonly keyPlace: number | null
}

/** Reads the catalog, so that tables of later migrations are searched too. */
export async function listSearched(db: Queryable, data: readonly TableData[]): Promise<SearchedTable[]> {
  const excluded = data.flatMap(({ table, unsearched }) => (unsearched === 'all' ? table : []))
  const found = await run.all<FoundColumn>(db)`
    select c.relname as "table",
           a.attname as name,
           format_type(a.atttypid, null) as type,
           exists (
             select from pg_index i
              where i.indrelid = c.oid
                and i.indisunique
                and (a.attnum = any(i.indkey::int2[]) or i.indexprs is not null)) as "isUnique",
           (select array_position(p.conkey, a.attnum)
              from pg_constraint p
             where p.conrelid = c.oid
               and p.contype = 'p') as "keyPlace"
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = current_schema()
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relname <> all(${['ngoma_migrations', ...excluded]}::text[])
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname, a.attnum
  `
  const entryOf = (name: string) => data.find(({ table }) => table === name)
  const tables = Map.groupBy(found, ({ table }) => table)
  return [...tables].flatMap(([name, columns]) => describe(name, columns, entryOf(name)))
}

const kinds: Readonly<Record<string, SearchedColumn['kind']>> = {
  text: 'text',
  'character varying': 'text',
  character: 'text',
  json: 'json',
  jsonb: 'json',
  'text[]': 'list',
  'character varying[]': 'list',
}

function describe(name: string, found: readonly FoundColumn[], data: TableData | undefined): SearchedTable[] {
  const columns = found.flatMap(({ name: column, type, isUnique }) => {
    const kind = kinds[type]
    return kind === undefined || data?.unsearched.includes(column) ? [] : [{ name: column, kind, type, isUnique }]
  })
  if (columns.length === 0) return []
  const key = found
    .filter(({ keyPlace }) => keyPlace !== null)
    .toSorted((one, other) => (one.keyPlace ?? 0) - (other.keyPlace ?? 0))
  if (key.length === 0) throw new Error(`the table ${name} has no primary key, so it cannot be searched`)
  const account = found.some((one) => one.name === 'account_id') ? sql`t.account_id` : (data?.owner ?? null)
  return [
    {
      name,
      key: { table: name, columns: key.map((one) => one.name) },
      columns,
      account,
      pending: data?.pendingMentions,
    },
  ]
}

/** Pending rows that mention the number. */
export async function countPendingMentions(
  db: Queryable,
  tables: readonly SearchedTable[],
  { accountId, phone }: PersonQuery,
): Promise<number> {
  let count = 0
  for (const table of tables) {
    const { name, columns, pending } = table
    if (pending === undefined) continue
    const mentions = sql.join(
      columns.map((column) => sql`${textOf(column)} ~ ${wholeNumberPattern(phone)}`),
      sql` or `,
    )
    count += await run.count(db)`
      select count(*)
        from ${sql.table(name)} t
       where ${pending.found ?? pending.is}
         and ${isOf(table, accountId)}
         and (${mentions})
    `
  }
  return count
}

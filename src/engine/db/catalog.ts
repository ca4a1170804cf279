import type { Tx } from './database.ts'
import { migrationTables } from './migrate.ts'
import { run } from './run.ts'

export interface Column {
  readonly name: string
  readonly type: string
  /**
   * Written as text instead of JSON: a jsonb `null` would look like SQL null, and line breaks in json would break lines
   * of the file.
   */
  readonly asText: boolean
  readonly sequence: string | null
}

/** A table in the catalog, without generated columns. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns of the primary key, in order; may be empty. */
  readonly key: readonly string[]
  /** Tables that its foreign keys refer to, without itself. */
  readonly parents: readonly string[]
}

/**
 * Lists the tables of the schema, parents first, without those of migrations and extensions. Partitions are read
 * through their parent table.
 */
export async function listTables(tx: Tx): Promise<Table[]> {
  const tables = await run.all<Table>(tx)`
    select c.relname as name,
           coalesce((
             select json_agg(json_build_object(
                      'name', a.attname,
                      'type', format_type(a.atttypid, a.atttypmod),
                      'asText', coalesce(e.typtype, t.typtype) in ('c', 'd') or coalesce(e.oid, t.oid) in ('json'::regtype, 'jsonb'::regtype),
                      'sequence', pg_get_serial_sequence(quote_ident(c.relname), a.attname)
                    ) order by a.attnum)
               from pg_attribute a
               join pg_type t on t.oid = a.atttypid
               left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
              where a.attrelid = c.oid
                and a.attnum > 0
                and not a.attisdropped
                and a.attgenerated = ''
           ), '[]') as columns,
           coalesce((
             select json_agg(a.attname order by k.place)
               from pg_constraint p
              cross join unnest(p.conkey) with ordinality as k(attnum, place)
               join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
              where p.conrelid = c.oid
                and p.contype = 'p'
           ), '[]') as key,
           coalesce((
             select json_agg(distinct r.relname::text)
               from pg_constraint f
               join pg_class r on r.oid = f.confrelid
              where f.conrelid = c.oid
                and f.contype = 'f'
                and f.confrelid <> c.oid
           ), '[]') as parents
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema()
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relname <> all (${migrationTables}::text[])
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname
  `
  return parentsFirst(tables)
}

/** Tables with circular references keep their order. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<Table>()
  const begun = new Set<string>()
  const visit = (table: Table) => {
    if (begun.has(table.name)) return
    begun.add(table.name)
    for (const parent of table.parents) {
      const found = byName.get(parent)
      if (found) visit(found)
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table)
  return [...ordered]
}

/** A range partition by id: `from` is inclusive, `to` is exclusive. */
export interface Partition {
  readonly name: string
  readonly from: number
  readonly to: number
}

export async function listPartitions(tx: Tx, table: string): Promise<Partition[]> {
  const partitions = await run.all<{ name: string; bounds: string | null }>(tx)`
    select p.relname as name, pg_get_expr(p.relpartbound, p.oid) as bounds
      from pg_inherits i
      join pg_class p on p.oid = i.inhrelid
     where i.inhparent = to_regclass(quote_ident(${table}))
       and p.relispartition
     order by p.relname
  `
  return partitions.flatMap(({ name, bounds }) => {
    // A partition that is dropped during the statement has no bounds.
    if (bounds === null) return []
    const { from, to } = /^FOR VALUES FROM \('(?<from>-?\d+)'\) TO \('(?<to>-?\d+)'\)$/.exec(bounds)?.groups ?? {}
    if (from === undefined || to === undefined)
      throw new Error(`cannot read the partition ${name}, which is not a range of ids: ${bounds}`)
    return { name, from: Number(from), to: Number(to) }
  })
}

/** Returns the last value of each sequence, so that ids of deleted rows are not used again after a restore. */
export async function listSequences(tx: Tx, { columns }: Table): Promise<Record<string, string>> {
  const last: Record<string, string> = {}
  for (const { name, sequence } of columns) {
    if (sequence === null) continue
    const found = await run.first<{ value: string | null }>(tx)`
      select pg_sequence_last_value(${sequence}::text::regclass)::text as value
    `
    if (found?.value) last[name] = found.value
  }
  return last
}

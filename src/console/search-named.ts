import { type RawBuilder, sql } from 'kysely'
import { type Queryable, type Row, run } from '../engine/db/index.ts'
import { likeAnywhere } from '../values/page.ts'

type NamedTable = 'campaigns' | 'contact_books' | 'contact_segments' | 'templates'

/** Something with a name that its account chose. */
export type Named = Pick<Row<'contact_books', 'id' | 'name'>, 'id' | 'name'> & {
  readonly detail: string
  readonly createdAt: Date
}

/** The name, the name as it is compared, and a detail. */
const columns: Readonly<
  Record<NamedTable, readonly [name: string, key: RawBuilder<string>, detail: RawBuilder<string>]>
> = {
  campaigns: ['name', sql`lower(normalize(name))`, sql`status`],
  contact_books: ['name', sql`name_key`, sql`description`],
  contact_segments: ['name', sql`name_key`, sql`''`],
  templates: ['title', sql`title_key`, sql`left(text, 100)`],
}

/** Names have no index: a search looks at the latest ones, which are more than nearly every account has. */
const walkedMax = 5_000

/** Rows whose name contains the text, or with this id, newest first. The text is in the form of `searchText`. */
export function findNamed(
  db: Queryable,
  table: NamedTable,
  accountId: number,
  { id, text }: { readonly id: number | null; readonly text: string },
  limit: number,
): Promise<Named[]> {
  const [name, key, detail] = columns[table]
  return run.all<Named>(db)`
    select id, ${sql.ref(name)} as name, ${detail} as detail, created_at as "createdAt"
      from (select * from ${sql.table(table)} where account_id = ${accountId} order by id desc limit ${walkedMax}) latest
     where ${key} like ${likeAnywhere(text)}
        or id = ${id}
     order by id desc
     limit ${limit}
  `
}

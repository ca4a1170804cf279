import { type RawBuilder, sql } from 'kysely'
import { chunksOf, columnsOf, prepared, type Queryable, type RowOf, selectLongPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { DoNotDisturbSource } from './model.ts'
import { withPrefix } from './store-prefix.ts'

const columns = columnsOf('do_not_disturb', {
  phone: 'phone',
  source: 'source',
  note: 'note',
  createdAt: 'created_at',
}).narrow<{ source: DoNotDisturbSource }>()

/** A number that gets no messages from any account. */
export type DoNotDisturb = RowOf<typeof columns>

/**
 * Returns the number of new entries. A repeated entry keeps its first time and note. Rows are in the order of the key,
 * so that two imports cannot deadlock.
 */
export async function insertDoNotDisturb(db: Queryable, rows: readonly DoNotDisturb[]): Promise<number> {
  const { rows: added } = await sql`
    ${prepared}
    insert into do_not_disturb (phone, source, note, created_at)
    select phone, source, note, created_at
      from unnest(${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ source }) => source)}::text[],
                  ${rows.map(({ note }) => note)}::text[], ${rows.map(({ createdAt }) => createdAt)}::timestamptz[])
        as v(phone, source, note, created_at)
     order by phone
        on conflict do nothing
    returning 1
  `.execute(db)
  return added.length
}

/** False when it was not on the list. */
export async function deleteDoNotDisturb(db: Queryable, phone: string): Promise<boolean> {
  const { rows } = await sql`delete from do_not_disturb where phone = ${phone} returning 1`.execute(db)
  return rows.length > 0
}

export const listDoNotDisturb = (db: Queryable, prefix: string, page: PageQuestion): Promise<PageOf<DoNotDisturb>> =>
  selectLongPage(db, page, {
    columns,
    from: sql`do_not_disturb where true ${withPrefix(prefix)}`,
    order: [[sql`phone`, 'asc']],
  })

export async function listDoNotDisturbAfter(db: Queryable, after: string, limit: number): Promise<DoNotDisturb[]> {
  const { rows } = await sql<DoNotDisturb>`
    select ${columns}
      from do_not_disturb
     where phone > ${after}
     order by phone
     limit ${limit}
  `.execute(db)
  return rows
}

export async function hasDoNotDisturb(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    ${prepared}
    select exists (select from do_not_disturb) as has
  `.execute(db)
  return rows[0]?.has === true
}

/** Selects the whole list. */
export const selectDoNotDisturb = (): RawBuilder<unknown> => sql`select 1 from do_not_disturb`

/** Selects those of the numbers that are on the list. */
export const selectDoNotDisturbOf = (phones: readonly string[]): RawBuilder<unknown> =>
  sql`select 1 from do_not_disturb where phone = any(${phones}::text[])`

/** Those of the numbers that are on the list. */
export async function* findDoNotDisturb(db: Queryable, phones: Iterable<string>): AsyncGenerator<string> {
  for (const chunk of chunksOf(phones)) {
    const { rows } = await sql<{ phone: string }>`
      ${prepared}
      select d.phone
        from unnest(${chunk}::text[]) as v(phone)
        join do_not_disturb d on d.phone = v.phone
    `.execute(db)
    for (const { phone } of rows) yield phone
  }
}

import { type RawBuilder, sql } from 'kysely'
import { offsetOf, type PageOf, type PageQuestion } from '../../values/page.ts'
import type { Queryable } from './database.ts'

interface ListStatement {
  readonly columns: RawBuilder<unknown>
  /** A table, and which of its rows. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** The SQL of every list: the rows of one page, and how many there are in all. */
export async function selectPage<T>(db: Queryable, page: PageQuestion, { columns, from, order }: ListStatement): Promise<PageOf<T>> {
  const counted = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  const { rows } = await sql<T>`
    select ${columns}
      from ${from}
     order by ${order}
     limit ${page.limit}
    offset ${offsetOf(page)}
  `.execute(db)
  return { items: rows, total: counted.rows[0]?.count ?? 0 }
}

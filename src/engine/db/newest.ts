import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './tables.ts'

interface Newest<T extends keyof Tables> {
  readonly table: T
  readonly time: keyof Tables[T] & string
  readonly accountIds: readonly number[]
  readonly rowsMax: number
  /** Limits the rows that are counted and deleted. */
  readonly where: RawBuilder<unknown>
}

/** Deletes all but the newest rows of each account. Skips rows that another process is updating, to avoid waiting. */
export async function keepNewest<T extends keyof Tables>(
  db: Queryable,
  { table, time, accountIds, rowsMax, where }: Newest<T>,
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
     where id in (
       select o.id
         from unnest(${accountIds}::bigint[]) as a(id)
        cross join lateral (
          select id
            from ${sql.table(table)}
           where account_id = a.id
             and ${where}
           order by ${sql.ref(time)} desc, id desc
          offset ${rowsMax}
             for update skip locked
        ) as o
     )
  `.execute(db)
}

import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'

/** Since when the oldest batch is due that nobody has in hand; null when there is none. */
export async function findOldestWaiting(db: Queryable, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(due_at) as since
      from sms_batches
     where due_at <= ${now}
       and (lease_until is null or lease_until < clock_timestamp())
  `.execute(db)
  return rows[0]?.since ?? null
}

import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import type { Lane } from './rules.ts'

/** The SQL of how much waits, and for how long. */

/** The first batch that is due, or will be, of each carrier and lane that has one: one step into the index for each, however many wait. */
export async function listOldestDue(
  db: Queryable,
  carriers: readonly string[],
  lanes: readonly Lane[],
): Promise<{ readonly carrier: string; readonly lane: Lane; readonly dueAt: Date }[]> {
  const { rows } = await sql<{ carrier: string; lane: Lane; dueAt: Date }>`
    select c.carrier, l.lane, oldest.due_at as "dueAt"
      from unnest(${carriers}::text[]) as c(carrier)
     cross join unnest(${lanes}::text[]) as l(lane)
     cross join lateral (
       select b.due_at
         from sms_batches b
        where b.carrier = c.carrier
          and b.lane = l.lane
        order by b.due_at
        limit 1
     ) oldest
  `.execute(db)
  return rows
}

/** How many batches wait for a carrier, or are under way to it. */
export async function countBatches(db: Queryable, carrier: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sms_batches where carrier = ${carrier}`.execute(db)
  return rows[0]?.count ?? 0
}

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

/** Carriers that anything waits for: one step into the index for each, however much that is. */
export async function listAwaitedCarriers(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ carrier: string }>`
    with recursive names as (
      select min(carrier) as carrier from sms_batches
       union all
      select (select min(carrier) from sms_batches b where b.carrier > n.carrier) from names n where n.carrier is not null
    )
    select carrier from names where carrier is not null
  `.execute(db)
  return rows.map(({ carrier }) => carrier)
}

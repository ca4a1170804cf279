import { sql } from 'kysely'
import type { Queryable } from '../../../engine/db/index.ts'
import type { Lane } from './rules.ts'

/** The SQL of how much waits, and for how long. */

/**
 * The first batch that is due, or will be, of each carrier and lane that has one: one step into the index for each,
 * however many wait.
 */
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
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sms_batches where carrier = ${carrier}`.execute(db)
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

export interface Queue {
  readonly carrier: string
  readonly lane: Lane
  /** That are due… */
  readonly batches: number
  /** …and the messages in them, those in hand too. */
  readonly messages: number
  readonly oldestDueAt: Date | null
  /** Messages in batches that somebody sends now. */
  readonly inHand: number
  /** Messages that are due later. */
  readonly scheduled: number
  /** Whether there are more than were counted. */
  readonly more: boolean
}

/** Batches that are counted of each carrier and lane, due and later. */
const countedMax = 10_000

/** What waits for each carrier, by lane, where anything does. */
export async function listQueues(db: Queryable, lanes: readonly Lane[], now: Date): Promise<Queue[]> {
  const batches = (due: '<=' | '>') => sql`
    select b.due_at, b.lease_until, b.last_message_id - b.first_message_id + 1 as messages
      from sms_batches b
     where b.carrier = c.carrier
       and b.lane = l.lane
       and b.due_at ${sql.raw(due)} ${now}
     order by b.due_at
     limit ${countedMax + 1}
  `
  const { rows } = await sql<Queue>`
    select c.carrier, l.lane, due.batches, due.messages, due."oldestDueAt", due."inHand", later.messages as scheduled,
           due.batches > ${countedMax} or later.batches > ${countedMax} as more
      from unnest(${await listAwaitedCarriers(db)}::text[]) as c(carrier)
     cross join unnest(${lanes}::text[]) with ordinality as l(lane, place)
     cross join lateral (
       select count(*) as batches, coalesce(sum(messages), 0)::bigint as messages, min(due_at) as "oldestDueAt",
              coalesce(sum(messages) filter (where lease_until > clock_timestamp()), 0)::bigint as "inHand"
         from (${batches('<=')}) b
     ) due
     cross join lateral (select count(*) as batches, coalesce(sum(messages), 0)::bigint as messages from (${batches('>')}) b) later
     where due.batches + later.batches > 0
     order by c.carrier, l.place
  `.execute(db)
  return rows
}

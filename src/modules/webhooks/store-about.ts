import { sql } from 'kysely'
import type { EventKind } from '../../contract/callbacks.ts'
import { columnsOf, findFirstSince, type Queryable, type RowOf } from '../../engine/db/index.ts'
import { attemptsOfEvent } from './store-attempts.ts'
import { countOfAttempts, stateOf } from './store-history.ts'

/** SQL that finds the events and attempts about one object. */

const columns = columnsOf(
  { e: 'webhook_endpoints', w: 'webhook_events', a: 'webhook_attempts' },
  {
    eventId: 'w.id',
    endpointId: 'e.id',
    url: 'e.url',
    at: 'a.at',
    status: 'a.status',
    tookMs: 'a.took_ms',
    problem: 'a.problem',
  },
)

export type CallbackAttempt = RowOf<typeof columns>

/** The events of each endpoint that are searched: only the body shows which object an event is about. */
const lookedAtMax = 10_000
const foundMax = 100

/** An object and the time of its change, identified by texts in the body of the event. */
export interface About {
  readonly event: EventKind
  readonly since: Date
  readonly has: readonly string[]
}

/** The endpoints `e` of an account, and their events `w` about one object. */
const eventsAbout = async (db: Queryable, accountId: number, { event, since, has }: About) => {
  const first = await findFirstSince(db, 'webhook_events', 'created_at', since)
  return {
    from: sql`
      webhook_endpoints e
     cross join lateral (
       select w.*
         from webhook_events w
        where w.endpoint_id = e.id
          and w.account_id + 0 = e.account_id
          and w.id >= ${first}
        order by w.id
        limit ${lookedAtMax}
     ) w`,
    where: sql`
      e.account_id = ${accountId}
       and e.event = ${event}
       and not exists (select from unnest(${has}::text[]) as h(text) where strpos(w.body, h.text) = 0)`,
  }
}

/** The delivery attempts to an account's endpoints about one object. */
export async function listAttemptsAbout(db: Queryable, accountId: number, about: About): Promise<CallbackAttempt[]> {
  const { from, where } = await eventsAbout(db, accountId, about)
  const { rows } = await sql<CallbackAttempt>`
    select ${columns}
      from ${from}
     cross join lateral ${attemptsOfEvent} a
     where ${where}
     order by a.id
     limit ${foundMax}
  `.execute(db)
  return rows
}

const eventColumns = columnsOf(
  { e: 'webhook_endpoints', w: 'webhook_events' },
  {
    id: 'w.id',
    endpointId: 'e.id',
    url: 'e.url',
    state: stateOf,
    attempts: countOfAttempts,
    dueAt: 'w.due_at',
    problem: sql<string | null>`(select a.problem from ${attemptsOfEvent} a order by a.id desc limit 1)`,
  },
)

/** The events for an account's endpoints about one object, including events without an attempt. */
export async function listEventsAbout(
  db: Queryable,
  accountId: number,
  about: About,
): Promise<RowOf<typeof eventColumns>[]> {
  const { from, where } = await eventsAbout(db, accountId, about)
  const { rows } = await sql<RowOf<typeof eventColumns>>`
    select ${eventColumns}
      from ${from}
     where ${where}
     order by w.id
     limit ${foundMax}
  `.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { EventKind } from '../../contract/callbacks.ts'
import { columnsOf, type Queryable, type RowOf } from '../../engine/db/index.ts'
import { findFirstSince } from './store-history.ts'

/** The SQL that finds out whether somebody was told about one thing. */

const columns = columnsOf(
  { e: 'webhook_endpoints', a: 'webhook_attempts' },
  {
    eventId: 'a.event_id',
    endpointId: 'e.id',
    url: 'e.url',
    at: 'a.at',
    status: 'a.status',
    tookMs: 'a.took_ms',
    problem: 'a.problem',
  },
)

export type CallbackAttempt = RowOf<typeof columns>

/**
 * Of every endpoint so many events after the time are looked at: nothing says which event is about what but its body.
 */
const lookedAtMax = 10_000
const foundMax = 100

/**
 * The attempts to tell an account's endpoints something that became true at a time, by texts that the body of such an
 * event has.
 */
export async function listAttemptsAbout(
  db: Queryable,
  accountId: number,
  { event, since, has }: { readonly event: EventKind; readonly since: Date; readonly has: readonly string[] },
): Promise<CallbackAttempt[]> {
  const { rows } = await sql<CallbackAttempt>`
    select ${columns}
      from webhook_endpoints e
     cross join lateral (
       select w.id, w.body
         from webhook_events w
        where w.endpoint_id = e.id
          and w.account_id + 0 = e.account_id
          and w.id >= ${await findFirstSince(db, since)}
        order by w.id
        limit ${lookedAtMax}
     ) w
      join webhook_attempts a on a.event_id = w.id
     where e.account_id = ${accountId}
       and e.event = ${event}
       and not exists (select from unnest(${has}::text[]) as h(text) where strpos(w.body, h.text) = 0)
     order by a.id
     limit ${foundMax}
  `.execute(db)
  return rows
}

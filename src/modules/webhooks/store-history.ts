import { type RawBuilder, sql } from 'kysely'
import { type Queryable, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'

/** The SQL of what became of events, as their account sees it. */

/** waiting: to be delivered, or to be tried again. failed: given up, or its endpoint was disabled. */
const eventStates = ['waiting', 'delivered', 'failed'] as const
export type EventState = (typeof eventStates)[number]

export interface EventSummary {
  readonly id: number
  readonly endpointId: number
  readonly state: EventState
  readonly attempts: number
  readonly isTest: boolean
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly body: string
}

/** An event that was delivered once stays so, whatever came of its repetitions, but while it waits to be repeated it waits. */
const isDelivered = sql`exists (select from webhook_attempts a where a.event_id = w.id and a.problem is null)`
const stateOf = sql`case when w.due_at is not null then 'waiting' when ${isDelivered} then 'delivered' else 'failed' end`

const inState: Readonly<Record<EventState, RawBuilder<unknown>>> = {
  waiting: sql`w.due_at is not null`,
  delivered: sql`w.due_at is null and ${isDelivered}`,
  failed: sql`w.due_at is null and not ${isDelivered}`,
}

/** Of a state that does not exist there are none; null means all. */
export function listEvents(db: Queryable, accountId: number, endpointId: number, state: unknown, page: PageQuestion): Promise<PageOf<EventSummary>> {
  const known = eventStates.find((one) => one === state)
  const inThat = known === undefined ? (state === null ? sql`true` : sql`false`) : inState[known]
  return selectPage(db, page, {
    columns: sql`
      w.id, w.endpoint_id as "endpointId", ${stateOf} as state, (select count(*) from webhook_attempts a where a.event_id = w.id) as attempts,
      w.is_test as "isTest", w.created_at as "createdAt", w.due_at as "dueAt", w.body
    `,
    from: sql`webhook_events w where w.endpoint_id = ${endpointId} and w.account_id + 0 = ${accountId} and ${inThat}`,
    order: [[sql`w.id`, 'desc']],
  })
}

export interface AttemptSummary {
  readonly id: number
  readonly eventId: number
  readonly at: Date
  readonly status: number | null
  readonly tookMs: number
  readonly problem: string | null
  readonly answer: string
}

/** Of one event, or of all of an endpoint. */
export function listAttempts(
  db: Queryable,
  accountId: number,
  endpointId: number,
  eventId: number | null,
  page: PageQuestion,
): Promise<PageOf<AttemptSummary>> {
  return selectPage(db, page, {
    columns: sql`a.id, a.event_id as "eventId", a.at, a.status, a.took_ms as "tookMs", a.problem, a.answer`,
    from: sql`
      webhook_attempts a
      join webhook_events w on w.id = a.event_id
     where w.endpoint_id = ${endpointId}
       and w.account_id = ${accountId}
       ${eventId === null ? sql`` : sql`and a.event_id = ${eventId}`}
    `,
    order: [[sql`a.id`, 'desc']],
  })
}

/** Which events of an endpoint to deliver again: one, or those since a time but for tests, perhaps only those that never arrived. */
export interface Repetition {
  readonly eventId: number | null
  readonly since: Date | null
  readonly failedOnly: boolean
}

/**
 * Makes events due now and gives them all their tries again, from the oldest, at most so many after an id; says up to which id it came and how many it were.
 * One that is due already, or under way, is left alone: it is delivered anyway.
 */
export async function repeatEvents(
  db: Queryable,
  { accountId, endpointId, after, limit, now }: { accountId: number; endpointId: number; after: number; limit: number; now: Date },
  { eventId, since, failedOnly }: Repetition,
): Promise<{ readonly repeated: number; readonly last: number | null }> {
  const { rows } = await sql<{ repeated: number; last: number | null }>`
    with chosen as (
      select w.id
        from webhook_events w
       where w.endpoint_id = ${endpointId}
         and w.account_id + 0 = ${accountId}
         and w.id > ${after}
         and (w.due_at is null or w.due_at > ${now})
         ${eventId === null ? sql`and not w.is_test` : sql`and w.id = ${eventId}`}
         ${since === null ? sql`` : sql`and w.created_at >= ${since}`}
         ${failedOnly ? sql`and not ${isDelivered}` : sql``}
       order by w.id
       limit ${limit}
    ),
    repeated as (
      update webhook_events w
         set due_at = ${now}, attempts = 0
        from chosen
       where w.id = chosen.id
         and (w.due_at is null or w.due_at > ${now})
      returning w.id
    )
    select (select count(*) from repeated) as repeated, (select max(id) from chosen) as last
  `.execute(db)
  return rows[0] ?? { repeated: 0, last: null }
}

export async function hasEvent(db: Queryable, accountId: number, endpointId: number, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_events w where w.id = ${eventId} and w.endpoint_id = ${endpointId} and w.account_id = ${accountId}
  `.execute(db)
  return rows.length > 0
}

/** A test of one endpoint, beside what happens in earnest. */
export async function insertTest(db: Queryable, accountId: number, endpointId: number, body: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_events (account_id, endpoint_id, body, is_test, created_at, due_at)
    select e.account_id, e.id, ${body}, true, ${now}, ${now}
      from webhook_endpoints e
     where e.id = ${endpointId}
       and e.account_id = ${accountId}
       and e.removed_at is null
       and e.disabled_at is null
    returning id
  `.execute(db)
  return rows[0]?.id ?? null
}

/** Forgets events that are over and older than a time, with their attempts; says how many, so that the caller can go on. */
export async function deleteOldEvents(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with gone as (
      delete from webhook_events
       where id = any(array(select id from webhook_events where created_at < ${before} and due_at is null limit ${limit}))
      returning id
    ),
    attempts as (
      delete from webhook_attempts a using gone where a.event_id = gone.id
    )
    select count(*) as deleted from gone
  `.execute(db)
  return rows[0]?.deleted ?? 0
}

/** Removed endpoints stay until the last of their events is forgotten. */
export async function deleteRemovedEndpoints(db: Queryable): Promise<void> {
  await sql`
    delete from webhook_endpoints e
     where e.removed_at is not null
       and not exists (select from webhook_events w where w.endpoint_id = e.id)
  `.execute(db)
}

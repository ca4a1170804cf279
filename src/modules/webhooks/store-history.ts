import { type RawBuilder, sql } from 'kysely'
import { type EventState, eventStates } from '../../contract/account/webhooks.ts'
import {
  columnsOf,
  type Queryable,
  type Row,
  type RowOf,
  run,
  selectLongPage,
  selectPage,
} from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { attemptsOfEvent } from './store-attempts.ts'

/** SQL of the event history, from the view of the account. */

/** A delivered event stays delivered, whatever the result of a replay, but it is pending while a replay waits. */
const isDelivered = sql`(w.delivered_at is not null or exists (select from webhook_attempts a where a.event_id = w.id and a.problem is null))`
const isTried = sql`(w.delivered_at is not null or exists (select from webhook_attempts a where a.event_id = w.id))`
const countOfAttempts = sql<number>`(select count(*) from ${attemptsOfEvent} a)`
const stateOf = sql<EventState>`case when w.due_at is not null then 'waiting' when ${isDelivered} then 'delivered' when ${isTried} then 'failed' else 'kept' end`

const eventColumns = columnsOf(
  { w: 'webhook_events' },
  'w.id, w.endpoint_id, w.is_test, w.created_at, w.due_at, w.body',
  {
    state: stateOf,
    attempts: countOfAttempts,
  },
)

const inState: Readonly<Record<EventState, RawBuilder<unknown>>> = {
  waiting: sql`w.due_at is not null`,
  delivered: sql`w.due_at is null and ${isDelivered}`,
  failed: sql`w.due_at is null and ${isTried} and not ${isDelivered}`,
  kept: sql`w.due_at is null and not ${isTried}`,
}

/**
 * Lists are limited to this many of the latest events, because reading all events of an endpoint would take seconds.
 * Older events are found by id. Fewer are counted, or searched for attempts.
 */
const listedMax = 10_000
const fewMax = 1_000
/** Compares the account last: it applies to all events of an endpoint, but PostgreSQL would expect few matches. */
const latest = (accountId: number, endpointId: number, most: number) => sql`(
  select *
    from (select * from webhook_events where endpoint_id = ${endpointId} order by id desc limit ${most}) e
   where account_id = ${accountId}
)`

/** Null means all states; an unknown state has no events. */
export function listEvents(db: Queryable, accountId: number, endpointId: number, state: unknown, place: Place) {
  const known = eventStates.find((one) => one === state)
  const inThat = known === undefined ? (state === null ? sql`true` : sql`false`) : inState[known]
  return selectLongPage(db, place, {
    columns: eventColumns,
    from: sql`${latest(accountId, endpointId, listedMax)} w where ${inThat}`,
    order: [[sql`w.id`, 'desc']],
    countedMax: fewMax,
  })
}

const attemptColumns = columnsOf(
  { a: 'webhook_attempts', w: 'webhook_events' },
  'a.id, w.id as eventId, a.at, a.status, a.took_ms, a.problem, a.answer',
)

type AttemptSummary = RowOf<typeof attemptColumns>

/** Of one event, or of all events of an endpoint. */
export const listAttempts = (
  db: Queryable,
  accountId: number,
  endpointId: number,
  eventId: number | null,
  place: Place,
): Promise<PageOf<AttemptSummary>> =>
  selectPage(db, place, {
    columns: attemptColumns,
    from: sql`
      ${eventId === null ? latest(accountId, endpointId, fewMax) : sql`webhook_events`} w
     cross join lateral ${attemptsOfEvent} a
     where w.endpoint_id = ${endpointId}
       and w.account_id = ${accountId}
       ${eventId === null ? sql`` : sql`and w.id = ${eventId}`}
    `,
    order: [[sql`a.id`, 'desc']],
  })

/** The events of an endpoint to replay: one, or all since a time except tests, or only the undelivered ones. */
export interface Replay {
  readonly eventId: number | null
  readonly since: Date | null
  readonly failedOnly: boolean
}

/**
 * Makes events due now with a fresh retry schedule, oldest first, at most `limit` after an id. Returns the last id and
 * the number of events. Events that are due or being delivered are skipped.
 */
export async function makeEventsDue(
  db: Queryable,
  step: { accountId: number; endpointId: number; after: number; limit: number; now: Date },
  { eventId, since, failedOnly }: Replay,
): Promise<{ readonly repeated: number; readonly last: number | null }> {
  const { rows } = await sql<{ repeated: number; last: number | null }>`
    with chosen as (
      select w.id
        from webhook_events w
       where w.endpoint_id = ${step.endpointId}
         and w.account_id + 0 = ${step.accountId}
         and w.id > ${step.after}
         and (w.due_at is null or w.due_at > ${step.now})
         ${eventId === null ? sql`and not w.is_test` : sql`and w.id = ${eventId}`}
         ${since === null ? sql`` : sql`and w.created_at >= ${since}`}
         ${failedOnly ? sql`and not ${isDelivered}` : sql``}
       order by w.id
       limit ${step.limit}
    ),
    repeated as (
      update webhook_events w
         set due_at = ${step.now}, attempts = 0, fixed_after = null
        from chosen
       where w.id = chosen.id
         and (w.due_at is null or w.due_at > ${step.now})
      returning w.id
    )
    select (select count(*) from repeated) as repeated, (select max(id) from chosen) as last
  `.execute(db)
  return rows[0] ?? { repeated: 0, last: null }
}

export const hasEvent = (db: Queryable, accountId: number, endpointId: number, eventId: number) =>
  run.hasRows(db)`
    select from webhook_events w where w.id = ${eventId} and w.endpoint_id = ${endpointId} and w.account_id = ${accountId}
  `

/** Inserts a test event for one endpoint. */
export async function insertTest(db: Queryable, accountId: number, endpointId: number, body: string, now: Date) {
  const inserted = await run.first<Row<'webhook_events', 'id'>>(db)`
    insert into webhook_events (account_id, endpoint_id, body, is_test, created_at, due_at)
    select e.account_id, e.id, ${body}, true, ${now}, ${now}
      from webhook_endpoints e
     where e.id = ${endpointId}
       and e.account_id = ${accountId}
       and e.removed_at is null
       and e.disabled_at is null
    returning id
  `
  return inserted?.id ?? null
}

/** Removes up to `limit` pending events of an endpoint from the queue, and returns their number. */
export async function dropPending(db: Queryable, endpointId: number, limit: number): Promise<number> {
  const { rows } = await sql`
    update webhook_events
       set due_at = null
     where id = any(array(select id from webhook_events where endpoint_id = ${endpointId} and due_at is not null and lease_owner is null limit ${limit}))
    returning id
  `.execute(db)
  return rows.length
}

/**
 * Removed endpoints stay until their last event is deleted, and long enough for an event of a running transaction to
 * become visible.
 */
export async function deleteRemovedEndpoints(db: Queryable, removedBefore: Date): Promise<void> {
  await sql`
    delete from webhook_endpoints e
     where e.removed_at < ${removedBefore}
       and not exists (select from webhook_events w where w.endpoint_id = e.id)
  `.execute(db)
}

const callbackColumns = columnsOf(
  { e: 'webhook_endpoints', w: 'webhook_events', a: 'webhook_attempts' },
  'w.id as eventId, e.id as endpointId, e.url, a.at, a.status, a.took_ms, a.problem',
)

export type CallbackAttempt = RowOf<typeof callbackColumns>

const foundMax = 100

/**
 * The delivery reports `w` of one message, and their endpoints `e`. Events of versions before `message_id` are not found:
 * only their bodies name the message, and searching bodies would read all events of the account.
 */
const reportsOf = sql`webhook_events w join webhook_endpoints e on e.id = w.endpoint_id`
const isAbout = (accountId: number, messageId: number) =>
  sql`w.message_id = ${messageId} and w.account_id = ${accountId}`

/** The attempts to deliver the reports of a message. */
export const listAttemptsAbout = (db: Queryable, accountId: number, messageId: number) => run.all<CallbackAttempt>(db)`
    select ${callbackColumns}
      from ${reportsOf}
     cross join lateral ${attemptsOfEvent} a
     where ${isAbout(accountId, messageId)}
     order by a.id
     limit ${foundMax}
  `

const reportColumns = columnsOf(
  { e: 'webhook_endpoints', w: 'webhook_events' },
  'w.id, e.id as endpointId, e.url, w.due_at',
  {
    state: stateOf,
    attempts: countOfAttempts,
    problem: sql<string | null>`(select a.problem from ${attemptsOfEvent} a order by a.id desc limit 1)`,
  },
)

/** The reports of a message, including those without an attempt. */
export const listEventsAbout = (db: Queryable, accountId: number, messageId: number) => run.all<
  RowOf<typeof reportColumns>
>(db)`
    select ${reportColumns}
      from ${reportsOf}
     where ${isAbout(accountId, messageId)}
     order by w.id
     limit ${foundMax}
  `

import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf } from '../../engine/db/index.ts'
import { attemptsOfEvent } from './store-attempts.ts'
import { countOfAttempts, stateOf } from './store-history.ts'

/** SQL that finds the events and attempts about one message. */

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

const foundMax = 100

/**
 * The delivery reports `w` of one message, and their endpoints `e`. Events of versions before `message_id` are not found:
 * only their bodies name the message, and searching bodies would read all events of the account.
 */
const reportsOf = sql`webhook_events w join webhook_endpoints e on e.id = w.endpoint_id`
const isAbout = (accountId: number, messageId: number) =>
  sql`w.message_id = ${messageId} and w.account_id = ${accountId}`

/** The attempts to deliver the reports of a message. */
export async function listAttemptsAbout(
  db: Queryable,
  accountId: number,
  messageId: number,
): Promise<CallbackAttempt[]> {
  const { rows } = await sql<CallbackAttempt>`
    select ${columns}
      from ${reportsOf}
     cross join lateral ${attemptsOfEvent} a
     where ${isAbout(accountId, messageId)}
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

/** The reports of a message, including those without an attempt. */
export async function listEventsAbout(
  db: Queryable,
  accountId: number,
  messageId: number,
): Promise<RowOf<typeof eventColumns>[]> {
  const { rows } = await sql<RowOf<typeof eventColumns>>`
    select ${eventColumns}
      from ${reportsOf}
     where ${isAbout(accountId, messageId)}
     order by w.id
     limit ${foundMax}
  `.execute(db)
  return rows
}

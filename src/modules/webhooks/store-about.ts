import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run } from '../../engine/db/index.ts'
import { attemptsOfEvent } from './store-attempts.ts'
import { countOfAttempts, stateOf } from './store-history.ts'

/** SQL that finds the events and attempts about one message. */

const columns = columnsOf(
  { e: 'webhook_endpoints', w: 'webhook_events', a: 'webhook_attempts' },
  'w.id as eventId, e.id as endpointId, e.url, a.at, a.status, a.took_ms, a.problem',
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
export function listAttemptsAbout(db: Queryable, accountId: number, messageId: number): Promise<CallbackAttempt[]> {
  return run.all<CallbackAttempt>(db)`
    select ${columns}
      from ${reportsOf}
     cross join lateral ${attemptsOfEvent} a
     where ${isAbout(accountId, messageId)}
     order by a.id
     limit ${foundMax}
  `
}

const eventColumns = columnsOf(
  { e: 'webhook_endpoints', w: 'webhook_events' },
  'w.id, e.id as endpointId, e.url, w.due_at',
  {
    state: stateOf,
    attempts: countOfAttempts,
    problem: sql<string | null>`(select a.problem from ${attemptsOfEvent} a order by a.id desc limit 1)`,
  },
)

/** The reports of a message, including those without an attempt. */
export function listEventsAbout(
  db: Queryable,
  accountId: number,
  messageId: number,
): Promise<RowOf<typeof eventColumns>[]> {
  return run.all<RowOf<typeof eventColumns>>(db)`
    select ${eventColumns}
      from ${reportsOf}
     where ${isAbout(accountId, messageId)}
     order by w.id
     limit ${foundMax}
  `
}

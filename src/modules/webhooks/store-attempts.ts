import { sql } from 'kysely'
import { columnsOf, type Row, type RowOf, type Tables, type Tx } from '../../engine/db/index.ts'
import type { Recorded, WorkRow } from '../../engine/work/index.ts'
import { isGone } from './rules.ts'

/** SQL of the delivery: due events and the results of attempts. */

export interface Destination extends Row<'webhook_endpoints', 'event' | 'url'> {
  readonly accountId: Tables['webhook_endpoints']['account_id']
  /** Encrypted, as hexadecimal digits. */
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousUntil: string | null
  /** Secrets before the previous one; null when there are none. */
  readonly olderSecrets: readonly { readonly secret: string; readonly until: string }[] | null
  /** Headers for every call, encrypted, as hexadecimal digits. */
  readonly headers: string | null
  /** Disabled or removed: receives no events. */
  readonly isOff: boolean
  /** Its last attempt failed. */
  readonly isFailing: boolean
}

export const eventColumns = columnsOf({ w: 'webhook_events' }, 'w.endpoint_id, w.body, w.is_test', {
  /** Encrypted. */
  headers: 'w.headers',
  isDelivered: sql<boolean>`w.delivered_at is not null`,
  isRetry: sql<boolean>`w.attempts > 1`,
})

export interface EventRow extends WorkRow, RowOf<typeof eventColumns> {
  /** The endpoint. Null when it was deleted. */
  readonly ofKey: Destination | null
}

export const destinationOfKey = sql`
  (select json_build_object('accountId', e.account_id, 'event', e.event, 'url', e.url, 'secret', encode(e.secret, 'hex'),
                            'previousSecret', encode(e.previous_secret, 'hex'), 'previousUntil', e.previous_until,
                            'olderSecrets', (select json_agg(json_build_object('secret', encode(s.secret, 'hex'), 'until', s.until))
                                               from webhook_secrets s where s.endpoint_id = e.id),
                            'headers', encode(e.headers, 'hex'),
                            'isOff', e.disabled_at is not null or e.removed_at is not null,
                            'isFailing', e.failing_since is not null)
     from webhook_endpoints e
    where e.id = "workTurn")
`

/** The result of one attempt. */
export interface Attempt {
  readonly eventId: number
  readonly endpointId: number
  readonly at: Date
  /** Null without a response. */
  readonly status: number | null
  readonly tookMs: number
  /** The reason for a failure. */
  readonly problem: string | null
  /** The beginning of the response. */
  readonly answer: string
  /** The first success is stored with the event. */
  readonly isFirstSuccess: boolean
}

/** All attempts to deliver event `w`. IDs of both kinds are from the same sequence. */
export const attemptsOfEvent = sql`(
  select a.id, a.at, a.status, a.took_ms, a.problem, a.answer
    from webhook_attempts a
   where a.event_id = w.id
   union all
  select w.delivery_id, w.delivered_at, w.delivered_status, w.delivered_took_ms, null, w.delivered_answer
   where w.delivered_at is not null
)`

/** The thresholds for disabling an endpoint. */
export interface Patience {
  readonly now: Date
  /** An endpoint is disabled when it has been failing since before this time. */
  readonly failingBefore: Date
}

/**
 * Stores attempts, as part of the statement that ends them, and tracks how long each endpoint has been failing. An
 * endpoint that failed for too long or is gone is disabled once, and becomes work for the notices. A worker that lost
 * its event stores its success as a separate row.
 */
export function recordAttempts(attempts: readonly Attempt[], { now, failingBefore }: Patience): Recorded {
  const failing = idsOf(attempts.filter(({ problem }) => problem !== null))
  const gone = idsOf(attempts.filter(({ status }) => isGone(status)))
  const working = idsOf(attempts.filter(({ problem }) => problem === null))
  const isOver = sql`(e.id = any(${gone}::bigint[]) or e.failing_since <= ${failingBefore}) and e.disabled_at is null and e.removed_at is null`
  const columns = [
    ['at_ms', 'float8', attempts.map(({ at }) => at.getTime())],
    ['status', 'smallint', attempts.map(({ status }) => status)],
    ['took_ms', 'integer', attempts.map(({ tookMs }) => tookMs)],
    ['problem', 'text', attempts.map(({ problem }) => problem)],
    ['answer', 'text', attempts.map(({ answer }) => answer)],
    ['is_first', 'boolean', attempts.map(({ isFirstSuccess }) => isFirstSuccess)],
  ] as const
  const set = sql`
    delivery_id = case when held.is_first then nextval('webhook_attempts_id_seq') else w.delivery_id end,
    delivered_at = case when held.is_first then to_timestamp(held.at_ms / 1000) else w.delivered_at end,
    delivered_status = case when held.is_first then held.status else w.delivered_status end,
    delivered_took_ms = case when held.is_first then held.took_ms else w.delivered_took_ms end,
    delivered_answer = case when held.is_first then held.answer else w.delivered_answer end
  `
  const parts = sql`
    stored as (
      insert into webhook_attempts (event_id, at, status, took_ms, problem, answer)
      select n.id, to_timestamp(n.at_ms / 1000), n.status, n.took_ms, n.problem, n.answer
        from noted n
       where not n.is_first
          or not exists (select from released r where r.id = n.id)
    ),
    well as (
      update webhook_endpoints e
         set failing_since = null
       where e.id = any(${working}::bigint[])
         and not e.id = any(${gone}::bigint[])
         and e.failing_since is not null
    ),
    ill as (
      update webhook_endpoints e
         set failing_since = coalesce(e.failing_since, ${now}),
             disabled_at = case when ${isOver} then ${now} else e.disabled_at end,
             disabled_reason = case when ${isOver} then case when e.id = any(${gone}::bigint[]) then 'gone' else 'failing' end else e.disabled_reason end,
             due_at = case when ${isOver} then ${now} else e.due_at end,
             attempts = case when ${isOver} then 0 else e.attempts end
       where e.id = any(${failing}::bigint[])
         and (e.failing_since is null or (${isOver}))
         and (e.id = any(${gone}::bigint[]) or e.failing_since is null or not e.id = any(${working}::bigint[]))
    )
  `
  return { columns, set, parts }
}

/** For an event that ended because its endpoint was disabled: makes it due again if the endpoint is enabled by now. */
export async function requeueIfEnabled(tx: Tx, { id, endpointId }: EventRow, now: Date): Promise<void> {
  await sql`
    update webhook_events w
       set due_at = ${now}, attempts = 0, fixed_after = null
      from webhook_endpoints e
     where w.id = ${id}
       and e.id = ${endpointId}
       and e.disabled_at is null
       and e.removed_at is null
  `.execute(tx)
}

const idsOf = (attempts: readonly Attempt[]) =>
  [...new Set(attempts.map(({ endpointId }) => endpointId))].toSorted((a, b) => a - b)

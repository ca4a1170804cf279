import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Row, type RowOf, type Tables, type Tx } from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import { isGone } from './rules.ts'

/** The SQL of delivery: what is to be delivered, and what came of it. */

export interface Destination extends Row<'webhook_endpoints', 'event' | 'url'> {
  readonly accountId: Tables['webhook_endpoints']['account_id']
  /** Sealed, as hexadecimal digits. */
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousUntil: string | null
  /** Those of before the previous one; null when there are none. */
  readonly olderSecrets: readonly { readonly secret: string; readonly until: string }[] | null
  /** Those for every call, sealed, as hexadecimal digits. */
  readonly headers: string | null
  /** Disabled or removed: nothing goes there. */
  readonly isOff: boolean
}

export const eventColumns = columnsOf(
  { w: 'webhook_events' },
  {
    endpointId: 'w.endpoint_id',
    body: 'w.body',
    /** Sealed. */
    headers: 'w.headers',
    isTest: 'w.is_test',
  },
)

export interface EventRow extends WorkRow, RowOf<typeof eventColumns> {
  /** Where it goes. Null when that was removed for good. */
  readonly ofKey: Destination | null
}

export const destinationOfKey = sql`
  (select json_build_object('accountId', e.account_id, 'event', e.event, 'url', e.url, 'secret', encode(e.secret, 'hex'),
                            'previousSecret', encode(e.previous_secret, 'hex'), 'previousUntil', e.previous_until,
                            'olderSecrets', (select json_agg(json_build_object('secret', encode(s.secret, 'hex'), 'until', s.until))
                                               from webhook_secrets s where s.endpoint_id = e.id),
                            'headers', encode(e.headers, 'hex'),
                            'isOff', e.disabled_at is not null or e.removed_at is not null)
     from webhook_endpoints e
    where e.id = "workTurn")
`

/** What one attempt was. */
export interface Attempt {
  readonly eventId: number
  readonly endpointId: number
  readonly at: Date
  /** Null when no answer came. */
  readonly status: number | null
  readonly tookMs: number
  /** Why it was no success. */
  readonly problem: string | null
  /** The beginning of the answer. */
  readonly answer: string
}

/** When an endpoint is disabled. */
export interface Patience {
  readonly now: Date
  /** Who fails since then, without a success between. */
  readonly failingBefore: Date
}

/**
 * Keeps attempts, as further parts of the statement that ends them, and remembers since when an endpoint fails: a
 * success ends that. One that failed for too long, or says that it is gone, is disabled, once, and becomes work: its
 * owners are to be told.
 */
export function attemptParts(attempts: readonly Attempt[], { now, failingBefore }: Patience): RawBuilder<unknown> {
  const failing = idsOf(attempts.filter(({ problem }) => problem !== null))
  const gone = idsOf(attempts.filter(({ status }) => isGone(status)))
  const working = idsOf(attempts.filter(({ problem }) => problem === null))
  const isOver = sql`(e.id = any(${gone}::bigint[]) or e.failing_since <= ${failingBefore}) and e.disabled_at is null and e.removed_at is null`
  return sql`
    noted as (
      insert into webhook_attempts (event_id, at, status, took_ms, problem, answer)
      select "eventId", at, status, "tookMs", problem, answer
        from json_to_recordset(${JSON.stringify(attempts)}::json)
          as v("eventId" bigint, at timestamptz, status smallint, "tookMs" integer, problem text, answer text)
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
}

/** An event that was just finished because its endpoint was off: due again, should the endpoint be on by now. */
export async function keepDueWhereOn(tx: Tx, { id, endpointId }: EventRow, now: Date): Promise<void> {
  await sql`
    update webhook_events w
       set due_at = ${now}, attempts = 0
      from webhook_endpoints e
     where w.id = ${id}
       and e.id = ${endpointId}
       and e.disabled_at is null
       and e.removed_at is null
  `.execute(tx)
}

const idsOf = (attempts: readonly Attempt[]) =>
  [...new Set(attempts.map(({ endpointId }) => endpointId))].toSorted((a, b) => a - b)

import { sql } from 'kysely'
import { prepared, type Tx } from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import type { DisabledReason } from './rules.ts'

/** The SQL of delivery: what is to be delivered, and what came of it. */

export interface Destination {
  readonly accountId: number
  readonly event: string
  readonly url: string
  /** Sealed, as hexadecimal digits. */
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousUntil: string | null
  /** Disabled or removed: nothing goes there. */
  readonly isOff: boolean
}

export interface EventRow extends WorkRow {
  readonly endpointId: number
  readonly body: string
  readonly headers: string | null
  readonly isTest: boolean
  readonly createdAt: Date
  readonly destination: Destination
}

export const eventColumns = sql`
  w.endpoint_id as "endpointId", w.body, w.headers, w.is_test as "isTest", w.created_at as "createdAt",
  (select json_build_object('accountId', e.account_id, 'event', e.event, 'url', e.url, 'secret', encode(e.secret, 'hex'),
                            'previousSecret', encode(e.previous_secret, 'hex'), 'previousUntil', e.previous_until,
                            'isOff', e.disabled_at is not null or e.removed_at is not null)
     from webhook_endpoints e
    where e.id = w.endpoint_id) as destination
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

/** Keeps attempts, and remembers since when an endpoint fails: a success ends that. */
export async function insertAttempts(tx: Tx, attempts: readonly Attempt[], now: Date): Promise<void> {
  const failing = idsOf(attempts.filter(({ problem }) => problem !== null))
  const working = idsOf(attempts.filter(({ problem }) => problem === null))
  await sql`
    ${prepared}
    with noted as (
      insert into webhook_attempts (event_id, at, status, took_ms, problem, answer)
      select "eventId", at, status, "tookMs", problem, answer
        from json_to_recordset(${JSON.stringify(attempts)}::json)
          as v("eventId" bigint, at timestamptz, status smallint, "tookMs" integer, problem text, answer text)
    ),
    well as (
      update webhook_endpoints set failing_since = null where id = any(${working}::bigint[]) and failing_since is not null
    )
    update webhook_endpoints set failing_since = ${now} where id = any(${failing}::bigint[]) and failing_since is null
  `.execute(tx)
}

/** Disables endpoints, once; their owners are to be told. With `failingBefore` only those that fail since then. Says which it were. */
export async function disableEndpoints(
  tx: Tx,
  ids: readonly number[],
  reason: DisabledReason,
  now: Date,
  failingBefore: Date | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update webhook_endpoints
       set disabled_at = ${now}, disabled_reason = ${reason}, due_at = ${now}, attempts = 0
     where id = any(${ids}::bigint[])
       and disabled_at is null
       and removed_at is null
       and (${failingBefore}::timestamptz is null or failing_since <= ${failingBefore})
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

const idsOf = (attempts: readonly Attempt[]) => [...new Set(attempts.map(({ endpointId }) => endpointId))].toSorted((a, b) => a - b)

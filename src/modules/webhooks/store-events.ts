import { type RawBuilder, sql } from 'kysely'
import type { EventKind } from '../../contract/callbacks.ts'
import { type Cte, cte, type Tx } from '../../engine/db/index.ts'

/** An event with its stored texts. */
export interface NewEvent {
  readonly accountId: number
  readonly body: string
  readonly flatBody: string | null
  /** Encrypted. */
  readonly headers: Buffer | null
}

/**
 * Inserts an event for each subscribed endpoint, as part of the statement that makes the change. `happened` selects
 * account_id, body, flat_body and headers. The resulting rows have due_at. Events of disabled endpoints are stored but
 * not due. Ad-hoc endpoints are handled in `ad-hoc.ts`.
 */
export function eventPart(event: EventKind, happened: RawBuilder<unknown>, now: Date): Cte {
  return cte(
    'told',
    sql`
      insert into webhook_events (account_id, endpoint_id, body, headers, created_at, due_at)
      select h.account_id, e.id, case when e.flat_args then coalesce(h.flat_body, h.body) else h.body end, h.headers, ${now}::timestamptz,
             case when e.disabled_at is null then ${now}::timestamptz end
        from (${happened}) h
        join webhook_endpoints e on e.account_id = h.account_id and e.event = ${event} and e.removed_at is null and not e.ad_hoc
      returning due_at
    `,
  )
}

/** The same as a separate statement. Returns the number of due events. */
export async function insertEvents(tx: Tx, event: EventKind, events: readonly NewEvent[], now: Date): Promise<number> {
  const json = JSON.stringify(
    events.map(({ accountId, body, flatBody, headers }) => ({
      account_id: accountId,
      body,
      flat_body: flatBody,
      headers: headers === null ? null : `\\x${headers.toString('hex')}`,
    })),
  )
  const happened = sql`select * from json_to_recordset(${json}::json) as h(account_id bigint, body text, flat_body text, headers bytea)`
  const told = eventPart(event, happened, now)
  const { rows } = await sql<{ due: number }>`
    with ${told.definition}
    select count(*)::int as due from ${told.name} where due_at is not null
  `.execute(tx)
  return rows[0]?.due ?? 0
}

import { type RawBuilder, sql } from 'kysely'
import type { EventKind } from '../../contract/callbacks.ts'
import type { Cte, Tx } from '../../engine/db/index.ts'
import type { HandOff } from '../../engine/work/index.ts'
import { type Destination, destinationOfKey, type EventRow } from './store-attempts.ts'

/** An event with its stored texts. */
export interface NewEvent {
  readonly accountId: number
  readonly body: string
  readonly variantBody: string | null
  /** Encrypted. */
  readonly headers: Buffer | null
}

/** The events that a statement has inserted, as one JSON value. */
export interface PublishedEvents {
  /** Whether events are due that were not handed off. */
  readonly isDue: boolean
  readonly dueAt: string
  readonly handedOff: readonly PublishedToEndpoint[] | null
}

/** Events of one endpoint that were inserted with a lease of this process. */
interface PublishedToEndpoint {
  readonly endpointId: number
  readonly destination: Destination
  /** Id, body, and encrypted headers as hexadecimal digits. */
  readonly events: readonly (readonly [number, string, string | null])[]
}

export interface EventPart extends Cte {
  /** The column with the value of `PublishedEvents`. */
  readonly published: RawBuilder<PublishedEvents>
}

/**
 * Inserts an event for each subscribed endpoint, as part of the statement that makes the change. `happened` selects
 * account_id, body, variant_body, headers and message_id. Events of disabled endpoints are stored but not due. Ad-hoc endpoints are
 * handled in `ad-hoc.ts`. After the commit, pass the value of `published` to `deliverPublished`.
 *
 * With a hand-off, events of an endpoint are leased to this process if none is waiting for that endpoint already. The
 * destination is returned once per endpoint, as in a claim. The `order by` makes PostgreSQL search for waiting events
 * through the index instead of scanning finished ones.
 */
export function eventPart(
  event: EventKind,
  happened: RawBuilder<unknown>,
  now: Date,
  handOff: HandOff<EventRow> | null = null,
): EventPart {
  const most = JSON.stringify(Object.fromEntries(handOff?.byKey() ?? []))
  const hasVariant = event === 'delivery-report' ? sql`e.string_ids` : sql`e.flat_args`
  const isLeased = sql`t."workTurn" is not null`
  return {
    name: sql`published`,
    definition: sql`
      news as materialized (
        select n.*, row_number() over (partition by n.endpoint_id order by n.total) as place
          from (
            select h.account_id, e.id as endpoint_id, case when ${hasVariant} then coalesce(h.variant_body, h.body) else h.body end as body, h.headers, h.message_id,
                   e.disabled_at is null as is_on, row_number() over () as total
              from (${happened}) h
              join webhook_endpoints e on e.account_id = h.account_id and e.event = ${event} and e.removed_at is null and not e.ad_hoc
          ) n
      ),
      turns as materialized (
        select k."workTurn", k.places, ${destinationOfKey} as destination
          from (
            select n.endpoint_id as "workTurn", coalesce(m.value::int, ${handOff?.perKey ?? 0}::int) as places
              from (select distinct endpoint_id from news where is_on) n
              left join json_each_text(${most}::json) m on m.key = n.endpoint_id::text
             where ${handOff !== null}::boolean
          ) k
         where (
           select w.id
             from webhook_events w
            where w.endpoint_id = k."workTurn"
              and w.due_at <= ${handOff?.dueBefore ?? null}::timestamptz
              and (w.lease_until is null or w.lease_until < clock_timestamp())
            order by w.due_at
            limit 1
         ) is null
      ),
      published as (
        insert into webhook_events (account_id, endpoint_id, message_id, body, headers, created_at, due_at, lease_owner, lease_until, attempts)
        select n.account_id, n.endpoint_id, n.message_id, n.body, n.headers, ${now}::timestamptz, case when n.is_on then ${now}::timestamptz end,
               case when ${isLeased} then ${handOff?.owner ?? null}::text end,
               case when ${isLeased} then clock_timestamp() + make_interval(secs => ${handOff?.leaseSeconds ?? 0}) end,
               case when ${isLeased} then 1 else 0 end
          from news n
          left join turns t on t."workTurn" = n.endpoint_id and n.place <= t.places and n.total <= ${handOff?.total ?? 0}
        returning id, endpoint_id, body, headers, due_at, lease_owner
      )
    `,
    published: sql<PublishedEvents>`json_build_object(
      'isDue', exists (select from published where due_at is not null and lease_owner is null),
      'dueAt', ${now}::timestamptz,
      'handedOff', (
        select json_agg(json_build_object('endpointId', t."workTurn", 'destination', t.destination, 'events', v.events))
          from (select endpoint_id, json_agg(json_build_array(id, body, encode(headers, 'hex'))) as events
                  from published where lease_owner is not null group by endpoint_id) v
          join turns t on t."workTurn" = v.endpoint_id
      )
    )`,
  }
}

/** The same as a separate statement, for events that are not about a message. */
export async function insertEvents(
  tx: Tx,
  event: EventKind,
  events: readonly NewEvent[],
  now: Date,
  handOff: HandOff<EventRow> | null = null,
): Promise<PublishedEvents> {
  const json = JSON.stringify(
    events.map(({ accountId, body, variantBody, headers }) => ({
      account_id: accountId,
      body,
      variant_body: variantBody,
      headers: headers === null ? null : `\\x${headers.toString('hex')}`,
    })),
  )
  const happened = sql`select * from json_to_recordset(${json}::json) as h(account_id bigint, body text, variant_body text, headers bytea, message_id bigint)`
  const part = eventPart(event, happened, now, handOff)
  const { rows } = await sql<{
    published: PublishedEvents
  }>`with ${part.definition} select ${part.published} as published`.execute(tx)
  return rows[0]?.published ?? { isDue: false, dueAt: now.toISOString(), handedOff: null }
}

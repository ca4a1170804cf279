import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import type { DueRows, WorkRow } from '../../../engine/work/index.ts'
import type { SubmitDetail } from '../model.ts'
import { beginningLength } from './receipt.ts'

/** Reports and incoming messages that customers have not acknowledged. Both tables are work tables. */

/** The values of a request in its reports. Times in JSON are texts. */
interface ReportedRequest {
  readonly detail: SubmitDetail
  readonly acceptedAt: string
  /** The beginning. */
  readonly text: string
}

const destinations = sql`(r.origin -> 'detail' -> 'destinations')`

/**
 * The detail of request `r` with the destination of the report alone. The recipient id is the place of the destination,
 * or the word for an erased recipient.
 */
const detail = sql`case when jsonb_array_length(${destinations}) = 1 then r.origin -> 'detail' else (r.origin -> 'detail') || jsonb_build_object(
  'destinations', (
    select coalesce(jsonb_agg(${destinations} -> (m.recipient_id::integer - 1)), '[]')
      from sms_messages m
     where m.id = w.message_id
       and m.account_id = w.account_id
       and m.recipient_id ~ '^[0-9]{1,3}$'
  )
) end`

export const reportColumns = columnsOf(
  { w: 'sms_reports' },
  `w.submitter, w.event, w.reason, w.phone, w.request_id, w.submitted_at, w.happened_at, w.created_at,
   w.due_at as due, w.attempts, w.answered`,
  {
    /** Null when the request or its texts were removed. */
    request: sql<ReportedRequest | null>`(
      select json_build_object('detail', ${detail}, 'acceptedAt', r.created_at,
                               'text', case when r.wire ? 'binary' then '' else left(r.text, ${sql.lit(beginningLength)}) end)
        from sms_requests r
       where r.id = w.request_id
         and r.account_id = w.account_id
         and r.origin -> 'detail' is not null
    )`,
  },
)
export type ReportRow = WorkRow & RowOf<typeof reportColumns>

export const messageColumns = columnsOf(
  { w: 'smpp_messages' },
  'w.submitter, w.phone, w.created_at, w.due_at as due, w.attempts, w.answered',
  {
    /** Null when the message or its text was removed. */
    message: sql<{ readonly id: number; readonly number: string; readonly text: string } | null>`(
      select json_build_object('id', i.id, 'number', i.number, 'text', i.text)
        from inbound_messages i
       where i.id = w.inbound_id
         and i.account_id = w.account_id
         and not i.text_removed
    )`,
  },
)
export type MessageRow = WorkRow & RowOf<typeof messageColumns>

/** Deliveries that wait for the same retry are due together, so their position decides. */
export const inOrder = sql`w.due_at, w.created_at, w.id`

/** Due rows of customers with a bind that receives. Those of others may be many, and nobody can deliver them. */
export const dueDeliveries =
  (table: string, only: RawBuilder<unknown> = sql`true`): DueRows =>
  (now, limit) =>
    sql`
    select due.*
      from (
        select distinct 'smpp/' || b.credential_id as submitter
          from smpp_binds b
         where b.mode <> 'transmitter'
           and b.lease_until > clock_timestamp()
      ) bound
     cross join lateral (
        select w.due_at, w.lease_until
          from ${sql.table(table)} w
         where ${only}
           and w.submitter = bound.submitter
           and w.due_at <= ${now}
         order by w.due_at
         limit ${limit}
      ) due
     limit ${limit}`

/** Stores an incoming message for the credentials that get it. False when there are none. */
export function insertIncoming(tx: Tx, { accountId, inboundId, phone }: NewIncoming, now: Date): Promise<boolean> {
  return run.hasRows(tx)`
    insert into smpp_messages (account_id, submitter, inbound_id, phone, created_at, due_at)
    select c.account_id, 'smpp/' || c.id, ${inboundId}, ${phone}, ${now}, ${now}
      from credentials c
     where c.account_id = ${accountId}
       and (c.smpp ->> 'receivesMessages')::boolean
       and c.revoked_at is null
    returning id
  `
}

export interface NewIncoming {
  readonly accountId: number
  readonly inboundId: number
  readonly phone: string
}

const deletedMax = 1_000

/**
 * Deletes some old deliveries that no process has claimed, and returns whether there may be more. Ids grow with time, so
 * it reads at most one younger row.
 */
export async function deleteOld(
  db: Queryable,
  { table, only = sql`true` }: { readonly table: string; readonly only?: RawBuilder<unknown> },
  before: Date,
): Promise<boolean> {
  const deleted = await run.all(db)`
    delete from ${sql.table(table)} w
     where w.id in (
       select w.id
         from ${sql.table(table)} w
        where ${only}
          and w.created_at < ${before}
          and w.id < coalesce((select y.id from ${sql.table(table)} y where y.created_at >= ${before} order by y.id limit 1), ${sql.lit(Number.MAX_SAFE_INTEGER)})
          and (w.lease_until is null or w.lease_until < clock_timestamp())
        order by w.id
        limit ${deletedMax}
     )
    returning w.id
  `
  return deleted.length === deletedMax
}

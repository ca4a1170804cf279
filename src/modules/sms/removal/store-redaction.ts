import { sql } from 'kysely'
import { columnsOf, findFirstSince, type Queryable, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import { type IdRange, isYoung, type RequestPlace } from './store-removal.ts'

/** Removing texts: an empty text stands for a removed one, because no message is sent without text. */

/** Stands for all accounts. No account has this id. */
export const allAccounts = 0

const placeColumns = columnsOf('sms_redactions', { id: 'request_id', createdAt: sql<string>`created_at::text` })

/** The last request whose text is removed or kept for now. */
export function findPlace(db: Queryable, scope: number): Promise<RequestPlace | null> {
  return run.first<RowOf<typeof placeColumns>>(db)`
    select ${placeColumns} from sms_redactions where account_id = ${scope}
  `
}

export async function savePlace(tx: Tx, scope: number, { id, createdAt }: RequestPlace): Promise<void> {
  await sql`
    insert into sms_redactions (account_id, created_at, request_id)
    values (${scope}, ${createdAt}::timestamptz, ${id})
        on conflict (account_id) do update set created_at = excluded.created_at, request_id = excluded.request_id
  `.execute(tx)
}

/** All messages of request `r` ended before a time. */
const hasEnded = (before: Date) => sql`
  not exists (select from sms_messages m where m.id between r.first_message_id and r.last_message_id and ${isYoung(before)})
`

/** Addresses and URLs for reports may contain a number or a text, also in a request that became no message. */
const hasTexts = sql<boolean>`(r.text <> '' or r.origin ? 'detail')`

const requestColumns = columnsOf({ r: 'sms_requests' }, 'r.id, r.first_message_id, r.last_message_id')

export type RedactedRequest = RowOf<typeof requestColumns>

/** Splits requests with texts into ended and pending ones. */
export async function splitEnded(db: Queryable, requestIds: readonly number[], before: Date) {
  if (requestIds.length === 0) return { ended: [], pending: [] }
  const { rows } = await sql<{ id: number; hasEnded: boolean }>`
    select r.id, ${hasEnded(before)} as "hasEnded"
      from sms_requests r
     where r.id = any(${requestIds}::bigint[])
       and ${hasTexts}
  `.execute(db)
  return {
    ended: rows.filter((one) => one.hasEnded).map(({ id }) => id),
    pending: rows.filter((one) => !one.hasEnded).map(({ id }) => id),
  }
}

/** Requests that were kept, after an id. */
export function listKept(db: Queryable, scope: number, { before, after, limit }: Omit<IdRange, 'to'>) {
  return run.all<RedactedRequest>(db)`
    select ${requestColumns}
      from sms_redactions_kept k
     cross join lateral (select * from sms_requests where id = k.request_id limit 1) r
     where k.account_id = ${scope}
       and k.request_id > ${after}
       and r.created_at < ${before}
     order by k.request_id
     limit ${limit}
  `
}

export async function keepForNow(tx: Tx, scope: number, requestIds: readonly number[]): Promise<void> {
  if (requestIds.length === 0) return
  await sql`
    insert into sms_redactions_kept (account_id, request_id)
    select ${scope}::bigint, id from unnest(${requestIds}::bigint[]) as id
        on conflict do nothing
  `.execute(tx)
}

/** Removes personal texts of ended messages. Returns their number. */
export async function redactMessages(db: Queryable, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update sms_messages
       set text = ''
     where id = any(${ids}::bigint[])
       and status <> 'PENDING'
       and text <> ''
  `.execute(db)
  return Number(numAffectedRows)
}

/** Returns the number of requests that had texts. */
export async function redactRequests(tx: Tx, requestIds: readonly number[]): Promise<number> {
  if (requestIds.length === 0) return 0
  await sql`delete from sms_redactions_kept where request_id = any(${requestIds}::bigint[])`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    update sms_requests r
       set text = '', sealed_text = null, origin = r.origin - 'detail'
     where r.id = any(${requestIds}::bigint[])
       and ${hasTexts}
  `.execute(tx)
  return Number(numAffectedRows)
}

/** Forgets kept requests that were removed since. */
export async function forgetRemoved(db: Queryable, scope: number): Promise<void> {
  await sql`
    delete from sms_redactions_kept k
     where k.account_id = ${scope}
       and not exists (select from sms_requests r where r.id = k.request_id)
  `.execute(db)
}

/** A count looks at this many requests for each one that it counts at most. */
const requestsPerText = 10

/**
 * Counts the requests of an account, or of all, whose texts would be removed, at most `max`. An estimate: pending
 * requests are counted too, and a long series of requests without texts ends the count.
 */
export async function countTexts(db: Queryable, accountId: number | null, before: Date, max: number): Promise<number> {
  const after = await findPlace(db, accountId ?? allAccounts)
  const next =
    accountId === null
      ? sql`
          where id > ${after?.id ?? -1}
            and id < ${await findFirstSince(db, 'sms_requests', 'created_at', before)}
          order by id
        `
      : sql`
          where account_id = ${accountId}
            and (created_at, id) > (${after?.createdAt ?? '-infinity'}::timestamptz, ${after?.id ?? -1}::bigint)
            and created_at < ${before}
          order by created_at, id
        `
  return run.count(db)`
    select count(*) as count
      from (
        select
          from (select text, origin, created_at from sms_requests ${next} limit ${requestsPerText * max}) r
         where ${hasTexts}
           and r.created_at < ${before}
         limit ${max}
      ) one
  `
}

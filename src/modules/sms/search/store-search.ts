import { type RawBuilder, sql } from 'kysely'
import { prepared, type Queryable, type Row, run } from '../../../engine/db/index.ts'
import type { Stage } from '../model.ts'
import { isOfAccount, type MessageRow, messageColumns, type StoredMessage, withTexts } from './store-messages.ts'
import { isOfRequests, type MessageFilter } from './store-requests.ts'

/**
 * Searching messages. The status is not indexed, so each statement reads a limited number of messages: by the index on
 * phones, or through the requests of the account, whose messages are ranges of ids. Planning for a year of partitions
 * takes several milliseconds, so statements either name the ids that they need, which excludes the other partitions,
 * or are prepared.
 */

const hasReason = (reason: string | null) => (reason === null ? sql`` : sql`and m.reason = ${reason}`)

function isAtStage(stage: Stage | null, now: Date): RawBuilder<unknown> {
  if (stage === null) return sql``
  if (stage === 'delivered') return sql`and m.status = 'DELIVERED'`
  if (stage === 'cancelled') return sql`and m.status = 'UNDELIVERED' and m.reason = 'cancelled'`
  if (stage === 'undelivered') return sql`and m.status = 'UNDELIVERED' and m.reason is distinct from 'cancelled'`
  if (stage === 'submitted') return sql`and m.status = 'PENDING' and m.submitted_at is not null`
  return sql`and m.status = 'PENDING' and m.submitted_at is null and r.due_at ${sql.raw(stage === 'scheduled' ? '>' : '<=')} ${now}`
}

export interface Range {
  readonly firstId: number
  readonly lastId: number
}

/** Message ids of one request. */
export interface RequestRange extends Range {
  readonly requestId: number
}

interface Wanted {
  readonly filter: MessageFilter
  readonly now: Date
  readonly limit: number
}

/** Messages in the order of the ranges, the last of each range first. Compares the account without using its index. */
export async function listInRanges(
  db: Queryable,
  accountId: number | null,
  ranges: readonly RequestRange[],
  { filter: { stage, reason }, now, limit }: Wanted,
): Promise<StoredMessage[]> {
  if (ranges.length === 0) return []
  const requestIds = ranges.map(({ requestId }) => requestId)
  // The ranges contain only requests that can have messages at this stage, so the stage of the request needs no check.
  const ofRequest =
    stage === 'scheduled' || stage === 'queued'
      ? sql`and m.status = 'PENDING' and m.submitted_at is null`
      : isAtStage(stage, now)
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}
      from (
        select w.place, found.*
          from unnest(${ranges.map(({ firstId }) => firstId)}::bigint[], ${ranges.map(({ lastId }) => lastId)}::bigint[])
               with ordinality as w(first_id, last_id, place)
         cross join lateral (
           select m.*
             from sms_messages m
            where m.id between w.first_id and w.last_id
              and m.id between ${Math.min(...ranges.map(({ firstId }) => firstId))} and ${Math.max(...ranges.map(({ lastId }) => lastId))}
              and ${isOfAccount('m.account_id', accountId)}
              ${ofRequest}
              ${hasReason(reason)}
            order by m.id desc
            limit ${limit}
         ) found
         order by w.place, found.id desc
         limit ${limit}
      ) m
     cross join lateral (
       select *
         from sms_requests
        where id = m.request_id
          and id between ${Math.min(...requestIds)} and ${Math.max(...requestIds)}
          and ${isOfAccount('account_id', accountId)}
        limit 1
     ) r
     order by m.place, m.id desc
  `.execute(db)
  return withTexts(db, accountId, rows)
}

/**
 * Ids of messages to a number, newest first, in any status. Matches the index (account_id, phone, id desc), and orders
 * by two of its columns. Otherwise, for a number with many messages, the planner would read the primary key backwards
 * and skip the messages of all other accounts.
 */
export function listIdsToPhone(
  db: Queryable,
  accountId: number | null,
  phone: string,
  { firstId, lastId }: Range,
  limit: number,
): Promise<Row<'sms_messages', 'id' | 'request_id'>[]> {
  const ofAccount = (account: RawBuilder<unknown>) => sql`
    select m.id, m.request_id
      from sms_messages m
     where m.account_id = ${account}
       and m.phone between ${phone} and ${phone}
       and m.id between ${firstId} and ${lastId}
     order by m.phone, m.id desc
     limit ${limit}
  `
  return run.all<Row<'sms_messages', 'id' | 'request_id'>>(db)`
    ${prepared}
    ${
      accountId === null
        ? sql`select m.id, m.request_id from accounts a cross join lateral (${ofAccount(sql`a.id`)}) m order by m.id desc limit ${limit}`
        : ofAccount(sql`${accountId}`)
    }
  `
}

/** The accounts of messages. */
export async function findOwners(db: Queryable, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; accountId: number; accountName: string }>`
    ${prepared}
    select m.id, a.id as "accountId", a.name as "accountName"
      from sms_messages m
      join accounts a on a.id = m.account_id
     where m.id = any(${ids}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, ...owner }) => [id, owner]))
}

/**
 * The last id of requests that may have been accepted before a time. Halves the range of ids, because only accounts
 * have an index on times.
 */
export async function findLastRequest(db: Queryable, before: Date): Promise<number> {
  const next = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<Row<'sms_requests', 'id' | 'created_at'>>`
      select id, created_at from sms_requests ${condition} limit 1
    `.execute(db)
    return rows[0]
  }
  let low = (await next(sql`order by id`))?.id ?? 0
  let high = (await next(sql`order by id desc`))?.id ?? 0
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const found = await next(sql`where id >= ${middle} order by id`)
    if (found !== undefined && found.id <= high && found.created_at < before) low = found.id
    else high = middle - 1
  }
  return low
}

/** When a request was accepted. */
export async function findAcceptedAt(db: Queryable, accountId: number | null, requestId: number): Promise<Date | null> {
  const { rows } = await sql<Row<'sms_requests', 'created_at'>>`
    select created_at from sms_requests where id = ${requestId} and ${isOfAccount('account_id', accountId)}
  `.execute(db)
  return rows[0]?.created_at ?? null
}

/** The recipient id of message `m` is a reference of the client. Other ids are positions, or ids of contacts. */
const isReference = sql`exists (
  select from sms_labels l where l.request_id = r.id and l.kind = 'reference' and l.message_id = m.id
)`

/** Conditions on messages that are found by their number. */
const isLabelled = ({ tag, reference, sender }: MessageFilter) => sql`
       ${tag === null ? sql`` : sql`and ${tag} = any(r.tags)`}
       ${reference === null ? sql`` : sql`and (r.reference = ${reference} or (m.recipient_id = ${reference} and ${isReference}))`}
       ${sender === null ? sql`` : sql`and r.sender = ${sender}`}
`

/** Those of the messages that match a filter, newest first. */
export async function listMatching(
  db: Queryable,
  accountId: number | null,
  messages: readonly Row<'sms_messages', 'id' | 'request_id'>[],
  { filter, now, limit }: Wanted,
): Promise<StoredMessage[]> {
  const requestIds = [...new Set(messages.map(({ request_id }) => request_id))]
  const { rows } = await sql<MessageRow>`
    ${prepared}
    select ${messageColumns}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id = any(${messages.map(({ id }) => id)}::bigint[])
       and ${isOfAccount('m.account_id', accountId)}
       and r.id = any(${requestIds}::bigint[])
       and ${isOfAccount('r.account_id', accountId)}
       ${isOfRequests({ ...filter, requestId: null })}
       ${isLabelled(filter)}
       ${isAtStage(filter.stage, now)}
       ${hasReason(filter.reason)}
     order by m.id desc
  `.execute(db)
  return withTexts(db, accountId, rows.slice(0, limit))
}

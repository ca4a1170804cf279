import { type RawBuilder, sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type Row, type RowOf } from '../../../engine/db/index.ts'
import type { Stage } from '../model.ts'
import {
  campaignOf,
  formatOf,
  type MessageRow,
  messageColumns,
  type StoredMessage,
  withTexts,
} from './store-messages.ts'

/**
 * Searching messages. The status is not indexed, so each statement reads a limited number of messages: by the index on
 * phones, or through the requests of the account, whose messages are ranges of ids. Planning for a year of partitions
 * takes several milliseconds, so statements either name the ids that they need, which excludes the other partitions,
 * or are prepared.
 */

export interface MessageFilter {
  readonly phone: string | null
  readonly requestId: number | null
  /** A full match, ignoring case. */
  readonly campaign: string | null
  readonly stage: Stage | null
  /** Accepted at or after this time. */
  readonly from: Date | null
  /** Accepted before this time. */
  readonly to: Date | null
}

/** The title of the request, or its job name. Must match the expression of the index. */
const campaign = sql<string | null>`coalesce(r.campaign_title, r.job_name)`

/** Characters of a campaign in the index. */
const indexedLength = 100

/**
 * The first two conditions make the index usable. The third is left out for a campaign that is completely in the index:
 * with it, PostgreSQL expects so few requests that it reads and sorts all of them instead of the newest.
 */
const isOfCampaign = (wanted: string) => sql`
       and ${campaign} is not null
       and left(lower(${campaign}), ${sql.lit(indexedLength)}) = left(lower(${wanted}::text), ${sql.lit(indexedLength)})
       ${wanted.length < indexedLength ? sql`` : sql`and lower(${campaign}) = lower(${wanted}::text)`}
`

function isOfRequests({
  requestId,
  campaign: wanted,
  from,
  to,
}: Pick<MessageFilter, 'requestId' | 'campaign' | 'from' | 'to'>): RawBuilder<unknown> {
  return sql`
       ${requestId === null ? sql`` : sql`and r.id = ${requestId}`}
       ${wanted === null ? sql`` : isOfCampaign(wanted)}
       ${from === null ? sql`` : sql`and r.created_at >= ${from}`}
       ${to === null ? sql`` : sql`and r.created_at < ${to}`}
  `
}

function isAtStage(stage: Stage | null, now: Date): RawBuilder<unknown> {
  if (stage === null) return sql``
  if (stage === 'delivered') return sql`and m.status = 'DELIVERED'`
  if (stage === 'cancelled') return sql`and m.status = 'UNDELIVERED' and m.reason = 'cancelled'`
  if (stage === 'undelivered') return sql`and m.status = 'UNDELIVERED' and m.reason is distinct from 'cancelled'`
  if (stage === 'submitted') return sql`and m.status = 'PENDING' and m.submitted_at is not null`
  return sql`and m.status = 'PENDING' and m.submitted_at is null and r.due_at ${sql.raw(stage === 'scheduled' ? '>' : '<=')} ${now}`
}

const spanColumns = columnsOf(
  { r: 'sms_requests' },
  {
    id: 'r.id',
    /** Both are null when the request has no messages. */
    firstMessageId: 'r.first_message_id',
    lastMessageId: 'r.last_message_id',
    createdAt: 'r.created_at',
    dueAt: 'r.due_at',
  },
)

/** The range of message ids of a request. */
export type Span = RowOf<typeof spanColumns>

/**
 * The position of a request in the list of its account. Reads its time from the table, because a Date has less
 * precision.
 */
const fromRequest = (accountId: number, requestId: number, sign: '<' | '<=') => sql`
  and (r.created_at, r.id) ${sql.raw(sign)} ((select c.created_at from sms_requests c where c.id = ${requestId} and c.account_id = ${accountId}), ${requestId}::bigint)
`

/**
 * A limit from a short list, at least as high, as a literal: PostgreSQL assumes that other limits are a tenth of all
 * rows, and then makes a new plan each time.
 */
const limitOf = (limit: number, steps: readonly number[]) => sql.lit(steps.find((step) => step >= limit) ?? limit)

const spanSteps = [101, 501, 2_001]
const requestSteps = [11, 51, 101, 201]

/** Newest first, starting with the given request; null starts with the newest. */
export async function listSpans(
  db: Queryable,
  accountId: number,
  filter: MessageFilter,
  firstRequest: number | null,
  limit: number,
): Promise<Span[]> {
  const { rows } = await sql<Span>`
    ${filter.requestId === null ? prepared : sql``}
    select ${spanColumns}
      from sms_requests r
     where r.account_id = ${accountId}
       ${isOfRequests(filter)}
       ${firstRequest === null ? sql`` : fromRequest(accountId, firstRequest, '<=')}
     order by r.created_at desc, r.id desc
     limit ${limitOf(limit, spanSteps)}
  `.execute(db)
  return rows.slice(0, limit)
}

export interface Range {
  readonly firstId: number
  readonly lastId: number
}

/** Message ids of one request. */
export interface RequestRange extends Range {
  readonly requestId: number
}

/** Messages in the order of the ranges, the last of each range first. Compares the account without using its index. */
export async function listInRanges(
  db: Queryable,
  accountId: number,
  ranges: readonly RequestRange[],
  { stage, now, limit }: { readonly stage: Stage | null; readonly now: Date; readonly limit: number },
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
              and m.account_id + 0 = ${accountId}
              ${ofRequest}
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
          and account_id + 0 = ${accountId}
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
export async function listIdsToPhone(
  db: Queryable,
  accountId: number,
  phone: string,
  { firstId, lastId }: Range,
  limit: number,
): Promise<Row<'sms_messages', 'id' | 'request_id'>[]> {
  const { rows } = await sql<Row<'sms_messages', 'id' | 'request_id'>>`
    ${prepared}
    select m.id, m.request_id
      from sms_messages m
     where m.account_id = ${accountId}
       and m.phone between ${phone} and ${phone}
       and m.id between ${firstId} and ${lastId}
     order by m.phone, m.id desc
     limit ${limit}
  `.execute(db)
  return rows
}

/** When a request was accepted. */
export async function findAcceptedAt(db: Queryable, accountId: number, requestId: number): Promise<Date | null> {
  const { rows } = await sql<Row<'sms_requests', 'created_at'>>`
    select created_at from sms_requests where id = ${requestId} and account_id = ${accountId}
  `.execute(db)
  return rows[0]?.created_at ?? null
}

/** Those of the messages that match a filter, newest first. */
export async function listMatching(
  db: Queryable,
  accountId: number,
  messages: readonly Row<'sms_messages', 'id' | 'request_id'>[],
  { filter, now, limit }: { readonly filter: MessageFilter; readonly now: Date; readonly limit: number },
): Promise<StoredMessage[]> {
  const requestIds = [...new Set(messages.map(({ request_id }) => request_id))]
  const { rows } = await sql<MessageRow>`
    ${prepared}
    select ${messageColumns}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id = any(${messages.map(({ id }) => id)}::bigint[])
       and m.account_id + 0 = ${accountId}
       and r.id = any(${requestIds}::bigint[])
       and r.account_id + 0 = ${accountId}
       ${isOfRequests({ ...filter, requestId: null })}
       ${isAtStage(filter.stage, now)}
     order by m.id desc
  `.execute(db)
  return withTexts(db, accountId, rows.slice(0, limit))
}

const listedColumns = columnsOf(
  { r: 'sms_requests' },
  {
    id: 'r.id',
    sender: 'r.sender',
    /** PINs are masked with asterisks. */
    text: 'r.text',
    format: formatOf('r'),
    campaign: campaignOf('r'),
    segments: 'r.segments',
    createdAt: 'r.created_at',
    dueAt: 'r.due_at',
    validUntil: 'r.valid_until',
    valid: 'r.valid',
    invalid: 'r.invalid',
    duplicates: 'r.duplicates',
    optedOut: 'r.opted_out',
  },
)

export type ListedRequest = RowOf<typeof listedColumns>

/** Newest first, after the given request; null starts with the newest. */
export async function listRequests(
  db: Queryable,
  accountId: number,
  filter: MessageFilter,
  after: number | null,
  limit: number,
): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    ${filter.requestId === null ? prepared : sql``}
    select ${listedColumns}
      from sms_requests r
     where r.account_id = ${accountId}
       ${isOfRequests(filter)}
       ${after === null ? sql`` : fromRequest(accountId, after, '<')}
     order by r.created_at desc, r.id desc
     limit ${limitOf(limit, requestSteps)}
  `.execute(db)
  return rows.slice(0, limit)
}

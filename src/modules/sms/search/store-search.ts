import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf } from '../../../engine/db/index.ts'
import type { Stage } from '../model.ts'
import { campaignOf, type MessageRow, messageColumns, type StoredMessage, withTexts } from './store-messages.ts'

/**
 * The SQL of searching messages. Status is in no index, so each statement looks at no more messages than it is told to:
 * those of a number by its index, and all others by the requests of the account, newest first, whose messages are
 * ranges of ids.
 */

export interface MessageFilter {
  /** Digits. */
  readonly phone: string | null
  readonly requestId: number | null
  /** Whole, but for the case of its letters. */
  readonly campaign: string | null
  readonly stage: Stage | null
  /** Accepted from then on… */
  readonly from: Date | null
  /** …and before that. */
  readonly to: Date | null
}

/** As it is stored; a request without a title is called by its job. */
const campaign = sql<string | null>`coalesce(r.campaign_title, r.job_name)`

/** The first two are for the index. */
const isOfCampaign = (wanted: string) => sql`
       and ${campaign} is not null
       and left(lower(${campaign}), 100) = left(lower(${wanted}::text), 100)
       and lower(${campaign}) = lower(${wanted}::text)
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
    /** Null, and so is the last, when it has no messages. */
    firstMessageId: 'r.first_message_id',
    lastMessageId: 'r.last_message_id',
    createdAt: 'r.created_at',
    dueAt: 'r.due_at',
  },
)

/** A request, as far as the way to its messages goes. */
export type Span = RowOf<typeof spanColumns>

/** The place of a request among those of its account. Its time is looked up: it may be finer than a Date can say. */
const fromRequest = (accountId: number, requestId: number, sign: '<' | '<=') => sql`
  and (r.created_at, r.id) ${sql.raw(sign)} ((select c.created_at from sms_requests c where c.id = ${requestId} and c.account_id = ${accountId}), ${requestId}::bigint)
`

/** Newest first, from a request on, which is the first of them; null begins with the newest. */
export async function listSpans(
  db: Queryable,
  accountId: number,
  filter: MessageFilter,
  firstRequest: number | null,
  limit: number,
): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select ${spanColumns}
      from sms_requests r
     where r.account_id = ${accountId}
       ${isOfRequests(filter)}
       ${firstRequest === null ? sql`` : fromRequest(accountId, firstRequest, '<=')}
     order by r.created_at desc, r.id desc
     limit ${limit}
  `.execute(db)
  return rows
}

/** Messages of one request. */
export interface Range {
  readonly firstId: number
  readonly lastId: number
}

/** Of these ranges in their order, and of each the last message first. The account is compared, and not searched by. */
export async function listInRanges(
  db: Queryable,
  accountId: number,
  ranges: readonly Range[],
  { stage, now, limit }: { readonly stage: Stage | null; readonly now: Date; readonly limit: number },
): Promise<StoredMessage[]> {
  if (ranges.length === 0) return []
  // What the stage has to do with the request was looked at before: the ranges are of requests that it may be of.
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
              and m.account_id + 0 = ${accountId}
              ${ofRequest}
            order by m.id desc
            limit ${limit}
         ) found
         order by w.place, found.id desc
         limit ${limit}
      ) m
     cross join lateral (select * from sms_requests where id = m.request_id and account_id + 0 = ${accountId} limit 1) r
     order by m.place, m.id desc
  `.execute(db)
  return withTexts(db, accountId, rows)
}

/** The next messages to a number, whatever became of them. */
export interface PhoneStretch {
  readonly count: number
  /** The lowest of their ids, and when it was accepted; null when there are none. */
  readonly firstId: number | null
  readonly searchedTo: Date | null
}

/**
 * In the words of the index, (account_id, phone, id desc), and ordered by two of its columns: for a number that many
 * messages go to, the planner would otherwise read the primary key from its end, and pass over all messages of other
 * accounts.
 */
const toPhone = (accountId: number, phone: string, { firstId, lastId }: Range) => sql`
           m.account_id = ${accountId}
       and m.phone between ${phone} and ${phone}
       and m.id between ${firstId} and ${lastId}
`

export async function findPhoneStretch(
  db: Queryable,
  accountId: number,
  phone: string,
  range: Range,
  limit: number,
): Promise<PhoneStretch> {
  const { rows } = await sql<PhoneStretch>`
    select s.count, s."firstId",
           (select r.created_at from sms_messages m join sms_requests r on r.id = m.request_id
             where m.id = s."firstId" and m.account_id + 0 = ${accountId} and r.account_id + 0 = ${accountId}) as "searchedTo"
      from (
        select count(*) as count, min(id) as "firstId"
          from (select m.id from sms_messages m where ${toPhone(accountId, phone, range)} order by m.phone, m.id desc limit ${limit}) one
      ) s
  `.execute(db)
  return rows[0] ?? { count: 0, firstId: null, searchedTo: null }
}

/** Newest first. */
export async function listToPhone(
  db: Queryable,
  accountId: number,
  {
    filter,
    range,
    now,
    limit,
  }: {
    readonly filter: MessageFilter & { readonly phone: string }
    readonly range: Range
    readonly now: Date
    readonly limit: number
  },
): Promise<StoredMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}
      from sms_messages m
     cross join lateral (select * from sms_requests where id = m.request_id and account_id + 0 = ${accountId} limit 1) r
     where ${toPhone(accountId, filter.phone, range)}
       ${isOfRequests({ ...filter, requestId: null })}
       ${isAtStage(filter.stage, now)}
     order by m.phone, m.id desc
     limit ${limit}
  `.execute(db)
  return withTexts(db, accountId, rows)
}

const listedColumns = columnsOf(
  { r: 'sms_requests' },
  {
    id: 'r.id',
    sender: 'r.sender',
    /** Of a PIN, with stars in its place. */
    text: 'r.text',
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

/** Newest first, those after a request; null begins with the newest. */
export async function listRequests(
  db: Queryable,
  accountId: number,
  filter: MessageFilter,
  after: number | null,
  limit: number,
): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    select ${listedColumns}
      from sms_requests r
     where r.account_id = ${accountId}
       ${isOfRequests(filter)}
       ${after === null ? sql`` : fromRequest(accountId, after, '<')}
     order by r.created_at desc, r.id desc
     limit ${limit}
  `.execute(db)
  return rows
}

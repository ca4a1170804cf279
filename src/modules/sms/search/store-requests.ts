import { type RawBuilder, sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf } from '../../../engine/db/index.ts'
import type { Stage } from '../model.ts'
import { campaignOf, formatOf, tagsOf } from './store-messages.ts'

/** Requests of an account by their filters, for lists of requests and for searches of messages. */

export interface MessageFilter {
  readonly phone: string | null
  readonly requestId: number | null
  readonly tag: string | null
  /** Of the request or of the recipient. */
  readonly reference: string | null
  readonly sender: string | null
  /** A full match, ignoring case. */
  readonly campaign: string | null
  readonly stage: Stage | null
  readonly reason: string | null
  /** Accepted at or after this time. */
  readonly from: Date | null
  /** Accepted before this time. */
  readonly to: Date | null
}

export const noFilter: MessageFilter = {
  phone: null,
  requestId: null,
  tag: null,
  reference: null,
  sender: null,
  campaign: null,
  stage: null,
  reason: null,
  from: null,
  to: null,
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

type RequestFilter = Pick<MessageFilter, 'requestId' | 'campaign' | 'from' | 'to'>

export function isOfRequests({ requestId, campaign: wanted, from, to }: RequestFilter): RawBuilder<unknown> {
  return sql`
       ${requestId === null ? sql`` : sql`and r.id = ${requestId}`}
       ${wanted === null ? sql`` : isOfCampaign(wanted)}
       ${from === null ? sql`` : sql`and r.created_at >= ${from}`}
       ${to === null ? sql`` : sql`and r.created_at < ${to}`}
  `
}

/** The time and the id of a request. Reads the time from the table, because a Date has less precision. */
const placeOf = (accountId: number, { requestId }: Start) => sql`
  (select c.created_at from sms_requests c where c.id = ${requestId} and c.account_id = ${accountId}), ${requestId}::bigint
`

/**
 * A limit from a short list, at least as high, as a literal: PostgreSQL assumes that other limits are a tenth of all
 * rows, and then makes a new plan each time.
 */
const limitOf = (limit: number, steps: readonly number[]) => sql.lit(steps.find((step) => step >= limit) ?? limit)

const spanSteps = [101, 501, 2_001]
const requestSteps = [26, 101, 1_001]

/** Requests of an account in the order of a search, newest first. */
interface Listed {
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly id: RawBuilder<number>
  /** The message that a reference belongs to; null for all messages of the request. */
  readonly messageId: RawBuilder<number | null>
  /** Conditions without an index. In the where clause, a rare match could mean reading all requests. */
  readonly others: RawBuilder<unknown>
}

/** The place where a list begins. */
interface Start {
  readonly requestId: number
  readonly sign: '<' | '<='
}

function listedBy(accountId: number | null, filter: MessageFilter, start: Start | null, limit: RawBuilder<unknown>) {
  if (accountId === null) return listedById(filter, start)
  return filter.tag === null && filter.reference === null
    ? listedByTime(accountId, filter, start)
    : listedByLabel(accountId, filter, start, limit)
}

/** Requests of all accounts: only their ids are indexed. */
const listedById = (filter: MessageFilter, start: Start | null): Listed => ({
  from: sql`
    sms_requests r
     where ${filter.requestId === null ? sql`true` : sql`r.id = ${filter.requestId}`}
       ${start === null ? sql`` : sql`and r.id ${sql.raw(start.sign)} ${start.requestId}`}
  `,
  order: sql`r.id desc`,
  id: sql`r.id`,
  messageId: sql`null::bigint`,
  others: sql`${isSender(filter)} ${isOfRequests(filter)}`,
})

const isSender = ({ sender }: MessageFilter) => (sender === null ? sql`` : sql`and r.sender = ${sender}`)

const listedByTime = (accountId: number, filter: MessageFilter, start: Start | null): Listed => ({
  from: sql`
    sms_requests r
     where r.account_id = ${accountId}
       ${isOfRequests(filter)}
       ${start === null ? sql`` : sql`and (r.created_at, r.id) ${sql.raw(start.sign)} (${placeOf(accountId, start)})`}
  `,
  order: sql`r.created_at desc, r.id desc`,
  id: sql`r.id`,
  messageId: sql`null::bigint`,
  others: isSender(filter),
})

/**
 * The labels are a range of an index, in its order. A subquery hides the value from the planner: it would expect so few
 * labels with this value that it reads and sorts all of them instead of the newest. Only conditions on the value end
 * the scan, so the start of the period is a condition on the result.
 */
function listedByLabel(
  accountId: number,
  filter: MessageFilter,
  start: Start | null,
  limit: RawBuilder<unknown>,
): Listed {
  const { requestId, tag, reference, from, to } = filter
  const value = sql`(select ${reference ?? tag}::text)`
  const end =
    start === null
      ? sql`(l.value, l.created_at) < (${value}, ${to ?? 'infinity'}::timestamptz)`
      : sql`(l.value, l.created_at, l.request_id) ${sql.raw(start.sign)} (${value}, ${placeOf(accountId, start)})`
  const order = sql`l.created_at desc, l.request_id desc, l.message_id desc`
  return {
    from: sql`
      (select l.request_id, l.message_id, l.created_at
         from sms_labels l
        where l.account_id = ${accountId}
          and l.kind = ${reference === null ? 'tag' : 'reference'}
          and l.value >= ${value}
          and ${end}
          ${requestId === null ? sql`` : sql`and l.request_id = ${requestId}`}
        order by l.value desc, ${order}
        limit ${limit}) l
      left join lateral (
        select * from sms_requests where id = l.request_id and account_id = ${accountId} limit 1
      ) r on true
      ${from === null ? sql`` : sql`where l.created_at >= ${from}`}
    `,
    order,
    id: sql`l.request_id`,
    messageId: sql`l.message_id`,
    others: sql`
      and r.id is not null
      ${isSender(filter)}
      ${isOfRequests({ ...filter, requestId: null, from: null, to: null })}
      ${reference === null || tag === null ? sql`` : sql`and ${tag} = any(r.tags)`}
    `,
  }
}

/** Whether a request fulfils the conditions without an index. */
const isMeant = ({ others }: Listed) => sql<boolean>`coalesce((true ${others}), false)`

const spanColumns = (listed: Listed) =>
  columnsOf(
    { r: 'sms_requests' },
    {
      id: sql<number>`${listed.id}`,
      /** Both are null when the request has no messages. */
      firstMessageId: sql<number | null>`coalesce(${listed.messageId}, r.first_message_id)`,
      lastMessageId: sql<number | null>`coalesce(${listed.messageId}, r.last_message_id)`,
      createdAt: 'r.created_at',
      dueAt: 'r.due_at',
      isMeant: isMeant(listed),
    },
  )

/** The range of message ids of a request, or the message with a reference. */
export type Span = RowOf<ReturnType<typeof spanColumns>>

/** Newest first, starting with the given request; null starts with the newest. */
export async function listSpans(
  db: Queryable,
  accountId: number | null,
  filter: MessageFilter,
  firstRequest: number | null,
  limit: number,
): Promise<Span[]> {
  const start = firstRequest === null ? null : ({ requestId: firstRequest, sign: '<=' } as const)
  const most = limitOf(limit, spanSteps)
  const listed = listedBy(accountId, filter, start, most)
  const { rows } = await sql<Span>`
    ${filter.requestId === null ? prepared : sql``}
    select ${spanColumns(listed)}
      from ${listed.from}
     order by ${listed.order}
     limit ${most}
  `.execute(db)
  return rows.slice(0, limit)
}

const listedColumns = columnsOf(
  { r: 'sms_requests' },
  `r.id, r.sender, r.reference, r.segments as parts, r.created_at, r.due_at, r.valid_until, r.valid, r.invalid,
   r.duplicates, r.opted_out`,
  {
    /** PINs are masked with asterisks. */
    text: 'r.text',
    format: formatOf('r'),
    campaign: campaignOf('r'),
    tags: tagsOf('r'),
  },
)

export type ListedRequest = RowOf<typeof listedColumns>

interface Looked extends Pick<Span, 'isMeant'> {
  /** The id, also of a request that was removed. */
  readonly placeId: number
}

/** Newest first, after the given request; null starts with the newest. Has those that do not fulfil all conditions. */
export async function listRequests(
  db: Queryable,
  accountId: number,
  filter: MessageFilter,
  after: number | null,
  limit: number,
): Promise<(ListedRequest & Looked)[]> {
  const start = after === null ? null : ({ requestId: after, sign: '<' } as const)
  const most = limitOf(limit, requestSteps)
  const listed = listedBy(accountId, filter, start, most)
  const { rows } = await sql<ListedRequest & Looked>`
    ${filter.requestId === null ? prepared : sql``}
    select ${listedColumns}, ${listed.id} as "placeId", ${isMeant(listed)} as "isMeant"
      from ${listed.from}
     order by ${listed.order}
     limit ${most}
  `.execute(db)
  return rows.slice(0, limit)
}

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

/**
 * The position of request `alias` in the list of its account. Reads the time from the table, because a Date has less
 * precision.
 */
const fromRequest = (alias: 'r' | 'l', accountId: number, requestId: number, sign: '<' | '<=') => sql`
  and (${sql.ref(`${alias}.created_at`)}, ${sql.ref(`${alias}.id`)}) ${sql.raw(sign)} ((select c.created_at from sms_requests c where c.id = ${requestId} and c.account_id = ${accountId}), ${requestId}::bigint)
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
  /** Ends with a where clause. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** Conditions without an index. In the where clause, a rare match could mean reading all requests. */
  readonly others: RawBuilder<unknown>
  /** The message that a reference belongs to; null for all messages of the request. */
  readonly messageId: RawBuilder<unknown>
}

function listedBy(
  accountId: number,
  filter: MessageFilter,
  start: { readonly requestId: number; readonly sign: '<' | '<=' } | null,
): Listed {
  const { requestId, tag, reference, sender, from, to } = filter
  const isSender = sender === null ? sql`` : sql`and r.sender = ${sender}`
  const after = (alias: 'r' | 'l') =>
    start === null ? sql`` : fromRequest(alias, accountId, start.requestId, start.sign)
  if (tag === null && reference === null)
    return {
      from: sql`sms_requests r
     where r.account_id = ${accountId} ${isOfRequests(filter)} ${after('r')}`,
      order: sql`r.created_at desc, r.id desc`,
      others: isSender,
      messageId: sql`null::bigint`,
    }
  // The limit makes the planner look the requests up one by one, in the order of the labels.
  return {
    from: sql`
      (select l.created_at, l.request_id as id, l.message_id
         from sms_labels l
        where l.account_id = ${accountId}
          and l.kind = ${reference === null ? 'tag' : 'reference'}
          and l.value = ${reference ?? tag}
          ${requestId === null ? sql`` : sql`and l.request_id = ${requestId}`}
          ${to === null ? sql`` : sql`and l.created_at < ${to}`}
          ${from === null ? sql`` : sql`and l.created_at >= ${from}`}
      ) l
      cross join lateral (
        select * from sms_requests where id = l.id and account_id = ${accountId} limit 1
      ) r
      where true ${after('l')}
    `,
    order: sql`l.created_at desc, l.id desc, l.message_id desc`,
    others: sql`${isSender} ${isOfRequests({ ...filter, requestId: null, from: null, to: null })} ${reference === null || tag === null ? sql`` : sql`and ${tag} = any(r.tags)`}`,
    messageId: sql`l.message_id`,
  }
}

/** Whether a request fulfils the conditions without an index. */
const isMeant = ({ others }: Listed) => sql<boolean>`coalesce((true ${others}), false)`

const spanColumns = (listed: Listed) =>
  columnsOf(
    { r: 'sms_requests' },
    {
      id: 'r.id',
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
  accountId: number,
  filter: MessageFilter,
  firstRequest: number | null,
  limit: number,
): Promise<Span[]> {
  const start = firstRequest === null ? null : ({ requestId: firstRequest, sign: '<=' } as const)
  const listed = listedBy(accountId, filter, start)
  const { rows } = await sql<Span>`
    ${filter.requestId === null ? prepared : sql``}
    select ${spanColumns(listed)}
      from ${listed.from}
     order by ${listed.order}
     limit ${limitOf(limit, spanSteps)}
  `.execute(db)
  return rows.slice(0, limit)
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
    tags: tagsOf('r'),
    reference: 'r.reference',
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

/** Newest first, after the given request; null starts with the newest. Has those that do not fulfil all conditions. */
export async function listRequests(
  db: Queryable,
  accountId: number,
  filter: MessageFilter,
  after: number | null,
  limit: number,
): Promise<(ListedRequest & Pick<Span, 'isMeant'>)[]> {
  const listed = listedBy(accountId, filter, after === null ? null : { requestId: after, sign: '<' })
  const { rows } = await sql<ListedRequest & Pick<Span, 'isMeant'>>`
    ${filter.requestId === null ? prepared : sql``}
    select ${listedColumns}, ${isMeant(listed)} as "isMeant"
      from ${listed.from}
     order by ${listed.order}
     limit ${limitOf(limit, requestSteps)}
  `.execute(db)
  return rows.slice(0, limit)
}

import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Counted } from '../../engine/count-buffer.ts'
import { columnsOf, keepNewest, type Queryable, type RowOf, run, selectLongPage } from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { digitsOf, endOf } from './digits.ts'

const tables = { r: 'request_log', c: 'credentials?' } as const

const listed = {
  id: 'r.id',
  requestId: 'r.request_id',
  /** Null for a user of the dashboard. */
  credentialId: 'r.credential_id',
  credentialName: 'c.name',
  credentialKind: 'c.kind',
  address: 'r.address',
  method: 'r.method',
  path: 'r.path',
  status: 'r.status',
  code: 'r.code',
  message: 'r.message',
  hint: 'r.hint',
  durationMs: 'r.duration_ms',
  count: 'r.count',
  firstAt: 'r.first_at',
  at: 'r.at',
} as const

const listedColumns = columnsOf(tables, listed)
/** The latest of equal rejections, with the count of all. */
const groupedColumns = columnsOf(tables, {
  ...listed,
  path: 'r.route',
  count: sql<number>`r.kind_count`,
  firstAt: sql<Date>`r.kind_first_at`,
})
const allColumns = columnsOf(
  tables,
  'r.query, r.user_agent, r.content_type, r.idempotency_key, r.body, r.answer',
  listed,
)

type LoggedRequest = RowOf<typeof allColumns>

/** A request to store, or equal rejected requests with their count. All texts are masked and bounded. */
export interface NewRequest
  extends Counted,
    Omit<LoggedRequest, 'id' | 'credentialName' | 'credentialKind' | 'count' | 'firstAt' | 'at'> {
  readonly route: string
  /** Equal for rejections with the same cause. Null for an accepted request. */
  readonly kind: string | null
  /** Added to the count of its kind and day. Otherwise the request gets a row of its own. */
  readonly isCounted: boolean
}

const columns = sql`
  account_id, request_id, credential_id, address, method, path, route, query, status, code, message,
  hint, duration_ms, user_agent, content_type, idempotency_key, body, answer, kind, counted_on, count, first_at, at
`

/** Rows are locked in a fixed order to avoid deadlocks. */
export async function addRequests(db: Queryable, requests: readonly NewRequest[]): Promise<void> {
  const column = <T>(read: (one: NewRequest) => T) => requests.map(read)
  const kind = (one: NewRequest) => (one.kind === null ? null : hash('sha256', one.kind, 'base64url'))
  const countedOn = (one: NewRequest) => (one.isCounted ? one.lastAt.toISOString().slice(0, 10) : null)
  await sql`
    insert into request_log as l (${columns}, digits)
    select ${columns}, r.digits::integer[]
      from unnest(${column((one) => one.accountId)}::bigint[], ${column((one) => one.requestId)}::text[], ${column((one) => one.credentialId)}::bigint[],
                  ${column((one) => one.address)}::text[], ${column((one) => one.method)}::text[],
                  ${column((one) => one.path)}::text[], ${column((one) => one.route)}::text[], ${column((one) => one.query)}::text[],
                  ${column((one) => one.status)}::integer[], ${column((one) => one.code)}::integer[], ${column((one) => one.message)}::text[],
                  ${column((one) => one.hint)}::text[], ${column((one) => one.durationMs)}::integer[], ${column((one) => one.userAgent)}::text[],
                  ${column((one) => one.contentType)}::text[], ${column((one) => one.idempotencyKey)}::text[], ${column((one) => one.body)}::text[],
                  ${column((one) => one.answer)}::text[], ${column(kind)}::text[], ${column(countedOn)}::date[], ${column((one) => one.count)}::bigint[],
                  ${column((one) => one.firstAt)}::timestamptz[], ${column((one) => one.lastAt)}::timestamptz[],
                  ${column((one) => `{${digitsOf(one)}}`)}::text[]) as r(${columns}, digits)
     order by r.account_id, r.kind, r.counted_on
        on conflict (account_id, kind, counted_on) where counted_on is not null do update
       set request_id = excluded.request_id, address = excluded.address, message = excluded.message, hint = excluded.hint,
           digits = excluded.digits, count = l.count + excluded.count,
           first_at = least(l.first_at, excluded.first_at), at = greatest(l.at, excluded.at)
  `.execute(db)
}

/** The newest rows of an account; older ones are deleted. Neither kind of rows pushes out another. */
const kept: readonly (readonly [rowsMax: number, where: RawBuilder<unknown>])[] = [
  [5_000, sql`kind is null`],
  [5_000, sql`kind is not null and counted_on is null`],
  [1_000, sql`counted_on is not null`],
]

export async function deleteOldest(db: Queryable, accountIds: readonly number[]): Promise<void> {
  for (const [rowsMax, where] of kept)
    await keepNewest(db, { table: 'request_log', time: 'at', accountIds, rowsMax, where })
}

const callers = sql`left join credentials c on c.id = r.credential_id and c.account_id = r.account_id`

export interface RequestFilter {
  /** One item for all equal rejections instead of one for each request. */
  readonly isGrouped: boolean
  /** `refused` also finds refusals with status 200, which the specification has. */
  readonly outcome: 'accepted' | 'refused' | 'failed' | null
  readonly method: string | null
  /** Part of the visible text, which includes names of credentials. */
  readonly search: string | null
  readonly requestId: string | null
  readonly credentialId: number | null
  readonly phone: string | null
  readonly since: Date | null
  readonly until: Date | null
}

const outcomes = {
  accepted: sql`r.code is null`,
  refused: sql`r.code is not null and r.status < 500`,
  failed: sql`r.status >= 500`,
}

/** Newest first. The account is 0 for requests with unknown credentials. */
export function listRequests(
  db: Queryable,
  accountId: number,
  { isGrouped, outcome, method, search, requestId, credentialId, phone, since, until }: Partial<RequestFilter>,
  place: Place,
): Promise<PageOf<RowOf<typeof listedColumns>>> {
  const shown = sql`lower(concat_ws(' ', r.method, r.path, r.route, r.status, r.code, r.message, r.hint, r.address, c.name))`
  const rows = sql`
    (select r.*
       from request_log r ${callers}
      where r.account_id = ${accountId}
        ${isGrouped ? sql`and r.kind is not null` : sql``}
        ${outcome ? sql`and ${outcomes[outcome]}` : sql``}
        ${method ? sql`and r.method = ${method}` : sql``}
        ${search ? sql`and ${shown} like ${likeAnywhere(search)}` : sql``}
        ${requestId ? sql`and r.request_id = ${requestId}` : sql``}
        ${credentialId === null || credentialId === undefined ? sql`` : sql`and r.credential_id = ${credentialId}`}
        ${phone ? sql`and r.digits @> array[${endOf(phone)}]::integer[]` : sql``}
        ${since ? sql`and r.at >= ${since}` : sql``}
        ${until ? sql`and r.at < ${until}` : sql``}
    ) r
  `
  const grouped = sql`
    (select distinct on (r.kind) r.*, sum(r.count) over of_kind::bigint as kind_count, min(r.first_at) over of_kind as kind_first_at
       from ${rows}
     window of_kind as (partition by r.kind)
      order by r.kind, r.at desc, r.id desc) r
  `
  return selectLongPage(db, place, {
    columns: isGrouped ? groupedColumns : listedColumns,
    from: sql`${isGrouped ? grouped : rows} ${callers} where true`,
    order: [
      [sql`r.at`, 'desc'],
      [sql`r.id`, 'desc'],
    ],
  })
}

/** By its id, or the latest with an X-Request-Id. */
export function findRequest(db: Queryable, accountId: number, id: number | string) {
  return run.first<LoggedRequest>(db)`
    select ${allColumns}
      from request_log r ${callers}
     where r.account_id = ${accountId}
       and ${typeof id === 'number' ? sql`r.id = ${id}` : sql`r.request_id = ${id}`}
     order by r.id desc
     limit 1
  `
}

/** The rejected requests of programs of an account on the given day in GMT. */
export function countRejected(db: Queryable, accountId: number, now: Date): Promise<number> {
  return run.count(db)`
    select coalesce(sum(count), 0)::bigint as count
      from request_log
     where account_id = ${accountId}
       and kind is not null
       and (credential_id is not null or status = 0)
       and at >= date_trunc('day', ${now}::timestamptz, 'UTC')
  `
}

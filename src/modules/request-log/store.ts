import { sql } from 'kysely'
import type { Counted } from '../../engine/count-buffer.ts'
import { columnsOf, keepNewest, type Queryable, type RowOf, selectLongPage } from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf, type PageQuestion } from '../../values/page.ts'
import { callerColumns, callerJoins } from '../refusals/index.ts'
import { digitsOf } from './digits.ts'

/** A request to store. All texts are masked and bounded. */
export interface NewRequest extends Counted {
  readonly requestId: string
  /** Neither this nor `smppCredentialId` is set for a user of the dashboard. */
  readonly credentialId: number | null
  readonly smppCredentialId: number | null
  readonly method: string
  readonly path: string
  readonly query: string | null
  readonly status: number
  readonly code: number | null
  readonly message: string | null
  readonly hint: string | null
  readonly durationMs: number
  readonly userAgent: string | null
  readonly contentType: string | null
  readonly idempotencyKey: string | null
  readonly body: string | null
  readonly answer: string | null
}

const columns = sql`
  account_id, request_id, credential_id, smpp_credential_id, method, path, query, status, code, message, hint,
  duration_ms, user_agent, content_type, idempotency_key, body, answer, at
`

/** The newest requests of an account; older ones are deleted. */
const rowsMax = 5_000

export async function addRequests(db: Queryable, requests: readonly NewRequest[]): Promise<void> {
  const column = <T>(read: (one: NewRequest) => T) => requests.map(read)
  await sql`
    insert into request_log (${columns}, digits)
    select ${columns}, r.digits::integer[]
      from unnest(${column((one) => one.accountId)}::bigint[], ${column((one) => one.requestId)}::text[], ${column((one) => one.credentialId)}::bigint[],
                  ${column((one) => one.smppCredentialId)}::bigint[], ${column((one) => one.method)}::text[], ${column((one) => one.path)}::text[],
                  ${column((one) => one.query)}::text[], ${column((one) => one.status)}::integer[], ${column((one) => one.code)}::integer[],
                  ${column((one) => one.message)}::text[], ${column((one) => one.hint)}::text[], ${column((one) => one.durationMs)}::integer[],
                  ${column((one) => one.userAgent)}::text[], ${column((one) => one.contentType)}::text[], ${column((one) => one.idempotencyKey)}::text[],
                  ${column((one) => one.body)}::text[], ${column((one) => one.answer)}::text[], ${column((one) => one.lastAt)}::timestamptz[],
                  ${column((one) => `{${digitsOf(one)}}`)}::text[]) as r(${columns}, digits)
  `.execute(db)
}

/** Deletes what exceeds the limit of these accounts. */
export const deleteOldest = (db: Queryable, accountIds: readonly number[]) =>
  keepNewest(db, { table: 'request_log', time: 'at', accountIds, rowsMax })

const tables = { r: 'request_log', c: 'credentials?', s: 'smpp_credentials?' } as const

const listed = {
  id: 'r.id',
  requestId: 'r.request_id',
  ...callerColumns,
  method: 'r.method',
  path: 'r.path',
  status: 'r.status',
  code: 'r.code',
  message: 'r.message',
  durationMs: 'r.duration_ms',
  at: 'r.at',
} as const

const listedColumns = columnsOf(tables, listed)
const allColumns = columnsOf(tables, {
  ...listed,
  query: 'r.query',
  hint: 'r.hint',
  userAgent: 'r.user_agent',
  contentType: 'r.content_type',
  idempotencyKey: 'r.idempotency_key',
  body: 'r.body',
  answer: 'r.answer',
})

const joined = sql`request_log r ${callerJoins}`

export interface RequestFilter {
  /** `refused` also finds refusals with status 200, which the specification has. */
  readonly outcome: 'accepted' | 'refused' | 'failed' | null
  readonly method: string | null
  /** Part of the method and path, or of the message. */
  readonly search: string | null
  readonly requestId: string | null
  readonly credentialId: number | null
  readonly since: Date | null
  readonly until: Date | null
}

const outcomes = {
  accepted: sql`r.code is null`,
  refused: sql`r.code is not null and r.status < 500`,
  failed: sql`r.status >= 500`,
}

/** Newest first. */
export function listRequests(
  db: Queryable,
  accountId: number,
  { outcome, method, search, requestId, credentialId, since, until }: RequestFilter,
  page: PageQuestion,
): Promise<PageOf<RowOf<typeof listedColumns>>> {
  const shown = sql`lower(concat_ws(' ', r.method, r.path, r.message))`
  return selectLongPage(db, page, {
    columns: listedColumns,
    from: sql`
      ${joined}
     where r.account_id = ${accountId}
       ${outcome === null ? sql`` : sql`and ${outcomes[outcome]}`}
       ${method === null ? sql`` : sql`and r.method = ${method}`}
       ${search === null ? sql`` : sql`and ${shown} like ${likeAnywhere(search)}`}
       ${requestId === null ? sql`` : sql`and r.request_id = ${requestId}`}
       ${credentialId === null ? sql`` : sql`and r.credential_id = ${credentialId}`}
       ${since === null ? sql`` : sql`and r.at >= ${since}`}
       ${until === null ? sql`` : sql`and r.at < ${until}`}
    `,
    order: [
      [sql`r.at`, 'desc'],
      [sql`r.id`, 'desc'],
    ],
  })
}

/** By its id, or the latest with an X-Request-Id. */
export async function findRequest(
  db: Queryable,
  accountId: number,
  id: number | string,
): Promise<RowOf<typeof allColumns> | null> {
  const { rows } = await sql<RowOf<typeof allColumns>>`
    select ${allColumns}
      from ${joined}
     where r.account_id = ${accountId}
       and ${typeof id === 'number' ? sql`r.id = ${id}` : sql`r.request_id = ${id}`}
     order by r.id desc
     limit 1
  `.execute(db)
  return rows[0] ?? null
}

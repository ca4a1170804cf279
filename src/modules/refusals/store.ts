import { type RawBuilder, sql } from 'kysely'
import type { Counted } from '../../engine/count-buffer.ts'
import { columnsOf, keepNewest, type Queryable, type RowOf, selectPage } from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf, type PageQuestion } from '../../values/page.ts'
import { digestOf, type Refused } from './rules.ts'

/** A kind of refusal and its count since the last write. */
export interface CountedRefusal extends Refused, Counted {}

/** The maximum kinds of an account; older ones are deleted. */
const rowsMax = 500

const gmtDay = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'UTC')::date`

/** Adds counts. Rows are locked in a fixed order to avoid deadlocks. */
export async function addRefusals(db: Queryable, refusals: readonly CountedRefusal[]): Promise<void> {
  const column = <T>(read: (one: CountedRefusal) => T) => refusals.map(read)
  const written = columnsOf({ r: 'refusals' }, { accountId: 'r.account_id', isNew: sql<boolean>`r.xmax = 0` })
  const { rows } = await sql<RowOf<typeof written>>`
    insert into refusals as r (account_id, kind, credential_id, smpp_credential_id, method, path, status, code, message, hint, count, day_count, first_at, last_at)
    select v.account_id, v.kind, v.credential_id, v.smpp_credential_id, v.method, v.path, v.status, v.code, v.message, v.hint, v.count, v.count, v.first_at, v.last_at
      from unnest(${column((one) => one.accountId)}::bigint[], ${column(digestOf)}::text[], ${column((one) => one.credentialId)}::bigint[],
                  ${column((one) => one.smppCredentialId)}::bigint[],
                  ${column((one) => one.method)}::text[], ${column((one) => one.path)}::text[], ${column((one) => one.status)}::integer[],
                  ${column((one) => one.code)}::integer[], ${column((one) => one.message)}::text[], ${column((one) => one.hint)}::text[],
                  ${column((one) => one.count)}::bigint[], ${column((one) => one.firstAt)}::timestamptz[], ${column((one) => one.lastAt)}::timestamptz[])
        as v(account_id, kind, credential_id, smpp_credential_id, method, path, status, code, message, hint, count, first_at, last_at)
     order by v.account_id, v.kind
        on conflict (account_id, kind) do update
       set count = r.count + excluded.count,
           day_count = case
             when ${gmtDay(sql`r.last_at`)} > ${gmtDay(sql`excluded.last_at`)} then r.day_count
             when ${gmtDay(sql`r.last_at`)} = ${gmtDay(sql`excluded.last_at`)} then r.day_count + excluded.day_count
             else excluded.day_count end,
           message = excluded.message, hint = excluded.hint, first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)
    returning ${written}
  `.execute(db)
  // Only accounts with new kinds can exceed the limit.
  const grown = new Set(rows.filter(({ isNew }) => isNew).map(({ accountId }) => accountId))
  if (grown.size > 0) await keepNewest(db, { table: 'refusals', time: 'last_at', accountIds: [...grown], rowsMax })
}

/** Who made a request, for rows `r` with `callerJoins`. */
export const callerColumns = {
  credentialId: sql<number | null>`coalesce(r.credential_id, r.smpp_credential_id)`,
  credentialName: sql<string | null>`coalesce(c.name, s.system_id)`,
  credentialKind: sql<'key' | 'token' | 'smpp' | null>`case when s.id is null then c.kind else 'smpp' end`,
}

export const callerJoins = sql`
  left join credentials c on c.id = r.credential_id and c.account_id = r.account_id
  left join smpp_credentials s on s.id = r.smpp_credential_id and s.account_id = r.account_id
`

const listedColumns = columnsOf(
  { r: 'refusals', c: 'credentials?', s: 'smpp_credentials?' },
  {
    id: 'r.id',
    ...callerColumns,
    method: 'r.method',
    path: 'r.path',
    status: 'r.status',
    code: 'r.code',
    message: 'r.message',
    hint: 'r.hint',
    count: 'r.count',
    firstAt: 'r.first_at',
    lastAt: 'r.last_at',
  },
)

export type ListedRefusal = RowOf<typeof listedColumns>

/** All, by key or token, or by visible text, which includes system IDs. */
export interface RefusalFilter {
  readonly credentialId: number | null
  readonly search: string | null
}

/** Newest first. */
export function listRefusals(
  db: Queryable,
  accountId: number,
  { credentialId, search }: RefusalFilter,
  page: PageQuestion,
): Promise<PageOf<ListedRefusal>> {
  const shown = sql`lower(concat_ws(' ', r.method, r.path, r.status, r.code, r.message, r.hint, c.name, s.system_id))`
  return selectPage(db, page, {
    columns: listedColumns,
    from: sql`
      refusals r ${callerJoins}
     where r.account_id = ${accountId}
       ${credentialId === null ? sql`` : sql`and r.credential_id = ${credentialId}`}
       ${search === null ? sql`` : sql`and ${shown} like ${likeAnywhere(search)}`}
    `,
    order: [
      [sql`r.last_at`, 'desc'],
      [sql`r.id`, 'desc'],
    ],
  })
}

/** The refused requests of an account on the given day in GMT. */
export async function countRefused(db: Queryable, accountId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(day_count), 0)::bigint as count
      from refusals
     where account_id = ${accountId}
       and last_at >= ${gmtDay(sql`${now}::timestamptz`)} at time zone 'UTC'
  `.execute(db)
  return rows[0]?.count ?? 0
}

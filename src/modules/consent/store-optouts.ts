import { type RawBuilder, sql } from 'kysely'
import { chunksOf, columnsOf, prepared, type Queryable, type RowOf, selectLongPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { AccountPhone, OptOutSource } from './model.ts'
import { withPrefix } from './store-prefix.ts'

const columns = columnsOf('sms_optouts', { phone: 'phone', source: 'source', createdAt: 'created_at' }).narrow<{
  source: OptOutSource | null
}>()

/** A number that has opted out of an account's messages. */
export type OptOut = RowOf<typeof columns>

/** A repeated opt-out keeps its first source and time. */
export async function insertOptOut(
  db: Queryable,
  accountId: number,
  phone: string,
  source: OptOutSource,
  now: Date,
): Promise<void> {
  await sql`
    insert into sms_optouts (account_id, phone, source, created_at)
    values (${accountId}, ${phone}, ${source}, ${now})
        on conflict do nothing
  `.execute(db)
}

/** Returns the number of new opt-outs. Rows are in the order of the key, so that two imports cannot deadlock. */
export async function insertOptOuts(
  db: Queryable,
  accountId: number,
  rows: readonly Pick<OptOut, 'phone' | 'createdAt'>[],
  source: OptOutSource,
): Promise<number> {
  const { rows: added } = await sql`
    ${prepared}
    insert into sms_optouts (account_id, phone, source, created_at)
    select ${accountId}, phone, ${source}, created_at
      from unnest(${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ createdAt }) => createdAt)}::timestamptz[]) as v(phone, created_at)
     order by phone
        on conflict do nothing
    returning 1
  `.execute(db)
  return added.length
}

/** False when it had not opted out. */
export async function deleteOptOut(db: Queryable, accountId: number, phone: string): Promise<boolean> {
  const { rows } =
    await sql`delete from sms_optouts where account_id = ${accountId} and phone = ${phone} returning phone`.execute(db)
  return rows.length > 0
}

export async function findOptOut(db: Queryable, accountId: number, phone: string): Promise<OptOut | null> {
  const { rows } = await sql<OptOut>`
    ${prepared}
    select ${columns}
      from sms_optouts
     where account_id = ${accountId}
       and phone = ${phone}
  `.execute(db)
  return rows[0] ?? null
}

/** Opt-outs of earlier versions have no source. */
const fromSource = (source: OptOutSource | 'unknown' | null): RawBuilder<unknown> =>
  source === null ? sql`` : source === 'unknown' ? sql`and source is null` : sql`and source = ${source}`

export function listOptOuts(
  db: Queryable,
  accountId: number,
  { prefix, source }: { readonly prefix: string; readonly source: OptOutSource | 'unknown' | null },
  page: PageQuestion,
): Promise<PageOf<OptOut>> {
  return selectLongPage(db, page, {
    columns,
    from: sql`sms_optouts where account_id = ${accountId} ${withPrefix(prefix)} ${fromSource(source)}`,
    order: [[sql`phone`, 'asc']],
  })
}

export async function listOptOutsAfter(
  db: Queryable,
  accountId: number,
  source: OptOutSource | 'unknown' | null,
  after: string,
  limit: number,
): Promise<OptOut[]> {
  const { rows } = await sql<OptOut>`
    select ${columns}
      from sms_optouts
     where account_id = ${accountId}
       and phone > ${after}
       ${fromSource(source)}
     order by phone
     limit ${limit}
  `.execute(db)
  return rows
}

export async function listAccountsWithOptOuts(db: Queryable, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ accountId: number }>`
    ${prepared}
    select v.account_id as "accountId"
      from unnest(${accountIds}::bigint[]) as v(account_id)
     where exists (select from sms_optouts o where o.account_id = v.account_id)
  `.execute(db)
  return rows.map(({ accountId }) => accountId)
}

/** Selects the opt-outs of accounts. */
export const selectOptOutsOf = (accountIds: readonly number[]): RawBuilder<unknown> =>
  sql`select 1 from sms_optouts where account_id = any(${accountIds}::bigint[])`

const foundColumns = columnsOf({ o: 'sms_optouts' }, { accountId: 'o.account_id', phone: 'o.phone' })

/** Numbers that opted out, by account. */
export async function* findOptedOut(db: Queryable, recipients: Iterable<AccountPhone>): AsyncGenerator<AccountPhone> {
  for (const chunk of chunksOf(recipients)) {
    const { rows } = await sql<RowOf<typeof foundColumns>>`
      ${prepared}
      select ${foundColumns}
        from unnest(${chunk.map(({ accountId }) => accountId)}::bigint[], ${chunk.map(({ phone }) => phone)}::text[]) as v(account_id, phone)
        join sms_optouts o on o.account_id = v.account_id and o.phone = v.phone
    `.execute(db)
    yield* rows
  }
}

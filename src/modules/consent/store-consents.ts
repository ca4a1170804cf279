import { type RawBuilder, sql } from 'kysely'
import { chunksOf, columnsOf, prepared, type Queryable, type RowOf, selectLongPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { AccountPhone } from './model.ts'
import { withPrefix } from './store-prefix.ts'

const columns = columnsOf('consents', {
  id: 'id',
  phone: 'phone',
  given: 'given',
  source: 'source',
  at: 'at',
  text: 'text',
  recordedAt: 'recorded_at',
})

/** A consent of a number to the messages of an account, or its withdrawal. */
export type Consent = RowOf<typeof columns>

export type NewConsent = Pick<Consent, 'phone' | 'given' | 'source' | 'at' | 'text'>

/** Returns the number of new records. The same record again, such as from a repeated import, is not stored. */
export async function insertConsents(
  db: Queryable,
  accountId: number,
  rows: readonly NewConsent[],
  now: Date,
): Promise<number> {
  const { rows: added } = await sql`
    ${prepared}
    insert into consents (account_id, phone, given, source, at, text, recorded_at)
    select ${accountId}, phone, given, source, at, text, ${now}::timestamptz
      from unnest(${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ given }) => given)}::boolean[],
                  ${rows.map(({ source }) => source)}::text[], ${rows.map(({ at }) => at)}::timestamptz[],
                  ${rows.map(({ text }) => text)}::text[])
        as v(phone, given, source, at, text)
     order by phone, at desc, given
        on conflict do nothing
    returning 1
  `.execute(db)
  return added.length
}

export const listConsents = (
  db: Queryable,
  accountId: number,
  prefix: string,
  page: PageQuestion,
): Promise<PageOf<Consent>> =>
  selectLongPage(db, page, {
    columns,
    from: sql`consents where account_id = ${accountId} ${withPrefix(prefix)}`,
    order: [
      [sql`phone`, 'asc'],
      [sql`at`, 'desc'],
      [sql`given`, 'asc'],
    ],
  })

/** The records after the given one, by number and newest first, in the order of the index. */
export async function listConsentsAfter(
  db: Queryable,
  accountId: number,
  after: Pick<Consent, 'phone' | 'at' | 'given'> | null,
  limit: number,
): Promise<Consent[]> {
  const beyond =
    after === null
      ? sql``
      : sql`and phone >= ${after.phone} and (phone > ${after.phone} or at < ${after.at} or (at = ${after.at} and given > ${after.given}))`
  const { rows } = await sql<Consent>`
    select ${columns}
      from consents
     where account_id = ${accountId}
       ${beyond}
     order by phone, at desc, given
     limit ${limit}
  `.execute(db)
  return rows
}

/** Of one number, newest first, in the order of the index. */
export async function listConsentsOf(
  db: Queryable,
  accountId: number,
  phone: string,
  after: Pick<Consent, 'at' | 'given'> | null,
  limit: number,
): Promise<Consent[]> {
  const beyond =
    after === null
      ? sql``
      : sql`and at <= ${after.at} and (at < ${after.at} or (at = ${after.at} and given > ${after.given}))`
  const { rows } = await sql<Consent>`
    ${prepared}
    select ${columns}
      from consents
     where account_id = ${accountId}
       and phone = ${phone}
       ${beyond}
     order by at desc, given
     limit ${limit}
  `.execute(db)
  return rows
}

const foundColumns = columnsOf({ r: 'consent_rules' }, { accountId: 'r.account_id', phone: sql<string>`v.phone` })

/** Numbers without a consent, of accounts that require one now. */
export async function* findWithoutConsent(
  db: Queryable,
  recipients: Iterable<AccountPhone>,
): AsyncGenerator<AccountPhone> {
  for (const chunk of chunksOf(recipients)) {
    const { rows } = await sql<RowOf<typeof foundColumns>>`
      ${prepared}
      select ${foundColumns}
        from unnest(${chunk.map(({ accountId }) => accountId)}::bigint[], ${chunk.map(({ phone }) => phone)}::text[]) as v(account_id, phone)
        join consent_rules r on r.account_id = v.account_id
       where coalesce((
               select not c.given
                 from consents c
                where c.account_id = v.account_id
                  and c.phone = v.phone
                order by c.at desc, c.given
                limit 1
             ), true)
    `.execute(db)
    yield* rows
  }
}

export async function hasRule(db: Queryable, accountId: number): Promise<boolean> {
  return (await listAccountsWithRule(db, [accountId])).length > 0
}

export async function listAccountsWithRule(db: Queryable, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ accountId: number }>`
    ${prepared}
    select account_id as "accountId" from consent_rules where account_id = any(${accountIds}::bigint[])
  `.execute(db)
  return rows.map(({ accountId }) => accountId)
}

/** Selects those of the accounts that require a consent. */
export const selectRulesOf = (accountIds: readonly number[]): RawBuilder<unknown> =>
  sql`select 1 from consent_rules where account_id = any(${accountIds}::bigint[])`

export async function insertRule(db: Queryable, accountId: number, now: Date): Promise<void> {
  await sql`insert into consent_rules (account_id, since) values (${accountId}, ${now}) on conflict do nothing`.execute(
    db,
  )
}

export async function deleteRule(db: Queryable, accountId: number): Promise<void> {
  await sql`delete from consent_rules where account_id = ${accountId}`.execute(db)
}

import { type RawBuilder, sql } from 'kysely'
import { chunksOf, prepared, type Queryable, type Row, run } from '../../engine/db/index.ts'
import type { StoredSetting } from '../accounts/index.ts'
import { type OptOut, optOutList } from './lists.ts'

/** A number of an account. */
export interface AccountPhone {
  readonly accountId: number
  readonly phone: string
}

export const findOptOut = (db: Queryable, accountId: number, phone: string) => run.first<OptOut>(db)`
    ${prepared}
    select ${optOutList.columns}
      from sms_optouts
     where account_id = ${accountId}
       and phone = ${phone}
  `

type KnownConsent = Row<'consents', 'given' | 'source' | 'at' | 'text'>

/** The consents of one number, newest first, in the order of the index. */
export function listConsentsOf(
  db: Queryable,
  accountId: number,
  phone: string,
  after: Pick<KnownConsent, 'at' | 'given'> | null,
  limit: number,
): Promise<KnownConsent[]> {
  const beyond =
    after === null
      ? sql``
      : sql`and at <= ${after.at} and (at < ${after.at} or (at = ${after.at} and given > ${after.given}))`
  return run.all<KnownConsent>(db)`
    ${prepared}
    select given, source, at, text
      from consents
     where account_id = ${accountId}
       and phone = ${phone}
       ${beyond}
     order by at desc, given
     limit ${limit}
  `
}

async function* findAmong(
  db: Queryable,
  recipients: Iterable<AccountPhone>,
  excluded: RawBuilder<unknown>,
): AsyncGenerator<AccountPhone> {
  for (const chunk of chunksOf(recipients)) {
    const { rows } = await sql<AccountPhone>`
      ${prepared}
      select v.account_id as "accountId", v.phone
        from unnest(${chunk.map(({ accountId }) => accountId)}::bigint[], ${chunk.map(({ phone }) => phone)}::text[]) as v(account_id, phone)
        ${excluded}
    `.execute(db)
    yield* rows
  }
}

/** Numbers that opted out, by account. */
export const findOptedOut = (db: Queryable, recipients: Iterable<AccountPhone>): AsyncGenerator<AccountPhone> =>
  findAmong(db, recipients, sql`join sms_optouts o on o.account_id = v.account_id and o.phone = v.phone`)

/** Numbers without a consent, of accounts that require one now. */
export const findWithoutConsent = (db: Queryable, recipients: Iterable<AccountPhone>): AsyncGenerator<AccountPhone> =>
  findAmong(
    db,
    recipients,
    sql`
      join consent_rules r on r.account_id = v.account_id
     where coalesce((
             select not c.given
               from consents c
              where c.account_id = v.account_id
                and c.phone = v.phone
              order by c.at desc, c.given
              limit 1
           ), true)`,
  )

/** The accounts with opt-outs, or with the rule. */
export async function listAccountsIn(
  db: Queryable,
  table: 'sms_optouts' | 'consent_rules',
  accountIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ accountId: number }>`
    ${prepared}
    select v.account_id as "accountId"
      from unnest(${accountIds}::bigint[]) as v(account_id)
     where exists (select from ${sql.table(table)} o where o.account_id = v.account_id)
  `.execute(db)
  return rows.map(({ accountId }) => accountId)
}

export async function hasDoNotDisturb(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    ${prepared}
    select exists (select from do_not_disturb) as has
  `.execute(db)
  return rows[0]?.has === true
}

/** Yields the given numbers that are on the do-not-disturb list. */
export async function* findDoNotDisturb(db: Queryable, phones: Iterable<string>): AsyncGenerator<string> {
  for (const chunk of chunksOf(phones)) {
    const { rows } = await sql<{ phone: string }>`
      ${prepared}
      select d.phone
        from unnest(${chunk}::text[]) as v(phone)
        join do_not_disturb d on d.phone = v.phone
    `.execute(db)
    for (const { phone } of rows) yield phone
  }
}

/** Whether bulk messages of the account need a consent of the recipient. Applies to new sends on all processes. */
export const consentSetting: StoredSetting<boolean> = {
  find: async (db, accountId) => (await listAccountsIn(db, 'consent_rules', [accountId])).length > 0,
  async set(tx, accountId, isRequired, now) {
    await (isRequired
      ? sql`insert into consent_rules (account_id, since) values (${accountId}, ${now}) on conflict do nothing`
      : sql`delete from consent_rules where account_id = ${accountId}`
    ).execute(tx)
  },
}

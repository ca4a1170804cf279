import { type RawBuilder, sql } from 'kysely'
import { chunksOf, columnsOf, prepared, type Queryable, type RowOf, selectPage } from '../../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../../values/page.ts'

const columns = columnsOf('sms_optouts', { phone: 'phone', createdAt: 'created_at' })

/** A number that has opted out of an account's messages. */
export type OptOut = RowOf<typeof columns>

export async function insertOptOut(db: Queryable, accountId: number, phone: string, now: Date): Promise<void> {
  await sql`
    insert into sms_optouts (account_id, phone, created_at)
    values (${accountId}, ${phone}, ${now})
        on conflict do nothing
  `.execute(db)
}

/** False when it had not opted out. */
export async function deleteOptOut(db: Queryable, accountId: number, phone: string): Promise<boolean> {
  const { rows } =
    await sql`delete from sms_optouts where account_id = ${accountId} and phone = ${phone} returning phone`.execute(db)
  return rows.length > 0
}

/** The end of an index range for a prefix, which works in any locale. */
const endOf = (prefix: string) => prefix.padEnd(phoneDigitsMax, '9')
const phoneDigitsMax = 15

export function listOptOuts(
  db: Queryable,
  accountId: number,
  prefix: string,
  page: PageQuestion,
): Promise<PageOf<OptOut>> {
  const found = prefix === '' ? sql`` : sql`and phone between ${prefix} and ${endOf(prefix)}`
  return selectPage(db, page, {
    columns,
    from: sql`sms_optouts where account_id = ${accountId} ${found}`,
    order: [[sql`phone`, 'asc']],
  })
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
export async function findOptedOut(
  db: Queryable,
  recipients: Iterable<{ readonly accountId: number; readonly phone: string }>,
): Promise<Map<number, Set<string>>> {
  const found = new Map<number, Set<string>>()
  for (const chunk of chunksOf(recipients)) {
    const { rows } = await sql<RowOf<typeof foundColumns>>`
    ${prepared}
      select ${foundColumns}
        from unnest(${chunk.map(({ accountId }) => accountId)}::bigint[], ${chunk.map(({ phone }) => phone)}::text[]) as v(account_id, phone)
        join sms_optouts o on o.account_id = v.account_id and o.phone = v.phone
    `.execute(db)
    for (const { accountId, phone } of rows) found.set(accountId, (found.get(accountId) ?? new Set()).add(phone))
  }
  return found
}

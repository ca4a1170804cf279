import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { offsetOf, type PageQuestion } from '../../values/page.ts'

/** Numbers that want nothing from an account any more. */
export interface OptOut {
  readonly phone: string
  readonly createdAt: Date
}

export async function insertOptOut(db: Queryable, accountId: number, phone: string, now: Date): Promise<void> {
  await sql`
    insert into sms_optouts (account_id, phone, created_at)
    values (${accountId}, ${phone}, ${now})
        on conflict do nothing
  `.execute(db)
}

/** False when it was not there. */
export async function deleteOptOut(db: Queryable, accountId: number, phone: string): Promise<boolean> {
  const { rows } = await sql`delete from sms_optouts where account_id = ${accountId} and phone = ${phone} returning phone`.execute(db)
  return rows.length > 0
}

export async function listOptOuts(db: Queryable, accountId: number, page: PageQuestion): Promise<{ readonly optOuts: OptOut[]; readonly total: number }> {
  const counted = await sql<{ count: number }>`select count(*) as count from sms_optouts where account_id = ${accountId}`.execute(db)
  const { rows } = await sql<OptOut>`
    select phone, created_at as "createdAt"
      from sms_optouts
     where account_id = ${accountId}
     order by phone
     limit ${page.limit}
    offset ${offsetOf(page)}
  `.execute(db)
  return { optOuts: rows, total: counted.rows[0]?.count ?? 0 }
}

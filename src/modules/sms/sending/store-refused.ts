import { sql } from 'kysely'
import type { Queryable } from '../../../engine/db/index.ts'
import type { Plan, RefusedReason, RefusedRecipient } from './rules.ts'

/** The SQL of recipients that became no message. */

export interface NewRefused extends RefusedRecipient {
  readonly requestId: number
  /** From 0 on, in its request. */
  readonly place: number
  readonly accountId: number
}

interface Refusing {
  readonly plan: Pick<Plan, 'refused'>
  readonly row: { readonly id: number; readonly accountId: number }
}

export const refusedIn = (sends: readonly Pick<Refusing, 'plan'>[]) =>
  sends.reduce((sum, { plan }) => sum + plan.refused.length, 0)

/** One after the other, as messages: they are many only in sends that are wrong. */
export function* refusedOf(sends: readonly Refusing[]): Generator<NewRefused> {
  for (const { plan, row } of sends) {
    for (const [place, one] of plan.refused.entries())
      yield { ...one, requestId: row.id, place, accountId: row.accountId }
  }
}

export function insertOfRefused(refused: readonly NewRefused[]) {
  return sql`
    insert into sms_refused (request_id, place, account_id, recipient_id, number, why)
    select "requestId", place, "accountId", "recipientId", number, why
      from json_to_recordset(${JSON.stringify(refused)}::json)
        as r("requestId" bigint, place integer, "accountId" bigint, "recipientId" text, number text, why text)
  `
}

export async function countRefused(db: Queryable, accountId: number, requestId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sms_refused where request_id = ${requestId} and account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface StoredRefused {
  readonly recipientId: string
  readonly number: string
  readonly why: RefusedReason
}

/** So many from a place on. */
export async function listRefused(
  db: Queryable,
  accountId: number,
  requestId: number,
  from: number,
  limit: number,
): Promise<StoredRefused[]> {
  const { rows } = await sql<StoredRefused>`
    select recipient_id as "recipientId", number, why
      from sms_refused
     where request_id = ${requestId}
       and account_id = ${accountId}
       and place >= ${from}
       and place < ${from + limit}
     order by place
  `.execute(db)
  return rows
}

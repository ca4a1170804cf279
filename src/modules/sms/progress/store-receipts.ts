import { sql } from 'kysely'
import { type Queryable, selectPage } from '../../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../../values/page.ts'
import type { AwaitedReceipts } from '../../routing/index.ts'

/** A receipt that no message has the reference of. They are the operator's, because nobody knows whose they are. */
export interface UnknownReceipt {
  readonly id: number
  readonly carrier: string
  readonly reference: string
  readonly status: string
  readonly reason: string | null
  readonly doneAt: Date
  readonly receivedAt: Date
  /** Whether it is not tried again any more. */
  readonly givenUp: boolean
}

/** Of one carrier, or of all; the newest first. */
export function listUnknownReceipts(
  db: Queryable,
  carrier: string | null,
  page: PageQuestion,
): Promise<PageOf<UnknownReceipt>> {
  return selectPage(db, page, {
    columns: sql`id, carrier, reference, status, reason, done_at as "doneAt", received_at as "receivedAt", due_at is null as "givenUp"`,
    from: carrier === null ? sql`sms_receipts` : sql`sms_receipts where carrier = ${carrier}`,
    order: [
      [sql`received_at`, 'desc'],
      [sql`id`, 'desc'],
    ],
  })
}

/** So many messages are looked at from the first on: enough for a share, and quickly read. */
const lookedAt = 5_000

/** How many messages each carrier took in its time, and how many of them have no receipt. */
export async function countMissingReceipts(
  db: Queryable,
  awaited: readonly AwaitedReceipts[],
): Promise<Map<string, { readonly submitted: number; readonly missing: number }>> {
  const { rows } = await sql<{ name: string; submitted: number; missing: number }>`
    select v.name, count(*) as submitted, count(*) filter (where m.status = 'PENDING') as missing
      from json_to_recordset(${JSON.stringify(awaited)}::json) as v(name text, "fromId" bigint, since timestamptz, until timestamptz)
     cross join lateral (
       select s.status
         from sms_messages s
        where s.id >= v."fromId"
          and s.id < v."fromId" + ${lookedAt}
          and s.carrier = v.name
          and s.submitted_at >= v.since
          and s.submitted_at < v.until
     ) m
     group by v.name
  `.execute(db)
  return new Map(rows.map(({ name, ...counts }) => [name, counts]))
}

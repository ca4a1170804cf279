import { sql } from 'kysely'
import { type Queryable, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'

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
export function listUnknownReceipts(db: Queryable, carrier: string | null, page: PageQuestion): Promise<PageOf<UnknownReceipt>> {
  return selectPage(db, page, {
    columns: sql`id, carrier, reference, status, reason, done_at as "doneAt", received_at as "receivedAt", due_at is null as "givenUp"`,
    from: carrier === null ? sql`sms_receipts` : sql`sms_receipts where carrier = ${carrier}`,
    order: [
      [sql`received_at`, 'desc'],
      [sql`id`, 'desc'],
    ],
  })
}

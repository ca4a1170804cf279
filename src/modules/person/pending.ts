import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import type { PersonQuestion } from './model.ts'
import { wholeNumberPattern } from './rules.ts'
import { isOwned, type SearchedTable, textOf } from './searched.ts'

interface PendingRows {
  /** Whether the row `t` is pending. */
  readonly is: string
  /** The same for all rows of the table, where an index finds them in another way. */
  readonly found?: string
}

const pendingMessages = `sms_expiries e
  join sms_messages m on m.id between e.first_message_id and e.last_message_id and m.status = 'PENDING'`

/**
 * Rows that are still to be sent or paid. They may mention the number although they are for somebody else, so they are
 * overwritten when they are final.
 */
const pendingRows: Readonly<Record<string, PendingRows>> = {
  sms_messages: { is: `t.status = 'PENDING'`, found: `t.id in (select m.id from ${pendingMessages})` },
  sms_requests: {
    is: `exists (
      select from sms_messages m where m.id between t.first_message_id and t.last_message_id and m.status = 'PENDING')`,
    found: `t.id in (select m.request_id from ${pendingMessages})`,
  },
  airtime_transfers: { is: 't.done_at is null' },
  chat_messages: { is: `t.due_at is not null and t.state = 'queued'` },
  checkout_payments: {
    is: `t.ended_at is null or t.refund is not distinct from 'due'`,
    found: `(t.ended_at is null or t.refund = 'due')`,
  },
  checkout_sessions: { is: `t.state = 'open'` },
}

export const isPending = (table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(pendingRows[table]?.is ?? 'false')})`

/** Pending rows that mention the number. */
export async function countPendingMentions(
  db: Queryable,
  tables: readonly SearchedTable[],
  { accountId, phone }: PersonQuestion,
): Promise<number> {
  let pending = 0
  for (const table of tables) {
    const rule = pendingRows[table.name]
    if (rule === undefined) continue
    const mentions = sql.join(
      table.columns.map((column) => sql`${textOf(column)} ~ ${wholeNumberPattern(phone)}`),
      sql` or `,
    )
    const { rows } = await sql<{ count: number }>`
      select count(*)
        from ${sql.table(table.name)} t
       where ${sql.raw(rule.found ?? rule.is)}
         and ${isOwned(table, accountId)}
         and (${mentions})
    `.execute(db)
    pending += rows[0]?.count ?? 0
  }
  return pending
}

import { sql } from 'kysely'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import type { SenderStatus } from './rules.ts'

export async function insertSender(
  tx: Tx,
  accountId: number,
  sender: { readonly sender: string; readonly sampleContent: string; readonly status: SenderStatus },
  now: Date,
): Promise<void> {
  await sql`
    insert into senders (account_id, sender, sample_content, status, created_at)
    values (${accountId}, ${sender.sender}, ${sender.sampleContent}, ${sender.status}, ${now})
  `.execute(tx)
}

export interface SenderQuestion {
  readonly accountId: number
  readonly sender: string
}

/** The status of each, in the order they were asked for; null for one that the account does not have. */
export async function findStatuses(db: Queryable, questions: readonly SenderQuestion[]): Promise<(SenderStatus | null)[]> {
  const { rows } = await sql<{ status: SenderStatus | null }>`
    select s.status
      from unnest(${questions.map(({ accountId }) => accountId)}::bigint[], ${questions.map(({ sender }) => sender)}::text[])
           with ordinality as v(account_id, sender, place)
      left join senders s on s.account_id = v.account_id and s.sender = v.sender
     order by v.place
  `.execute(db)
  return rows.map(({ status }) => status)
}

export async function listActiveSenders(db: Queryable, accountId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sender: string }>`
    select sender
      from senders
     where account_id = ${accountId}
       and status = 'active'
     order by sender
     limit ${limit}
  `.execute(db)
  return rows.map(({ sender }) => sender)
}

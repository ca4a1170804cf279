import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run } from '../../../engine/db/index.ts'
import type { RefusedReason } from '../model.ts'

export async function countRefused(db: Queryable, accountId: number, requestId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sms_refused where request_id = ${requestId} and account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const refusedColumns = columnsOf('sms_refused', 'recipient_id, number, why').narrow<{ why: RefusedReason }>()

export type StoredRefused = RowOf<typeof refusedColumns>

export function listRefused(db: Queryable, accountId: number, requestId: number, from: number, limit: number) {
  return run.all<StoredRefused>(db)`
    select ${refusedColumns}
      from sms_refused
     where request_id = ${requestId}
       and account_id = ${accountId}
       and place >= ${from}
       and place < ${from + limit}
     order by place
  `
}

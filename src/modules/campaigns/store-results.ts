import { sql } from 'kysely'
import type { ResponseKind } from '../../contract/account/campaigns.ts'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'

/** Results of a campaign by hour and by reason, and the recipients who responded. */

const hourColumns = columnsOf('campaign_hours', {
  hour: 'hour',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
  replies: 'replies',
  replied: 'replied',
  optOuts: 'opt_outs',
  clicks: 'clicks',
  clicked: 'clicked',
  price: sql<string>`cost::text`,
})

export async function listHours(db: Queryable, accountId: number, id: number): Promise<RowOf<typeof hourColumns>[]> {
  const { rows } = await sql<RowOf<typeof hourColumns>>`
    select ${hourColumns} from campaign_hours where campaign_id = ${id} and account_id = ${accountId} order by hour
  `.execute(db)
  return rows
}

export async function listReasons(
  db: Queryable,
  accountId: number,
  id: number,
): Promise<Row<'campaign_reasons', 'reason' | 'messages'>[]> {
  const { rows } = await sql<Row<'campaign_reasons', 'reason' | 'messages'>>`
    select reason, messages
      from campaign_reasons
     where campaign_id = ${id}
       and account_id = ${accountId}
     order by messages desc, reason
  `.execute(db)
  return rows
}

const responseColumns = columnsOf(
  { r: 'campaign_responses' },
  {
    kind: 'r.kind',
    messageId: 'r.message_id',
    happenedAt: 'r.happened_at',
    /** One lookup for each row of the page: a join would be planned for all partitions. */
    phone: sql<
      string | null
    >`(select m.phone from sms_messages m where m.id = r.message_id and m.account_id + 0 = r.account_id)`,
  },
).narrow<{ kind: ResponseKind }>()

export function listResponses(
  db: Queryable,
  accountId: number,
  id: number,
  kind: ResponseKind | null,
  page: PageQuestion,
): Promise<PageOf<RowOf<typeof responseColumns>>> {
  return selectPage(db, page, {
    columns: responseColumns,
    from: sql`campaign_responses r
      where r.campaign_id = ${id}
        and r.account_id = ${accountId}
        ${kind === null ? sql`` : sql`and r.kind = ${kind}`}`,
    order: [
      [sql`r.kind`, 'asc'],
      [sql`r.message_id`, 'asc'],
    ],
  })
}

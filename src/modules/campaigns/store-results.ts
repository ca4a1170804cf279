import { sql } from 'kysely'
import type { ResponseKind } from '../../contract/account/campaigns.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectPage } from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

/** Results of a campaign by hour and by reason, and the recipients who responded. */

const hourColumns = columnsOf(
  'campaign_hours',
  'hour, sent, delivered, failed, cancelled, replies, replied, opt_outs, clicks, clicked',
  {
    price: sql<string>`cost::text`,
  },
)

export const listHours = (db: Queryable, accountId: number, id: number) => run.all<RowOf<typeof hourColumns>>(db)`
  select ${hourColumns} from campaign_hours where campaign_id = ${id} and account_id = ${accountId} order by hour
`

export function listReasons(db: Queryable, accountId: number, id: number) {
  return run.all<Row<'campaign_reasons', 'reason' | 'messages'>>(db)`
    select reason, messages
      from campaign_reasons
     where campaign_id = ${id}
       and account_id = ${accountId}
     order by messages desc, reason
  `
}

const responseColumns = columnsOf({ r: 'campaign_responses' }, 'r.kind, r.message_id, r.happened_at', {
  /** One lookup for each row of the page: a join would be planned for all partitions. */
  phone: sql<
    string | null
  >`(select m.phone from sms_messages m where m.id = r.message_id and m.account_id + 0 = r.account_id)`,
}).narrow<{ kind: ResponseKind }>()

export function listResponses(
  db: Queryable,
  accountId: number,
  id: number,
  kind: ResponseKind | null,
  place: Place,
): Promise<PageOf<RowOf<typeof responseColumns>>> {
  return selectPage(db, place, {
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

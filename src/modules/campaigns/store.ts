import { sql } from 'kysely'
import type { CampaignStatus, PauseReason, ResponseKind, Campaign as Shown } from '../../contract/account/campaigns.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectPage, type Tx } from '../../engine/db/index.ts'
import { type PageOf, searchText } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

/** Campaigns, their counts, and the recipients who responded. */

/** The audience of a campaign without its file. Excluded numbers are in international form. */
export type Audience = Shown['audience']

export type Options = Pick<Shown, 'uniqueLinks' | 'smartEncoding' | 'flash' | 'sendWindow' | 'validity' | 'schedule'>

/** Sums of all hours. */
const sums = sql`
  cross join lateral (
    select coalesce(sum(sent), 0)::integer as sent, coalesce(sum(delivered), 0)::integer as delivered, coalesce(sum(failed), 0)::integer as failed,
           coalesce(sum(cancelled), 0)::integer as cancelled, coalesce(sum(replies), 0)::integer as replies, coalesce(sum(replied), 0)::integer as replied,
           coalesce(sum(opt_outs), 0)::integer as opt_outs, coalesce(sum(clicks), 0)::integer as clicks, coalesce(sum(clicked), 0)::integer as clicked,
           coalesce(sum(cost), 0)::numeric(18,4)::text as cost
      from campaign_hours
     where campaign_id = c.id
  ) h`

const columns = columnsOf(
  { c: 'campaigns' },
  `c.id, c.account_id, c.name, c.status, c.pause_reason, c.sender, c.text, c.audience, c.options, c.pace,
   c.reply_hours, c.resends, c.link_codes, c.file_name, c.file_columns, c.file_upload, c.file_rows,
   c.file_invalid, c.starts_at, c.audience_round as round, c.recipients, c.position, c.queued, c.invalid,
   c.duplicates, c.opted_out, c.do_not_disturb, c.no_consent, c.created_at, c.started_at, c.ended_at`,
  {
    sent: sql<number>`h.sent`,
    delivered: sql<number>`h.delivered`,
    failed: sql<number>`h.failed`,
    cancelled: sql<number>`h.cancelled`,
    replies: sql<number>`h.replies`,
    replied: sql<number>`h.replied`,
    optOuts: sql<number>`h.opt_outs`,
    clicks: sql<number>`h.clicks`,
    clicked: sql<number>`h.clicked`,
    cost: sql<string>`h.cost`,
  },
).narrow<{ status: CampaignStatus; pauseReason: PauseReason | null; audience: Audience; options: Options }>()

export type Campaign = RowOf<typeof columns>

export const findCampaign = (db: Queryable, accountId: number, id: number) => run.first<Campaign>(db)`
  select ${columns} from campaigns c ${sums} where c.id = ${id} and c.account_id = ${accountId}
`

export function listCampaigns(
  db: Queryable,
  accountId: number,
  { status, search }: { readonly status: CampaignStatus | null; readonly search: string | null },
  place: Place,
): Promise<PageOf<Campaign>> {
  return selectPage(db, place, {
    columns,
    from: sql`campaigns c ${sums}
      where c.account_id = ${accountId}
        ${status === null ? sql`` : sql`and c.status = ${status}`}
        ${search === null ? sql`` : sql`and strpos(lower(normalize(c.name)), ${searchText(search)}) > 0`}`,
    order: [[sql`c.id`, 'desc']],
  })
}

/** Drafts and campaigns that have not ended. */
export const countOpen = (db: Queryable, accountId: number) => run.count(db)`
  select count(*) from campaigns where account_id = ${accountId} and status not in ('cancelled', 'done')
`

export type Settings = Pick<Campaign, 'name' | 'sender' | 'text' | 'audience' | 'options' | 'pace' | 'replyHours'>

/** Null when the campaign `resends` was already sent again. */
export async function insertCampaign(
  db: Queryable,
  accountId: number,
  { name, sender, text, audience, options, pace, replyHours }: Settings,
  now: Date,
  resends: number | null = null,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into campaigns (account_id, name, status, sender, text, audience, options, pace, reply_hours, created_at,
                           resends, starts_at, due_at)
    values (${accountId}, ${name}, ${resends === null ? 'draft' : 'scheduled'}, ${sender}, ${text}, ${JSON.stringify(audience)}::jsonb,
            ${JSON.stringify(options)}::jsonb, ${pace}, ${replyHours}, ${now},
            ${resends}, ${resends === null ? null : now}, ${resends === null ? null : now})
        on conflict (resends) where resends is not null and status <> 'cancelled' do nothing
    returning id
  `.execute(db)
  return rows[0]?.id ?? null
}

/** False unless it is a draft. */
export function updateDraft(db: Queryable, accountId: number, id: number, settings: Settings) {
  const { name, sender, text, audience, options, pace, replyHours } = settings
  return run.hasRows(db)`
    update campaigns
       set name = ${name}, sender = ${sender}, text = ${text}, audience = ${JSON.stringify(audience)}::jsonb,
           options = ${JSON.stringify(options)}::jsonb, pace = ${pace}, reply_hours = ${replyHours}
     where id = ${id}
       and account_id = ${accountId}
       and status = 'draft'
    returning id
  `
}

/** Takes effect after the current step. */
export async function setPace(db: Queryable, accountId: number, id: number, pace: number | null): Promise<void> {
  await sql`
    update campaigns
       set pace = ${pace}
     where id = ${id}
       and account_id = ${accountId}
       and status not in ('cancelled', 'done')
  `.execute(db)
}

export async function deleteCampaign(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from campaigns
     where id = ${id}
       and account_id = ${accountId}
       and (status = 'draft' or ended_at is not null)
       and not exists (select from campaigns r where r.resends = campaigns.id and r.ended_at is null)
    returning id
  `.execute(tx)
  if (rows.length === 0) return false
  for (const table of [
    'campaign_hours',
    'campaign_pieces',
    'campaign_reasons',
    'campaign_requests',
    'campaign_responses',
    'campaign_files',
  ])
    await sql`delete from ${sql.table(table)} where campaign_id = ${id} and account_id = ${accountId}`.execute(tx)
  return true
}

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

export function listResponses(db: Queryable, accountId: number, id: number, kind: ResponseKind | null, place: Place) {
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

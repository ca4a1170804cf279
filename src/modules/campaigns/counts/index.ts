import { type RawBuilder, sql } from 'kysely'
import type { ResponseKind } from '../../../contract/account/campaigns.ts'
import type { Changes } from '../../../engine/changes.ts'
import { type Database, type Queryable, type Row, run, type Tx } from '../../../engine/db/index.ts'

/** Counts of campaigns by hour and by reason, and the recipients who responded. */

/** The start of the submitter of campaign messages in `sms_messages`; the id follows. */
export const campaignOrigin = 'campaign'

/** Paused campaigns, and cancelled ones whose messages are not all cancelled yet. */
async function listHeld(db: Queryable): Promise<ReadonlySet<number>> {
  const { rows } = await sql<Row<'campaigns', 'id'>>`
    select id from campaigns where status = 'paused' or (status = 'cancelled' and ended_at is null)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The campaign of a submitter; 0 for other submitters and none. */
export const campaignIdOf = (submitter: RawBuilder<unknown>) => sql`
  case when ${submitter} like ${sql.lit(`${campaignOrigin}/%`)} then split_part(${submitter}, '/', 2)::bigint else 0 end
`

const hourOf = (now: Date) => sql`date_trunc('hour', ${now}::timestamptz, 'UTC')`

/**
 * Counts changed messages of campaigns, as parts of the statement that changes them. `changed` has the columns of
 * `changeMessages`. All processes lock the rows in the order of campaigns, so they cannot deadlock.
 */
export const campaignPart = (changed: RawBuilder<unknown>, now: Date) => sql`
  campaign_changes as (
    select split_part(c.submitter, '/', 2)::bigint as campaign_id, c.account_id, c.is_taken, c.status, c.price,
           coalesce(c.reason, '') as reason
      from ${changed} c
     where c.submitter like ${sql.lit(`${campaignOrigin}/%`)}
  ),
  campaign_reasons_counted as (
    insert into campaign_reasons as r (campaign_id, reason, account_id, messages)
    select campaign_id, reason, account_id, count(*)
      from campaign_changes
     where status = 'UNDELIVERED'
       and reason <> 'cancelled'
     group by campaign_id, reason, account_id
     order by campaign_id, reason
        on conflict (campaign_id, reason) do update set messages = r.messages + excluded.messages
  ),
  campaign_hours_counted as (
    insert into campaign_hours as h (campaign_id, hour, account_id, sent, delivered, failed, cancelled, cost)
    select campaign_id, ${hourOf(now)}, account_id, count(*) filter (where is_taken), count(*) filter (where status = 'DELIVERED'),
           count(*) filter (where status = 'UNDELIVERED' and reason <> 'cancelled'), count(*) filter (where status = 'UNDELIVERED' and reason = 'cancelled'),
           coalesce(sum(price) filter (where is_taken), 0)
      from campaign_changes
     group by campaign_id, account_id
     order by campaign_id
        on conflict (campaign_id, hour) do update
       set sent = h.sent + excluded.sent, delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed,
           cancelled = h.cancelled + excluded.cancelled, cost = h.cost + excluded.cost
  )
`

/** A reply, an opt-out or clicks. */
interface Response {
  readonly campaignId: number
  readonly accountId: number
  readonly kind: ResponseKind
  /** Null when the recipient is unknown. */
  readonly messageId: number | null
  readonly count: number
}

/** Counts responses in the current hour. A recipient is counted once for each kind. */
export async function noteResponses(db: Queryable, responses: readonly Response[], now: Date): Promise<void> {
  if (responses.length === 0) return
  const firstOf = (kind: ResponseKind) => sql`(
    select count(*) from first f where f.campaign_id = g."campaignId" and f.kind = ${sql.lit(kind)}
  )`
  const sumOf = (kind: ResponseKind) => sql`coalesce(sum(g.count) filter (where g.kind = ${sql.lit(kind)}), 0)`
  await sql`
    with given as materialized (
      select *
        from json_to_recordset(${JSON.stringify(responses)}::json)
          as g("campaignId" bigint, "accountId" bigint, kind text, "messageId" bigint, count integer)
    ),
    first as (
      insert into campaign_responses (campaign_id, kind, message_id, account_id, happened_at)
      select distinct "campaignId", kind, "messageId", "accountId", ${now}::timestamptz
        from given
       where "messageId" is not null
       order by 1, 2, 3
          on conflict do nothing
      returning campaign_id, kind
    )
    insert into campaign_hours as h (campaign_id, hour, account_id, replies, replied, opt_outs, clicks, clicked)
    select g."campaignId", ${hourOf(now)}, g."accountId", ${sumOf('reply')}, ${firstOf('reply')}, ${firstOf('opt_out')}, ${sumOf('click')}, ${firstOf('click')}
      from given g
     group by g."campaignId", g."accountId"
     order by g."campaignId"
        on conflict (campaign_id, hour) do update
       set replies = h.replies + excluded.replies, replied = h.replied + excluded.replied, opt_outs = h.opt_outs + excluded.opt_outs,
           clicks = h.clicks + excluded.clicks, clicked = h.clicked + excluded.clicked
  `.execute(db)
}

/** Replies are counted for campaigns that sent messages in this time: the longest reply time. */
const repliesMs = 720 * 3_600_000
/** Newest messages to a number. A number that gets more of them in the reply time is a machine. */
const messagesLookedAt = 200

interface Reply {
  readonly accountId: number
  readonly phone: string
  readonly kind: 'reply' | 'opt_out'
}

/**
 * Counts an incoming message as a response to the last campaign that the person got a message of, if its reply time is
 * not over.
 */
export async function noteReply(tx: Tx, { accountId, phone, kind }: Reply, now: Date): Promise<void> {
  const campaigns = await run.all<Row<'campaigns', 'id' | 'reply_hours'>>(tx)`
    select id, reply_hours
      from campaigns
     where account_id = ${accountId}
       and started_at is not null
       and coalesce(ended_at, 'infinity') > ${new Date(now.getTime() - repliesMs)}
  `
  if (campaigns.length === 0) return
  const message = await run.first<Row<'sms_messages', 'id' | 'submitter'> & { readonly sentAt: Date }>(tx)`
    select id, submitter, submitted_at as "sentAt"
      from (select id, submitter, submitted_at
              from sms_messages
             where account_id = ${accountId}
               and phone = ${phone}
             order by id desc
             limit ${messagesLookedAt}) m
     where submitter = any(${campaigns.map(({ id }) => `${campaignOrigin}/${id}`)}::text[])
       and submitted_at is not null
     order by id desc
     limit 1
  `
  const campaign = campaigns.find(({ id }) => message?.submitter === `${campaignOrigin}/${id}`)
  if (message === null || campaign === undefined) return
  if (message.sentAt.getTime() + campaign.reply_hours * 3_600_000 < now.getTime()) return
  await noteResponses(tx, [{ campaignId: campaign.id, accountId, kind, messageId: message.id, count: 1 }], now)
}

/** Campaigns whose waiting messages are not sent. Changes on any process arrive within a second. */
export type HeldCampaigns = ReturnType<typeof createHeldCampaigns>

export function createHeldCampaigns(db: Database, changes: Changes) {
  let known: Promise<ReadonlySet<number>> | null = null
  changes.watch('campaigns', () => {
    known = null
  })
  return {
    read(): Promise<ReadonlySet<number>> {
      if (known !== null) return known
      const reading = listHeld(db)
      known = reading
      // Do not cache a failed read.
      reading.catch(() => {
        if (known === reading) known = null
      })
      return reading
    },
  }
}

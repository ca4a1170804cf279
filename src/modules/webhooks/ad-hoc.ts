import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { CallbackBody, EventKind } from '../../contract/callbacks.ts'
import { afterCommit, type Queryable, type Row, run, type Tx } from '../../engine/db/index.ts'
import { webhooksTopic } from './publish.ts'
import { makeSecret, sealSecret } from './secrets.ts'

/** The limit for one account. Messages can bring any number of URLs, and their endpoints may hang. */
export const adHocMax = 1_000

/**
 * The endpoint for the callback URL of a message, which was validated before: an existing one, or a new one with a
 * secret that is unknown until an owner rotates it. Null when the account has reached its limit and all of its ad-hoc
 * endpoints have pending events.
 */
export async function ensureEndpoint({ secrets, clock }: Pick<Context, 'secrets' | 'clock'>, tx: Tx, given: AdHoc) {
  const now = clock.now()
  const wanted = { ...given, url: new URL(given.url).href }
  const found = await findAdHoc(tx, wanted)
  if (found !== null) {
    await markUsed(tx, wanted.accountId, found, now)
    return found
  }
  await insertAdHoc(tx, wanted, sealSecret(secrets, wanted.accountId, makeSecret()), adHocMax, now)
  return findAdHoc(tx, wanted)
}

/**
 * Queues an event for one ad-hoc endpoint, in the transaction of the change. `publishEvents` serves the other endpoints.
 * False when no event is stored: the endpoint was removed, or another endpoint of the account has the same URL.
 */
export async function publishToEndpoint({ work, clock }: Pick<Context, 'work' | 'clock'>, tx: Tx, news: EndpointNews) {
  const now = clock.now()
  const isDue = await insertEventFor(tx, news, now)
  if (isDue === null) return false
  await markUsed(tx, news.accountId, news.endpointId, now)
  if (isDue) afterCommit(tx, () => work.announce(webhooksTopic))
  return true
}

const usedToMs = 60_000

/** The key of an ad-hoc endpoint. */
interface AdHoc {
  readonly accountId: number
  readonly event: EventKind
  readonly url: string
}

async function findAdHoc(tx: Tx, { accountId, event, url }: AdHoc): Promise<number | null> {
  const { rows } = await sql<Row<'webhook_endpoints', 'id'>>`
    select e.id
      from webhook_endpoints e
     where e.account_id = ${accountId}
       and e.event = ${event}
       and md5(e.url) = md5(${url}::text)
       and e.url = ${url}
       and e.ad_hoc
       and e.removed_at is null
  `.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * At the limit, replaces the endpoint that was unused for longest and has no pending events. False when there is none,
 * or when another transaction has created this endpoint in the meantime. The account row is locked to enforce the
 * limit, with a lock that still allows foreign keys, because the waiting transaction may hold one.
 */
async function insertAdHoc(tx: Tx, { accountId, event, url }: AdHoc, secret: Buffer, max: number, now: Date) {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tx)
  await sql`
    update webhook_endpoints
       set removed_at = ${now}, due_at = ${now}
     where id = (
       select e.id
         from webhook_endpoints e
        where e.account_id = ${accountId}
          and e.ad_hoc
          and e.removed_at is null
          and not exists (select from webhook_events w where w.endpoint_id = e.id and w.due_at is not null)
          and (select count(*) from webhook_endpoints where account_id = ${accountId} and removed_at is null and ad_hoc) >= ${max}
          and not exists (
            select from webhook_endpoints o
             where o.account_id = ${accountId} and o.event = ${event} and md5(o.url) = md5(${url}::text) and o.ad_hoc and o.removed_at is null
          )
        order by e.used_at, e.id
        limit 1
     )
       and account_id = ${accountId}
  `.execute(tx)
  return run.hasRows(tx)`
    insert into webhook_endpoints (account_id, event, url, ad_hoc, secret, used_at, created_at)
    select ${accountId}::bigint, ${event}::text, ${url}::text, true, ${secret}::bytea, ${now}::timestamptz, ${now}::timestamptz
     where (select count(*) from webhook_endpoints where account_id = ${accountId} and removed_at is null and ad_hoc) < ${max}
        on conflict (account_id, event, md5(url)) where ad_hoc and removed_at is null do nothing
    returning id
  `
}

/**
 * Updated at most once a minute, and never waits for a lock, because all messages of an account may bring the same URL.
 * A coarser value would make a busy endpoint look older than one that was used once.
 */
async function markUsed(tx: Tx, accountId: number, id: number, now: Date): Promise<void> {
  await sql`
    update webhook_endpoints
       set used_at = ${now}
     where id = (
       select e.id
         from webhook_endpoints e
        where e.id = ${id}
          and e.account_id = ${accountId}
          and e.used_at < ${new Date(now.getTime() - usedToMs)}
          for no key update skip locked
     )
       and account_id = ${accountId}
  `.execute(tx)
}

interface EndpointNews {
  readonly accountId: number
  readonly endpointId: number
  readonly body: CallbackBody<EventKind>
  /** The body for an endpoint with string ids. */
  readonly variantBody?: CallbackBody<EventKind>
  /** The message that a delivery report is about. */
  readonly messageId?: number | null
}

/**
 * Null when no event is stored: the endpoint was removed, or another endpoint of the account has the same URL.
 * Otherwise returns whether the event is due.
 */
async function insertEventFor(tx: Tx, news: EndpointNews, now: Date): Promise<boolean | null> {
  const { accountId, endpointId, body, variantBody = body, messageId = null } = news
  const { rows } = await sql<{ isDue: boolean }>`
    insert into webhook_events (account_id, endpoint_id, message_id, body, created_at, due_at)
    select e.account_id, e.id, ${messageId}::bigint, case when e.string_ids then ${JSON.stringify(variantBody)}::text else ${JSON.stringify(body)}::text end, ${now}::timestamptz, case when e.disabled_at is null then ${now}::timestamptz end
      from webhook_endpoints e
     where e.id = ${endpointId}
       and e.account_id = ${accountId}
       and e.ad_hoc
       and e.removed_at is null
       and not exists (
         select from webhook_endpoints o
          where o.account_id = e.account_id and o.event = e.event and o.url = e.url and not o.ad_hoc and o.removed_at is null
            and (o.disabled_at is null or e.disabled_at is not null)
       )
    returning due_at is not null as "isDue"
  `.execute(tx)
  return rows[0]?.isDue ?? null
}

export async function markUnusedRemoved(db: Queryable, before: Date, now: Date): Promise<void> {
  await sql`
    update webhook_endpoints
       set removed_at = ${now}, due_at = ${now}
     where ad_hoc
       and removed_at is null
       and used_at < ${before}
  `.execute(db)
}

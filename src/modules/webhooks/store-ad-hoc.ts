import { sql } from 'kysely'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import type { EventKind } from './rules.ts'

/** The SQL of endpoints that were made for the URLs of messages. */

/** What tells such an endpoint from all others. */
export interface AdHoc {
  readonly accountId: number
  readonly event: EventKind
  readonly url: string
}

export async function findAdHoc(tx: Tx, { accountId, event, url }: AdHoc): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
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
 * False when the account has as many as it may, or has this one by now. The account's row is locked, so that two at once can't both be the last; in the
 * way that lets others refer to it meanwhile, because whoever waits here may have done so already.
 */
export async function insertAdHoc(tx: Tx, { accountId, event, url }: AdHoc, secret: Buffer, max: number, now: Date): Promise<boolean> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql`
    insert into webhook_endpoints (account_id, event, url, ad_hoc, secret, used_at, created_at)
    select ${accountId}::bigint, ${event}::text, ${url}::text, true, ${secret}::bytea, ${now}::timestamptz, ${now}::timestamptz
     where (select count(*) from webhook_endpoints where account_id = ${accountId} and removed_at is null and ad_hoc) < ${max}
        on conflict (account_id, event, md5(url)) where ad_hoc and removed_at is null do nothing
    returning id
  `.execute(tx)
  return rows.length > 0
}

/** To a day: all messages of an account may bring the same URL, and would wait for each other to write when. */
export async function markUsed(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update webhook_endpoints
       set used_at = ${now}
     where id = ${id}
       and used_at < ${new Date(now.getTime() - 86_400_000)}
  `.execute(tx)
}

/** Null when it is not told: it was removed, or another endpoint of the account has the same URL and is told anyway. Otherwise whether the event is due. */
export async function insertEventFor(tx: Tx, accountId: number, id: number, body: string, now: Date): Promise<boolean | null> {
  const { rows } = await sql<{ isDue: boolean }>`
    insert into webhook_events (account_id, endpoint_id, body, created_at, due_at)
    select e.account_id, e.id, ${body}::text, ${now}::timestamptz, case when e.disabled_at is null then ${now}::timestamptz end
      from webhook_endpoints e
     where e.id = ${id}
       and e.account_id = ${accountId}
       and e.ad_hoc
       and e.removed_at is null
       and not exists (
         select from webhook_endpoints o
          where o.account_id = e.account_id and o.event = e.event and o.url = e.url and not o.ad_hoc and o.removed_at is null
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

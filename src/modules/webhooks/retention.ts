import { type RawBuilder, sql } from 'kysely'
import type { EventKind } from '../../contract/callbacks.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { firstSince, type Removal, type RetentionRule } from '../retention/index.ts'

/** Events whose bodies contain the text of a message. */
const kindsWithText: readonly EventKind[] = ['inbound-sms', 'chat']

/**
 * Old events that are not due. Those of all endpoints are read in the order of their ids; those of some endpoints by
 * endpoint, because no index has the account.
 */
function oldEvents(
  { accountId, before }: Removal,
  first: number,
  onlyWithText: boolean,
  limit: number,
): RawBuilder<unknown> {
  const isOld = sql`w.id < ${first} and w.created_at < ${before} and w.due_at is null`
  if (accountId === null && !onlyWithText)
    return sql`select w.id from webhook_events w where ${isOld} order by w.id limit ${limit}`
  return sql`
    select o.id
      from webhook_endpoints e
     cross join lateral (
       select w.id from webhook_events w where w.endpoint_id = e.id and ${isOld} order by w.id limit ${limit}
     ) o
     where ${accountId === null ? sql`true` : sql`e.account_id = ${accountId}`}
       and ${onlyWithText ? sql`e.event = any(${kindsWithText}::text[])` : sql`true`}
     limit ${limit}
  `
}

/** Deletes events and their attempts. An event that was replayed in the meantime is due again, and stays. */
async function deleteEvents(db: Queryable, old: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from webhook_events w where w.id = any(array(${old})) and w.due_at is null returning w.id
    ),
    attempts as (
      delete from webhook_attempts a using gone where a.event_id = gone.id
    )
    select count(*) as count from gone
  `.execute(db)
  return rows[0]?.count ?? 0
}

function eventsOf(db: Queryable, onlyWithText: boolean): Pick<RetentionRule, 'remove' | 'count'> {
  const first = firstSince(db, 'webhook_events', 'created_at')
  const list = async (removal: Removal, limit: number) =>
    oldEvents(removal, await first(removal.before), onlyWithText, limit)
  return {
    remove: async (removal, limit) => deleteEvents(db, await list(removal, limit)),
    async count(removal, max) {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from (${await list(removal, max)}) old`.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

export const webhooksRetention = (db: Queryable): RetentionRule[] => [
  { name: 'Webhook events with texts', dataClass: 'texts', ...eventsOf(db, true) },
  { name: 'Webhook events', dataClass: 'events', ...eventsOf(db, false) },
]

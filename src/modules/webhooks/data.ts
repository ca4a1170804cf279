import { type RawBuilder, sql } from 'kysely'
import type { EventKind } from '../../contract/callbacks.ts'
import { columnsOf, type Queryable, type Row, run, type Tx } from '../../engine/db/index.ts'
import { dataOf, firstSince, type Removal, type RetentionRule, type RowKey } from '../table-data/index.ts'
import { isAbout } from './rules.ts'

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
const deleteEvents = (db: Queryable, old: RawBuilder<unknown>) => run.count(db)`
    with gone as (
      delete from webhook_events w where w.id = any(array(${old})) and w.due_at is null returning w.id
    ),
    attempts as (
      delete from webhook_attempts a using gone where a.event_id = gone.id
    )
    select count(*) as count from gone
  `

function eventsOf(db: Queryable, onlyWithText: boolean): Pick<RetentionRule, 'remove' | 'count'> {
  const first = firstSince(db, 'webhook_events', 'created_at')
  const list = async (removal: Removal, limit: number) =>
    oldEvents(removal, await first(removal.before), onlyWithText, limit)
  return {
    remove: async (removal, limit) => deleteEvents(db, await list(removal, limit)),
    count: async (removal, max) => run.count(db)`select count(*) as count from (${await list(removal, max)}) old`,
  }
}

/** Deletes the events to or from the person with their attempts. Other events only mention the number. */
async function eraseEvents(tx: Tx, keys: readonly RowKey[], phone: string): Promise<void> {
  const { rows } = await sql<Row<'webhook_events', 'id' | 'body'>>`
    select id, body from webhook_events where id = any(${keys.map(([id]) => id)}::bigint[])
  `.execute(tx)
  const ids = rows.filter(({ body }) => isAbout(body, phone)).map(({ id }) => id)
  await sql`delete from webhook_attempts where event_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from webhook_events where id = any(${ids}::bigint[])`.execute(tx)
}

/**
 * Events of the person hold the text too, so they are deleted with their attempts, even before they are delivered. In
 * other events the number is overwritten.
 */
const events = dataOf('webhook_events', {
  person: {
    name: 'webhook-events',
    show: [
      'account_id',
      'endpoint_id',
      'body',
      columnsOf({ t: 'webhook_events' }, { answer: 't.delivered_answer' }),
      'created_at',
      'delivered_at',
    ],
    texts: ['body', 'delivered_answer'],
    swept: eraseEvents,
  },
  keep: ({ db }) => [
    { name: 'Webhook events with texts', dataClass: 'texts', ...eventsOf(db, true) },
    { name: 'Webhook events', dataClass: 'events', ...eventsOf(db, false) },
  ],
})

const attempts = dataOf('webhook_attempts', {
  owner: sql`(select o.account_id from webhook_events o where o.id = t.event_id)`,
  person: {
    name: 'webhook-attempts',
    show: ['event_id', 'at', 'status', 'problem', 'answer'],
    texts: ['answer', 'problem'],
  },
})

export const data = [events, attempts, dataOf('webhook_endpoints', { unsearched: ['url'] })]

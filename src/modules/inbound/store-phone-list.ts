import { type RawBuilder, sql } from 'kysely'
import type { MessageFormat } from '../../contract/account/messages.ts'
import { columnsOf, type Queryable, type RowOf, run } from '../../engine/db/index.ts'
import { formatOf } from '../sms/index.ts'
import type { PhoneDirection } from './phone-rules.ts'
import { simulated } from './store-phones.ts'

/**
 * The list of virtual phones: phones that an account sent to over the simulated network, and phones that wrote to it.
 */

/** Phones without a delivered message are sorted by the time of submission or failure. */
const sent = columnsOf(
  { m: 'sms_messages' },
  {
    phone: 'm.phone',
    direction: sql<PhoneDirection>`'in'`,
    id: 'm.id',
    /** Null until a message is delivered. */
    at: sql<Date | null>`case when m.status = 'DELIVERED' then m.done_at end`,
    touched_at: sql<Date | null>`coalesce(m.done_at, m.submitted_at)`,
  },
)
/** In the order of `sent`, because a union takes both. */
const written = columnsOf(
  { w: 'inbound_messages' },
  {
    phone: 'w.phone',
    direction: sql<PhoneDirection>`'out'`,
    id: 'w.id',
    at: 'w.received_at',
    touched_at: 'w.received_at',
  },
)

/** A phone and its last message, and its place in the list. */
type SeenPhone = Omit<RowOf<typeof sent | typeof written>, 'touched_at'> & { readonly key: string }

/** Last used first, then by number: the time counts backwards. */
const sortKey = sql`(lpad((100000000000000000 - coalesce((extract(epoch from touched_at) * 1000000)::bigint, 0))::text, 18, '0') || phone) collate "C"`

const messagesMax = 2_000
const writtenMax = 500
/** Limits of a search by number. */
const foundMax = 200
const perPhoneMax = 20

/** `seen` selects rows of `sent` and `written`; `found` is a common table expression for it. */
function listSeen(db: Queryable, seen: RawBuilder<unknown>, found = sql``): Promise<SeenPhone[]> {
  return run.all<SeenPhone>(db)`
    with recursive ${found}
    seen as (${seen})
    select phone, direction, id, at, ${sortKey} as key
      from (select distinct on (phone) phone, direction, id, at, touched_at
              from seen
             order by phone, at desc nulls last, touched_at desc nulls last, id desc) last
     order by key
  `
}

/**
 * Lists the latest message ids of an account. A join over id ranges would make the planner's cost estimate so high that
 * PostgreSQL compiles the statement first (JIT), which takes seconds.
 */
async function listRecentIds(db: Queryable, accountId: number): Promise<number[]> {
  const columns = columnsOf('sms_requests', { firstId: 'first_message_id', valid: 'valid' }).narrow<{
    firstId: number
  }>()
  const requests = await run.all<RowOf<typeof columns>>(db)`
    select ${columns}
      from (select first_message_id, valid, sum(valid) over (order by created_at desc, id desc) - valid as newer
              from (select id, created_at, first_message_id, valid
                      from sms_requests
                     where account_id = ${accountId}
                     order by created_at desc, id desc
                     limit ${messagesMax}) last
             where valid > 0) own
     where newer < ${messagesMax}
     order by first_message_id desc
  `
  const ids: number[] = []
  for (const { firstId, valid } of requests)
    for (let id = firstId + valid - 1; id >= firstId && ids.length < messagesMax; id -= 1) ids.push(id)
  return ids
}

/** Phones with the latest messages in either direction, latest first. */
export async function listRecentPhones(db: Queryable, accountId: number): Promise<SeenPhone[]> {
  const ids = await listRecentIds(db, accountId)
  return listSeen(
    db,
    sql`
      select ${sent}
        from sms_messages m
       where m.id = any(${ids}::bigint[])
         and m.account_id + 0 = ${accountId}
         and m.carrier = ${simulated}
       union all
      select ${written}
        from (select * from inbound_messages where account_id = ${accountId} order by id desc limit ${writtenMax}) w
       where w.carrier = ${simulated}
    `,
  )
}

/** Lists phones by prefix. Each step finds the next number through the index instead of scanning all messages. */
export function listPhonesByNumber(db: Queryable, accountId: number, prefix: string): Promise<SeenPhone[]> {
  const end = prefix.padEnd(numberLengthMax, '9')
  const nextIn = (table: string, after: RawBuilder<unknown>) => sql`
    (select phone from ${sql.table(table)} where account_id = ${accountId} and phone ${after} and phone <= ${end} order by phone limit 1)`
  const next = (after: RawBuilder<unknown>) => sql`
    (select min(phone) from (${nextIn('sms_messages', after)} union all ${nextIn('inbound_messages', after)}) either)`
  return listSeen(
    db,
    sql`
      select ${sent}
        from found f
       cross join lateral (select * from sms_messages where account_id = ${accountId} and phone = f.phone order by id desc limit ${perPhoneMax}) m
       where m.carrier = ${simulated}
       union all
      select ${written}
        from found f
       cross join lateral (select * from inbound_messages where account_id = ${accountId} and phone = f.phone order by id desc limit ${perPhoneMax}) w
       where w.carrier = ${simulated}
    `,
    sql`
      found (phone, place) as (
        select ${next(sql`>= ${prefix}`)}, 1
         union all
        select ${next(sql`> f.phone`)}, f.place + 1
          from found f
         where f.phone is not null
           and f.place < ${foundMax}
      ),
    `,
  )
}

const numberLengthMax = 15
/** The list shows only the beginning of a message. */
const textMax = 200

interface Beginning {
  /** The direction and the id of the message. */
  readonly key: string
  readonly text: string
  readonly format: MessageFormat | null
}

export async function listBeginnings(db: Queryable, accountId: number, phones: readonly SeenPhone[]) {
  const ids = (direction: PhoneDirection) =>
    phones.filter((one) => one.direction === direction && one.at !== null).map(({ id }) => id)
  const rows = await run.all<Beginning>(db)`
    select 'in-' || m.id as key, left(coalesce(m.text, r.text), ${textMax}) as text, ${formatOf('r')} as format
      from sms_messages m
      join sms_requests r on r.id = m.request_id and r.account_id = m.account_id
     where m.id = any(${ids('in')}::bigint[])
       and m.account_id + 0 = ${accountId}
     union all
    select 'out-' || id, left(text, ${textMax}), null
      from inbound_messages
     where id = any(${ids('out')}::bigint[])
       and account_id + 0 = ${accountId}
  `
  return new Map(rows.map((beginning) => [beginning.key, beginning]))
}

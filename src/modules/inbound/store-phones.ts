import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run } from '../../engine/db/index.ts'
import { formatOf } from '../sms/index.ts'
import type { Older, PhoneDirection } from './phone-rules.ts'

/**
 * One virtual phone: messages that it received over the simulated network, and messages that it wrote. Every statement
 * reads a limited number of rows.
 */

/** The carrier of virtual phones. */
export const simulated = 'simulator'

/** A phone shows at most this many of the latest messages in each direction. */
const keptMax = 2_000

/** The latest messages to a phone, in any status. */
const lastSent = (accountId: number, phone: string) => sql`
  (select id, account_id, request_id, phone, text, segments, carrier, status, done_at
     from sms_messages
    where account_id = ${accountId}
      and phone = ${phone}
    order by id desc
    limit ${keptMax})`

const hasArrived = sql`m.carrier = ${simulated} and m.status = 'DELIVERED'`

const arrivedColumns = columnsOf(
  { m: 'sms_messages', r: 'sms_requests' },
  'm.id, r.sender as from, m.phone as to, m.done_at as at, m.segments as parts',
  {
    direction: sql<PhoneDirection>`'in'`,
    text: sql<string>`coalesce(m.text, r.text)`,
    format: formatOf('r'),
    kind: sql<null>`null`,
  },
).narrow<{ at: Date }>()

/** Returns the stored text, in which a PIN is masked with asterisks. */
export function listArrived(db: Queryable, accountId: number, phone: string, { at, belowId }: Older, limit: number) {
  return run.all<RowOf<typeof arrivedColumns>>(db)`
    select ${arrivedColumns}
      from (select m.*
              from ${lastSent(accountId, phone)} m
             where ${hasArrived}
               and (m.done_at < ${at} or (m.done_at = ${at} and m.id < ${belowId}))
             order by m.done_at desc, m.id desc
             limit ${limit}) m
      join sms_requests r on r.id = m.request_id and r.account_id = m.account_id
     order by m.done_at desc, m.id desc
  `
}

const writtenColumns = columnsOf('inbound_messages', 'id, phone as from, number as to, text, received_at as at, kind', {
  direction: sql<PhoneDirection>`'out'`,
  format: sql<null>`null`,
  parts: sql<null>`null`,
})

export function listWritten(db: Queryable, accountId: number, phone: string, { at, belowId }: Older, limit: number) {
  return run.all<RowOf<typeof writtenColumns>>(db)`
    select ${writtenColumns}
      from (select id, phone, number, text, received_at, kind, carrier
              from inbound_messages
             where account_id = ${accountId}
               and phone = ${phone}
             order by id desc
             limit ${keptMax}) last
     where carrier = ${simulated}
       and (received_at < ${at} or (received_at = ${at} and id < ${belowId}))
     order by received_at desc, id desc
     limit ${limit}
  `
}

/**
 * Whether one of the latest messages on the phone came from this sender. Looks requests up by id, so the table is never
 * scanned.
 */
export function hasWrittenTo(db: Queryable, accountId: number, phone: string, sender: string): Promise<boolean> {
  return run.hasRows(db)`
    select r.id
      from sms_requests r
     where r.id = any(array(select m.request_id from ${lastSent(accountId, phone)} m where ${hasArrived}))
       and r.account_id = ${accountId}
       and r.sender = ${sender}
     limit 1
  `
}

import { sql } from 'kysely'
import { prepared, type Queryable, type Row, run, type Tx } from '../../engine/db/index.ts'
import { sendersOfNumber } from '../../values/sms.ts'

/** Lookups of the accounts behind a shared number. Each account is in the arrays, so that the index on phones is used. */

export function isShared(db: Queryable, number: string): Promise<boolean> {
  return run.hasRows(db)`select from inbound_numbers where number = ${number} and account_id is null`
}

/**
 * The accounts that wrote to the person from the number, the last writer first. Messages after the person opted out do
 * not count: they are PINs and confirmations of a STOP.
 */
export async function listWriters(tx: Tx, number: string, phone: string, since: Date): Promise<number[]> {
  const senders = sendersOfNumber(number)
  const { rows } = await sql<Row<'sms_messages', 'account_id'>>`
    ${prepared}
    select m.account_id
      from sms_messages m
     where m.account_id = any(array(select account_id from senders where sender = any(${senders}::text[])))
       and m.phone = ${phone}
       and m.sender = any(${senders}::text[])
       and m.submitted_at >= ${since}
       and not exists (
         select from sms_optouts o
          where o.account_id = m.account_id
            and o.phone = m.phone
            and o.created_at <= m.submitted_at
       )
     group by m.account_id
     order by max(m.submitted_at) desc
  `.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

/** The accounts that wrote to the person under a name, the last writer first. */
export async function listNamedWriters(tx: Tx, phone: string, since: Date): Promise<number[]> {
  const { rows } = await sql<Row<'sms_messages', 'account_id'>>`
    ${prepared}
    select m.account_id
      from sms_messages m
     where m.account_id = any(array(select id from accounts))
       and m.phone = ${phone}
       and m.sender !~ '^[+]?[0-9]+$'
       and m.submitted_at >= ${since}
     group by m.account_id
     order by max(m.submitted_at) desc
  `.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

/** The accounts that the person opted out of by a message to the number. */
export async function listStoppedBy(tx: Tx, number: string, phone: string): Promise<number[]> {
  const { rows } = await sql<Row<'sms_optouts', 'account_id'>>`
    ${prepared}
    select o.account_id
      from sms_optouts o
     where o.account_id = any(array(select id from accounts))
       and o.phone = ${phone}
       and o.source = 'stop'
       and exists (
         select from inbound_messages i
          where i.account_id = o.account_id
            and i.phone = ${phone}
            and i.number = ${number}
            and i.kind = 'stop'
            and i.received_at >= o.created_at
       )
     order by o.account_id
  `.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

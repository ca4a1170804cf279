import { sql } from 'kysely'
import { type Queryable, type Row, run } from '../../../engine/db/index.ts'
import type { WaitingNumber } from './attempt.ts'
import { holdsMax, numbersMax, type Position } from './ordering.ts'

/** The process that delivers for a credential. It is one with a bind, and stays the same until that bind has ended. */

/** Binds of credential `c` that receive. */
const receiving = sql`smpp_binds b where b.credential_id = c.id and b.mode <> 'transmitter' and b.lease_until > clock_timestamp()`

interface Kept {
  readonly id: number
  /** Whether other processes have binds that receive, too. */
  readonly hasOthers: boolean
}

/** The credentials that the process still delivers for, for at least so many seconds. */
export function listKept(db: Queryable, owner: string, ids: readonly number[], seconds: number): Promise<Kept[]> {
  return run.all<Kept>(db)`
    select c.id, exists (select from ${receiving} and b.owner <> ${owner}) as "hasOthers"
      from credentials c
     where c.id = any(${ids}::bigint[])
       and c.deliverer = ${owner}
       and exists (
         select from ${receiving} and b.owner = ${owner} and b.lease_until > clock_timestamp() + make_interval(secs => ${seconds})
       )
  `
}

/** Leased rows are the oldest due ones. More than a process can have for one credential. */
const leasedAmong = 1_000

const hasLeased = (table: string, only = sql`true`) => sql`exists (
  select from (
    select w.lease_until
      from ${sql.table(table)} w
     where ${only} and w.submitter = 'smpp/' || c.id
     order by w.due_at
     limit ${sql.lit(leasedAmong)}
  ) w
   where w.lease_until > clock_timestamp()
)`

/**
 * Makes the process deliver for these credentials, and returns those for which it does. Not while another process
 * delivers, or its deliveries are still leased: its successor would overtake them. The update compares the process that
 * was seen, so that only one of two successors wins.
 */
export async function takeOver(db: Queryable, owner: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Row<'credentials', 'id'>>`
    with free as (
      select c.id, c.deliverer
        from credentials c
       where c.id = any(${ids}::bigint[])
         and case
               when c.deliverer <> ${owner} and exists (select from ${receiving} and b.owner = c.deliverer) then false
               else not ${hasLeased('sms_reports', sql`w.kind = 'smpp'`)} and not ${hasLeased('smpp_messages')}
             end
    )
    update credentials c
       set deliverer = ${owner}
      from free
     where c.id = free.id
       and c.deliverer is not distinct from free.deliverer
    returning c.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Only waiting rows are due later than they were created. The index has the same condition. */
const waitingRows = (table: string, only = sql`true`) => sql`(
  select ${sql.lit(table)} as "table", w.id, w.phone, w.created_at, w.due_at, w.attempts
    from ${sql.table(table)} w
   where ${only}
     and w.submitter = 'smpp/' || c.id
     and w.due_at > w.created_at
   order by w.due_at
   limit ${sql.lit(numbersMax)}
)`

/** The numbers with deliveries that the customer refused for now, or that wait behind such a one. */
export async function listWaiting(db: Queryable, ids: readonly number[]) {
  const numbers = await run.all<Position & Omit<WaitingNumber, 'first'> & { readonly credentialId: number }>(db)`
    select distinct on (c.id, w.table, w.phone)
           c.id as "credentialId", w.table, w.phone, w.id, w.created_at as "createdAt",
           max(w.due_at) over (partition by c.id, w.table, w.phone) as until
      from unnest(${ids}::bigint[]) as c(id)
     cross join lateral (
       ${waitingRows('sms_reports', sql`w.kind = 'smpp'`)}
       union all
       ${waitingRows('smpp_messages')}
     ) w
     where w.attempts < ${holdsMax}
     order by c.id, w.table, w.phone, w.created_at, w.id
  `
  return numbers.map(({ id, createdAt, ...waiting }) => ({ ...waiting, first: { id, createdAt } }))
}

/** Lets another process with binds deliver, if there is one. */
export async function releaseDeliveries(db: Queryable, owner: string, ids: readonly number[]): Promise<void> {
  const other = sql`select b.owner from ${receiving} and b.owner <> ${owner} order by random() limit 1`
  await sql`
    update credentials c
       set deliverer = coalesce((${other}), ${owner})
     where c.id = any(${ids}::bigint[])
       and c.deliverer = ${owner}
  `.execute(db)
}

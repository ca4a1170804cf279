import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, type Tables, type Tx } from '../../../engine/db/index.ts'
import { isLate } from '../../table-data/index.ts'
import { messagesArchive } from '../archive.ts'

/** Removing messages and requests. Messages are deleted through the parent table, whose trigger counts their prices. */

/**
 * When message `m` of request `r` ended. Clocks of carriers can be wrong: no message ends before it was submitted, or
 * much later than its validity.
 */
const endedAt = sql`greatest(r.created_at, m.submitted_at, least(m.done_at, r.valid_until + interval '1 day'))`

/** Whether message `m` of request `r` is pending, or ended since a time. */
export const isYoung = (before: Date) => sql`(m.status = 'PENDING' or ${endedAt} >= ${before}::timestamptz)`

/** Whether message `m` of request `r` must be kept. */
export const isKept = (before: Date) => sql`(${isYoung(before)} or ${isLate(messagesArchive.name, 'm.id')})`

/** All accounts without an id. `+ 0` keeps the planner from using the index of the account instead of the primary key. */
const ofAccount = (alias: 'm' | 'r', accountId: number | null) =>
  accountId === null ? sql`` : sql`and ${sql.ref(`${alias}.account_id`)} + 0 = ${accountId}`

/** The ids of messages are null when the request has none. */
const requestColumns = columnsOf({ r: 'sms_requests' }, 'r.id, r.first_message_id, r.last_message_id', {
  /** With all digits, unlike a Date. */
  createdAt: sql<string>`r.created_at::text`,
})

export type OldRequest = RowOf<typeof requestColumns>

/** A position in the requests of an account by time, or in those of all accounts by id. */
export type RequestPlace = Pick<OldRequest, 'id' | 'createdAt'>

interface RequestRange {
  readonly before: Date
  readonly after: RequestPlace | null
  readonly limit: number
}

/** Requests of an account from before a time, oldest first. */
export function listOldRequests(db: Queryable, accountId: number, { before, after, limit }: RequestRange) {
  return run.all<OldRequest>(db)`
    select ${requestColumns}
      from sms_requests r
     where r.account_id = ${accountId}
       and r.created_at < ${before}
       ${after === null ? sql`` : sql`and (r.created_at, r.id) > (${after.createdAt}::timestamptz, ${after.id}::bigint)`}
     order by r.created_at, r.id
     limit ${limit}
  `
}

/** Requests of all accounts in the order of their ids, up to the first one that is too young. */
export async function listOldestRequests(db: Queryable, { before, after, limit }: RequestRange): Promise<OldRequest[]> {
  const { rows } = await sql<OldRequest & { readonly isOld: boolean }>`
    select ${requestColumns}, r.created_at < ${before} as "isOld"
      from sms_requests r
     where r.id > ${after?.id ?? -1}
     order by r.id
     limit ${limit}
  `.execute(db)
  const end = rows.findIndex(({ isOld }) => !isOld)
  return end < 0 ? rows : rows.slice(0, end)
}

/** Rows from before a time, in a range of ids. */
export interface IdRange {
  readonly before: Date
  readonly after: number
  readonly to: number
  readonly limit: number
}

/** Ended messages after an id, in the order of their ids. */
export async function listOldMessages(db: Queryable, { before, after, to, limit }: IdRange): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id
      from sms_messages m
     cross join lateral (select * from sms_requests where id = m.request_id limit 1) r
     where m.id > ${after}
       and m.id < ${to}
       and not ${isKept(before)}
     order by m.id
     limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes messages that ended before a time, and everything that belongs to them. Returns their number. */
export async function deleteMessages(tx: Tx, accountId: number | null, ids: readonly number[], before: Date) {
  if (ids.length === 0) return 0
  const removed = await run.all<{ id: number }>(tx)`
    delete from sms_messages m
     using sms_requests r
     where m.id = any(${ids}::bigint[])
       and r.id = m.request_id
       and not ${isKept(before)}
       ${ofAccount('m', accountId)}
    returning m.id
  `
  await deleteOf(tx, removed, 'message_id', ['sms_references', 'sms_part_receipts'])
  return removed.length
}

async function deleteOf(
  tx: Tx,
  removed: readonly { readonly id: number }[],
  column: string,
  tables: readonly (keyof Tables)[],
): Promise<void> {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  for (const table of tables)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::bigint[])`.execute(tx)
}

/** No message of request `r` is left. */
export const isEmptied = (): RawBuilder<unknown> => sql`
  not exists (select from sms_messages m where m.id between r.first_message_id and r.last_message_id)
`

/** Deletes old requests without messages. Returns their number. */
export async function deleteRequests(tx: Tx, accountId: number | null, ids: readonly number[], before: Date) {
  if (ids.length === 0) return 0
  const removed = await run.all<{ id: number }>(tx)`
    delete from sms_requests r
     where r.id = any(${ids}::bigint[])
       and r.created_at < ${before}
       and ${isEmptied()}
       ${ofAccount('r', accountId)}
    returning r.id
  `
  await deleteOf(tx, removed, 'request_id', ['sms_refused', 'sms_labels'])
  return removed.length
}

/** All messages of request `r` can be deleted, and then the request itself. */
const isRemovable = (before: Date) => sql`
  not exists (select from sms_messages m where m.id between r.first_message_id and r.last_message_id and ${isKept(before)})
`

/**
 * Counts the messages and requests of an account that would be deleted, at most `max`. Passes over any number of
 * pending messages: the archive relies on a count of 0. `offset 0` makes PostgreSQL read the messages by request.
 */
export const countOfAccount = (db: Queryable, accountId: number, before: Date, max: number) => run.count(db)`
  select count(*) as count
    from (
      select
        from (select * from sms_requests where account_id = ${accountId} and created_at < ${before} order by created_at, id) r
       cross join lateral (
         select
           from (select * from sms_messages where id between r.first_message_id and r.last_message_id offset 0) m
          where not ${isKept(before)}
          union all
         select
          where ${isRemovable(before)}
       ) removed
       limit ${max}
    ) one
`

/** Counts the messages and requests before these ids that would be deleted, at most `max`. */
export function countBefore(db: Queryable, ends: { messageId: number; requestId: number }, before: Date, max: number) {
  return run.count(db)`
    select count(*) as count
      from (
        select
          from sms_messages m
         cross join lateral (select * from sms_requests where id = m.request_id limit 1) r
         where m.id < ${ends.messageId}
           and not ${isKept(before)}
         union all
        select
          from sms_requests r
         where r.id < ${ends.requestId}
           and r.created_at < ${before}
           and ${isRemovable(before)}
         limit ${max}
      ) one
  `
}

import { type RawBuilder, sql } from 'kysely'
import type { SenderStatus } from '../../contract/account/senders.ts'
import {
  columnsOf,
  type Ordering,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  run,
  selectLongPage,
  selectPage,
  type Tables,
  type Tx,
} from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf, type PageRequest, type Sort } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

const columns = columnsOf({ s: 'senders' }, 's.id, s.sender, s.sample_content, s.status, s.created_at', {
  /** The reason of a rejection or deactivation. */
  reason: 's.reason',
  /** The last decision of the operator. */
  decidedAt: 's.decided_at',
})

/** A sender ID in the console. */
export type Sender = RowOf<typeof columns>

/** Not a join, which would also be counted. */
const accountName = sql<Tables['accounts']['name']>`(select a.name from accounts a where a.id = s.account_id)`
const columnsOfAll = columns.and(columnsOf({ s: 'senders' }, { accountId: 's.account_id', accountName }))

/** Includes the account, for operators. */
export type SenderOfAccount = RowOf<typeof columnsOfAll>

type NewSender = Pick<Sender, 'sender' | 'sampleContent' | 'status'>

/** Null when the account already has this sender ID, with any status. */
export const insertSender = (tx: Tx, accountId: number, sender: NewSender, now: Date) => run.first<Sender>(tx)`
    insert into senders as s (account_id, sender, sample_content, status, created_at)
    values (${accountId}, ${sender.sender}, ${sender.sampleContent}, ${sender.status}, ${now})
        on conflict (account_id, sender) do nothing
    returning ${columns}
  `

export const findSender = (db: Queryable, accountId: number, id: number) =>
  run.first<Sender>(db)`select ${columns} from senders s where s.account_id = ${accountId} and s.id = ${id}`

export interface DecidedSender {
  readonly accountId: number
  readonly id: number
  readonly from: SenderStatus
  readonly to: SenderStatus
  readonly reason: string | null
}

/** Null when the status has changed in the meantime. */
export const markDecided = (db: Queryable, sender: DecidedSender, now: Date) => run.first<Sender>(db)`
    update senders s
       set status = ${sender.to}, reason = ${sender.reason}, decided_at = ${now}
     where s.account_id = ${sender.accountId}
       and s.id = ${sender.id}
       and s.status = ${sender.from}
    returning ${columns}
  `

export type SenderField = 'id' | 'sender' | 'sampleContent' | 'status' | 'created'

/** Filter and order of a list. */
export interface SenderFilter<Page = PageRequest | Place> {
  readonly page: Page
  readonly sort: Sort<SenderField>
  /** A part of the name in lower case; null means all. */
  readonly search: string | null
  readonly status: SenderStatus | null
}

export const listSenders = (db: Queryable, accountId: number, filter: SenderFilter): Promise<PageOf<Sender>> =>
  selectPage(db, filter.page, {
    columns,
    from: sql`senders s where s.account_id = ${accountId} and ${matching(filter)}`,
    order: orderOf(filter.sort),
  })

export const listAllSenders = (db: Queryable, filter: SenderFilter<Place>): Promise<PageOf<SenderOfAccount>> =>
  selectLongPage(db, filter.page, {
    columns: columnsOfAll,
    from: sql`senders s where ${matching(filter)}`,
    order: orderOf(filter.sort),
  })

function matching({ search, status }: SenderFilter): RawBuilder<unknown> {
  const named = search === null ? sql`true` : sql`lower(s.sender collate "C") like ${likeAnywhere(search)}`
  return status === null ? named : sql`${named} and s.status = ${status}`
}

/** Compared byte by byte, because the order would otherwise depend on the database locale. */
const orders: Readonly<Record<SenderField, RawBuilder<unknown> | null>> = {
  id: null,
  sender: sql`lower(s.sender collate "C")`,
  sampleContent: sql`lower(s.sample_content collate "C")`,
  status: sql`s.status collate "C"`,
  created: null,
}

function orderOf({ field, direction }: Sort<SenderField>): readonly Ordering[] {
  const by = orders[field]
  const byId: Ordering = [sql`s.id`, direction]
  return by === null ? [byId] : [[by, direction, field === 'sampleContent' ? 'long' : undefined], byId]
}

export interface SenderKey {
  readonly accountId: number
  readonly sender: string
}

const standingColumns = columnsOf(
  { s: 'senders?' },
  {
    /** Null when the account does not have it. */
    status: 's.status',
    /** The reason why it cannot be used; null when there is none. */
    reason: 's.reason',
  },
)

/** The status of a sender ID. */
export type Standing = RowOf<typeof standingColumns>

/** In the order of the questions. */
export const findStandings = (db: Queryable, keys: readonly SenderKey[]) => run.all<Standing>(db)`
    ${prepared}
    select ${standingColumns}
      from unnest(${keys.map(({ accountId }) => accountId)}::bigint[], ${keys.map(({ sender }) => sender)}::text[])
           with ordinality as v(account_id, sender, place)
      left join senders s on s.account_id = v.account_id and s.sender = v.sender
     order by v.place
  `

/** Selects a row for each sender ID that is not active. */
export const selectInactive = (keys: readonly SenderKey[]): RawBuilder<unknown> => sql`
  select 1
    from unnest(${keys.map(({ accountId }) => accountId)}::bigint[], ${keys.map(({ sender }) => sender)}::text[]) as v(account_id, sender)
   where not exists (select from senders s where s.account_id = v.account_id and s.sender = v.sender and s.status = 'active')
`

export async function findStatus(db: Queryable, accountId: number, sender: string): Promise<SenderStatus | null> {
  const [standing] = await findStandings(db, [{ accountId, sender }])
  return standing?.status ?? null
}

/** Sender IDs that a refusal names. */
const namedMax = 10

export async function listActiveSenders(db: Queryable, accountId: number, limit = namedMax): Promise<string[]> {
  const { rows } = await sql<Row<'senders', 'sender'>>`
    select sender
      from senders
     where account_id = ${accountId}
       and status = 'active'
     order by sender
     limit ${limit}
  `.execute(db)
  return rows.map(({ sender }) => sender)
}

/** Pending and recently rejected sender IDs of an account, up to `limit` of each. */
export const listOpenSenders = (
  db: Queryable,
  accountId: number,
  rejectedSince: Date,
  limit: number,
) => run.all<Sender>(db)`
    (select ${columns} from senders s where s.account_id = ${accountId} and s.status = 'pending' limit ${limit})
     union all
    (select ${columns}
       from senders s
      where s.account_id = ${accountId}
        and s.status = 'rejected'
        and s.decided_at >= ${rejectedSince}
      order by s.decided_at desc
      limit ${limit})
  `

/** The pending sender IDs of all accounts, counted up to `most`. */
export const countPending = (db: Queryable, most: number) => run.count(db)`
    select count(*) as count from (select from senders where status = 'pending' limit ${most}) pending
  `

import { type RawBuilder, sql } from 'kysely'
import type { SenderStatus } from '../../contract/account/senders.ts'
import {
  columnsOf,
  type Ordering,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  selectLongPage,
  selectPage,
  type Tables,
  type Tx,
} from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf, type PageQuestion, type Sort } from '../../values/page.ts'

const columns = columnsOf(
  { s: 'senders' },
  {
    id: 's.id',
    sender: 's.sender',
    sampleContent: 's.sample_content',
    status: 's.status',
    /** The reason of a rejection or deactivation. */
    reason: 's.reason',
    createdAt: 's.created_at',
    /** The last decision of the operator. */
    decidedAt: 's.decided_at',
  },
)

/** A sender ID in the console. */
export type Sender = RowOf<typeof columns>

/** Not a join, which would also be counted. */
const accountName = sql<Tables['accounts']['name']>`(select a.name from accounts a where a.id = s.account_id)`
const columnsOfAll = columns.and(columnsOf({ s: 'senders' }, { accountId: 's.account_id', accountName }))

/** Includes the account, for operators. */
export type SenderOfAccount = RowOf<typeof columnsOfAll>

/** Null when the account already has this sender ID, with any status. */
export async function insertSender(
  tx: Tx,
  accountId: number,
  sender: { readonly sender: string; readonly sampleContent: string; readonly status: SenderStatus },
  now: Date,
): Promise<Sender | null> {
  const { rows } = await sql<Sender>`
    insert into senders as s (account_id, sender, sample_content, status, created_at)
    values (${accountId}, ${sender.sender}, ${sender.sampleContent}, ${sender.status}, ${now})
        on conflict (account_id, sender) do nothing
    returning ${columns}
  `.execute(tx)
  return rows[0] ?? null
}

export async function findSender(db: Queryable, accountId: number, id: number): Promise<Sender | null> {
  const { rows } =
    await sql<Sender>`select ${columns} from senders s where s.account_id = ${accountId} and s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface DecidedSender {
  readonly accountId: number
  readonly id: number
  readonly from: SenderStatus
  readonly to: SenderStatus
  readonly reason: string | null
}

/** Null when the status has changed in the meantime. */
export async function markDecided(
  db: Queryable,
  { accountId, id, from, to, reason }: DecidedSender,
  now: Date,
): Promise<Sender | null> {
  const { rows } = await sql<Sender>`
    update senders s
       set status = ${to}, reason = ${reason}, decided_at = ${now}
     where s.account_id = ${accountId}
       and s.id = ${id}
       and s.status = ${from}
    returning ${columns}
  `.execute(db)
  return rows[0] ?? null
}

export type SenderField = 'id' | 'sender' | 'sampleContent' | 'status' | 'created'

/** Filter and order of a list. */
export interface SendersQuestion {
  readonly page: PageQuestion
  readonly sort: Sort<SenderField>
  /** A part of the name in lower case; null means all. */
  readonly search: string | null
  readonly status: SenderStatus | null
}

export function listSenders(db: Queryable, accountId: number, question: SendersQuestion): Promise<PageOf<Sender>> {
  return selectPage(db, question.page, {
    columns,
    from: sql`senders s where s.account_id = ${accountId} and ${matching(question)}`,
    order: orderOf(question.sort),
  })
}

export function listAllSenders(db: Queryable, question: SendersQuestion): Promise<PageOf<SenderOfAccount>> {
  return selectLongPage(db, question.page, {
    columns: columnsOfAll,
    from: sql`senders s where ${matching(question)}`,
    order: orderOf(question.sort),
  })
}

function matching({ search, status }: SendersQuestion): RawBuilder<unknown> {
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
  return by === null ? [byId] : [[by, direction], byId]
}

export interface SenderQuestion {
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
export async function findStandings(db: Queryable, questions: readonly SenderQuestion[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    ${prepared}
    select ${standingColumns}
      from unnest(${questions.map(({ accountId }) => accountId)}::bigint[], ${questions.map(({ sender }) => sender)}::text[])
           with ordinality as v(account_id, sender, place)
      left join senders s on s.account_id = v.account_id and s.sender = v.sender
     order by v.place
  `.execute(db)
  return rows
}

/** Selects a row for each sender ID that is not active. */
export const selectInactive = (questions: readonly SenderQuestion[]): RawBuilder<unknown> => sql`
  select 1
    from unnest(${questions.map(({ accountId }) => accountId)}::bigint[], ${questions.map(({ sender }) => sender)}::text[]) as v(account_id, sender)
   where not exists (select from senders s where s.account_id = v.account_id and s.sender = v.sender and s.status = 'active')
`

export async function findStatus(db: Queryable, accountId: number, sender: string): Promise<SenderStatus | null> {
  const [standing] = await findStandings(db, [{ accountId, sender }])
  return standing?.status ?? null
}

export async function listActiveSenders(db: Queryable, accountId: number, limit: number): Promise<string[]> {
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
export async function listOpenSenders(
  db: Queryable,
  accountId: number,
  rejectedSince: Date,
  limit: number,
): Promise<Sender[]> {
  const { rows } = await sql<Sender>`
    (select ${columns} from senders s where s.account_id = ${accountId} and s.status = 'pending' limit ${limit})
     union all
    (select ${columns}
       from senders s
      where s.account_id = ${accountId}
        and s.status = 'rejected'
        and s.decided_at >= ${rejectedSince}
      order by s.decided_at desc
      limit ${limit})
  `.execute(db)
  return rows
}

/** The pending sender IDs of all accounts, counted up to `most`. */
export async function countPending(db: Queryable, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from senders where status = 'pending' limit ${most}) pending
  `.execute(db)
  return rows[0]?.count ?? 0
}

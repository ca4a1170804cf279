import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type DataClass, dataClasses } from '../../../contract/console/retention.ts'
import { columnsOf, type Queryable, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import { type ClassLimits, type Days, type Limit, notSet } from './rules.ts'

/** SQL of limits. */

export type LimitKind = 'default' | 'max' | 'own'

const columns = columnsOf(
  { r: 'retention_limits' },
  'r.data_class, r.kind, r.is_set, r.days, r.kept_days, r.kept_until',
)

type LimitRow = RowOf<typeof columns>

const limitOf = ({ isSet, days, keptDays, keptUntil }: Omit<LimitRow, 'dataClass' | 'kind'>): Limit => ({
  days: isSet ? days : undefined,
  keptDays,
  keptUntil,
})

export type StoredLimits = Readonly<Record<DataClass, Limit>>

/** One value for each class. */
export const byClass = <Value>(of: (dataClass: DataClass) => Value): Readonly<Record<DataClass, Value>> => {
  const [texts, messages, events, logs] = dataClasses.map(of) as [Value, Value, Value, Value]
  return { texts, messages, events, logs }
}

const collect = (rows: readonly LimitRow[], kind: LimitKind): StoredLimits =>
  byClass((dataClass) => {
    const row = rows.find((one) => one.dataClass === dataClass && one.kind === kind)
    return row === undefined ? notSet : limitOf(row)
  })

/** Audit entries were kept this long before limits could be set. */
const logDays = 730

export type Policy = Readonly<Record<DataClass, ClassLimits>>

/** The limits of the installation. */
export async function readPolicy(
  db: Queryable,
  { callbackDays }: Pick<Context['config'], 'callbackDays'>,
): Promise<Policy> {
  const rows = await run.all<LimitRow>(db)`select ${columns} from retention_limits r where r.account_id is null`
  const byDefault = collect(rows, 'default')
  const max = collect(rows, 'max')
  // The defaults while operators have not set any.
  const builtIn = { texts: null, messages: null, events: callbackDays, logs: logDays }
  return byClass((dataClass) => ({
    default: byDefault[dataClass],
    max: max[dataClass],
    builtIn: builtIn[dataClass],
  }))
}

export async function findOwnLimits(db: Queryable, accountId: number): Promise<StoredLimits> {
  const rows = await run.all<LimitRow>(db)`
    select ${columns} from retention_limits r where r.account_id = ${accountId} and r.kind = 'own'
  `
  return collect(rows, 'own')
}

/** Changes of limits wait for each other, because a change depends on the current values. */
export async function lockLimits(tx: Tx): Promise<void> {
  await sql`lock table retention_limits in share row exclusive mode`.execute(tx)
}

/** Changes without `lockLimits` may get the same revision. */
export async function putLimit(
  db: Queryable,
  accountId: number | null,
  kind: LimitKind,
  dataClass: DataClass,
  { days, keptDays, keptUntil }: Limit,
  now: Date,
): Promise<void> {
  await sql`
    insert into retention_limits (account_id, kind, data_class, is_set, days, kept_days, kept_until, changed_at, revision)
    values (${accountId}, ${kind}, ${dataClass}, ${days !== undefined}, ${days ?? null}, ${keptDays}, ${keptUntil}, ${now},
            (select coalesce(max(revision), 0) + 1 from retention_limits))
        on conflict (data_class, kind, account_id) do update
       set is_set = excluded.is_set,
           days = excluded.days,
           kept_days = excluded.kept_days,
           kept_until = excluded.kept_until,
           changed_at = excluded.changed_at,
           revision = excluded.revision
  `.execute(db)
}

/** An account with its own limit; null if it has none. */
export interface AccountLimit {
  readonly accountId: number
  readonly own: Limit | null
}

/** Accounts that have set a limit of this class, by id. */
export async function listOwnLimits(
  db: Queryable,
  dataClass: DataClass,
  after: number,
  limit: number,
): Promise<AccountLimit[]> {
  const rows = await run.all<LimitRow & { readonly accountId: number }>(db)`
    select r.account_id as "accountId", ${columns}
      from retention_limits r
     where r.data_class = ${dataClass}
       and r.kind = 'own'
       and r.account_id > ${after}
     order by r.account_id
     limit ${limit}
  `
  return rows.map((row) => ({ accountId: row.accountId, own: limitOf(row) }))
}

/** All accounts, by id. */
export async function listAccountLimits(
  db: Queryable,
  dataClass: DataClass,
  after: number,
  limit: number,
): Promise<AccountLimit[]> {
  const joined = columnsOf(
    { a: 'accounts', r: 'retention_limits?' },
    'a.id as accountId, r.is_set, r.days, r.kept_days, r.kept_until',
  )
  const rows = await run.all<RowOf<typeof joined>>(db)`
    select ${joined}
      from accounts a
      left join retention_limits r on r.account_id = a.id and r.data_class = ${dataClass} and r.kind = 'own'
     where a.id > ${after}
     order by a.id
     limit ${limit}
  `
  return rows.map(({ accountId, isSet, ...row }) => ({
    accountId,
    own: isSet === null ? null : limitOf({ ...row, isSet }),
  }))
}

/** The messages of a new installation are kept for a limited time. */
export async function insertFirstLimit(tx: Tx, days: Days, now: Date): Promise<void> {
  await putLimit(tx, null, 'default', 'messages', { days, keptDays: null, keptUntil: null }, now)
}

/** Grows with every change of a limit. */
export async function findRevision(db: Queryable): Promise<number> {
  return (await run.first<{ last: number | null }>(db)`select max(revision) as last from retention_limits`)?.last ?? 0
}

import { type RawBuilder, sql } from 'kysely'
import { type Database, leasingHint, prepared, type Queryable } from '../db/index.ts'
import { resumption } from './resumption.ts'
import type { Claim, Recorded, Work, WorkRow } from './work.ts'

export const channel = 'ngoma_work'

/** Notifies workers of other processes of new work. Without it they would find the work up to two seconds later. */
export async function notifyWork(tx: Queryable, topic: string, from = ''): Promise<void> {
  await sql`${prepared} select pg_notify(${channel}, ${`${topic} ${from}`})`.execute(tx)
}

/** More than the concurrency of any work. */
const claimedMax = 10_000

export interface ClaimRequest {
  /** Must be unique for every claim. */
  readonly owner: string
  readonly leaseSeconds: number
  readonly now: Date
  readonly limit: number
  /** Number of running rows by key. */
  readonly running: ReadonlyMap<string, number>
  /** Rows that still run here although their lease may have expired; they must not run twice at once. */
  readonly except?: readonly number[]
  /** Start after this key. The caller wraps around. */
  readonly after: string | null
}

/** Columns of a claim in addition to those of the work. */
interface ClaimedColumns {
  readonly workKey: string
  readonly workDue: Date
  readonly attempts: number
  readonly takenOver: boolean
  ofKey?: unknown
}

/** With fewer due rows, a claim looks only at their keys, and not at keys whose rows are due later. */
const fewRows = 500

/**
 * Claims due rows key by key and returns them in that order.
 *
 * Few due rows are found through the index on due_at; its `order by` makes PostgreSQL use the index instead of scanning
 * finished rows. With more due rows, the recursion jumps from key to key through the index on (key, due_at), so that a
 * million due rows of one key cost as much as one. It stops at the limit, and only claimed rows are locked. Nothing in
 * it may sort or join the keys, or this is lost.
 *
 * `due_at is not null` is repeated so that partial indexes on unfinished rows can be used. The update gets an array of
 * ids, because for thousands of rows PostgreSQL would otherwise read the whole table. Literal limits make PostgreSQL
 * keep the generic plan. The running rows are in a subquery of their own, so that their JSON is parsed once.
 *
 * Leases use the clock of the database, because clocks of processes differ and the clock of due times may be moved.
 */
export async function claim<Row extends WorkRow, Note>(
  db: Database,
  work: Work<Row, Note>,
  request: ClaimRequest,
): Promise<Claim<Row>[]> {
  const { owner, leaseSeconds, now, limit, running, except = [], after } = request
  const table = sql.table(work.table)
  const key = sql.ref(`w.${work.key}`)
  const only = work.only ?? sql`true`
  const tie = work.tie === undefined ? sql`` : sql`${sql.ref(`w.${work.tie}`)} as "workTie", `
  const turns = work.tie === undefined ? sql`"workTurn", "workDue", id` : sql`"workTurn", "workDue", "workTie", id`
  const { rows } = await sql<Row & ClaimedColumns>`
    ${prepared} ${leasingHint}
    with recursive oldest as materialized (
      select ${key} as key
        from ${table} w
       where ${only} and w.due_at <= ${now} and (w.lease_until is null or w.lease_until < clock_timestamp())
       order by w.due_at
       limit ${sql.lit(fewRows)}
    ),
    walked as (
      (select ${key} as key, w.due_at
         from ${table} w
        where ${only} and w.due_at is not null
          and (select count(*) from oldest) = ${sql.lit(fewRows)}
          ${after === null ? sql`` : sql`and ${key} > ${after}`}
        order by ${key}, w.due_at
        limit 1)
      union all
      (select next.key, next.due_at
         from walked
        cross join lateral (
          select ${key} as key, w.due_at
            from ${table} w
           where ${only} and w.due_at is not null and ${key} > walked.key
           order by ${key}, w.due_at
           limit 1) next)
    ),
    keys as (
      (select distinct key
         from oldest
        where (select count(*) from oldest) < ${sql.lit(fewRows)}
          ${after === null ? sql`` : sql`and key > ${after}`}
        order by key)
      union all
      select key
        from walked
       where due_at <= ${now}
    ),
    free as (
      select keys.key,
             ${work.concurrencyPerKey} - coalesce(((select ${JSON.stringify(Object.fromEntries(running))}::jsonb) ->> keys.key::text)::int, 0) as runs
        from keys
         ${work.exceptKeys === undefined ? sql`` : sql`where keys.key not in (${work.exceptKeys})`}
    ),
    due as (
      select most.*
        from (
          select picked.*
            from free
           cross join lateral (
             select w.id, w.lease_owner is not null as "takenOver"
               from ${table} w
              where ${only}
                and ${key} = free.key
                and w.due_at <= ${now}
                and (w.lease_until is null or w.lease_until < clock_timestamp())
                and w.id <> all(${except}::bigint[])
              order by ${work.order ?? sql`w.due_at`}
              limit greatest(free.runs, 0)
                for update skip locked
           ) picked
           limit ${sql.lit(claimedMax)}
        ) most
       limit ${limit}
    ),
    claimed as (
      update ${table} w
         set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), lease_owner = ${owner}, attempts = w.attempts + 1
       where w.id = any(array(select due.id from due))
      returning w.id, ${key} as "workTurn", w.due_at as "workDue", ${tie}${key}::text as "workKey", w.attempts, ${work.columns}
    )
    select claimed.*, claimed.id = any(array(select due.id from due where due."takenOver")) as "takenOver"
           ${work.ofKey === undefined ? sql`` : sql`, case when lag("workTurn") over turns is distinct from "workTurn" then ${work.ofKey} end as "ofKey"`}
      from claimed
    window turns as (order by ${turns})
     order by ${turns}
  `.execute(db)
  return rows.map((row, index) => {
    const { workKey: key, workDue: due, attempts, takenOver } = row
    const before = rows[index - 1]
    // Only the first row of a key has the shared columns.
    if (before?.workKey === key) row.ofKey = before.ofKey
    return { row, owner, key, due, attempts, takenOver }
  })
}

/** Returns the next due time after `after`, or null. Earlier rows were already considered by the claim. */
export async function findNextDue<Row extends WorkRow, Note>(
  db: Database,
  work: Work<Row, Note>,
  after: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ due: Date }>`
    ${prepared}
    select w.due_at as due
      from ${sql.table(work.table)} w
     where ${work.only ?? sql`true`}
       and w.due_at > ${after}
     order by w.due_at
     limit 1
  `.execute(db)
  return rows[0]?.due ?? null
}

/** Extends the leases that are still ours and returns them. */
export async function renew<Row extends WorkRow, Note>(
  db: Database,
  work: Work<Row, Note>,
  claims: readonly Claim<Row>[],
  leaseSeconds: number,
): Promise<Set<Claim<Row>>> {
  const { rows } = await sql<{ id: number; owner: string }>`
    ${prepared} ${leasingHint}
    update ${sql.table(work.table)} w
       set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from ${held(claims.toSorted(byId))}
     where ${stillHeld}
    returning w.id, w.lease_owner as owner
  `.execute(db)
  const owners = new Map(rows.map(({ id, owner }) => [id, owner]))
  return new Set(claims.filter(({ row, owner }) => owners.get(row.id) === owner))
}

/** The end of a run. */
export interface Release<Row extends WorkRow, Note> {
  readonly claim: Claim<Row>
  /** Null finishes the row. */
  readonly due: Date | null
  /** A failed attempt stays counted. */
  readonly failed: boolean
  /** Overrides `Work.finished`. */
  readonly finished?: 'delete' | 'keep'
  readonly note?: Note
  /** The retry after this failure keeps its time. */
  readonly isFixed?: boolean
  /** The time at which waiting rows of the key are due. */
  readonly resumeAt?: Date
}

/** Releases rows and returns their ids. Rows that another worker has claimed meanwhile are skipped. */
export async function release<Row extends WorkRow, Note>(
  db: Queryable,
  work: Work<Row, Note>,
  items: readonly Release<Row, Note>[],
): Promise<Set<number>> {
  const isGone = ({ due, finished = work.finished }: Release<Row, Note>) => due === null && finished === 'delete'
  const sorted = items.toSorted((a, b) => byId(a.claim, b.claim))
  const finished = sorted.filter(isGone)
  const kept = sorted.filter((item) => !isGone(item))
  return new Set([
    ...(finished.length > 0 ? await writeEnd(db, work, finished, deletion) : []),
    ...(kept.length > 0 ? await writeEnd(db, work, kept, update) : []),
  ])
}

/**
 * Releases rows and records their notes in one statement. The notes are columns of `held`: PostgreSQL underestimates
 * the sizes of arrays, and would join a second list by comparing each row with each note.
 */
async function writeEnd<Row extends WorkRow, Note>(
  db: Queryable,
  work: Work<Row, Note>,
  items: readonly Release<Row, Note>[],
  end: (table: RawBuilder<unknown>, set: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>,
): Promise<number[]> {
  const { table, record } = work
  const notes = items.flatMap(({ note }) => (note === undefined ? [] : [note]))
  const recorded = notes.length > 0 ? record?.(notes) : undefined
  const hasFixed = items.some(({ isFixed }) => isFixed)
  const set = [
    ...(recorded?.set ? [recorded.set] : []),
    ...(hasFixed ? [sql`fixed_after = case when held.is_fixed then w.attempts else w.fixed_after end`] : []),
  ]
  const columns: Recorded['columns'] = [
    ['id', 'bigint', items.map(({ claim }) => claim.row.id)],
    ['owner', 'text', items.map(({ claim }) => claim.owner)],
    ['due_at', 'timestamptz', items.map(({ due }) => due)],
    ['failed', 'boolean', items.map(({ failed }) => failed)],
    ['is_noted', 'boolean', items.map(({ note }) => note !== undefined)],
    ...(hasFixed ? [['is_fixed', 'boolean', items.map(({ isFixed = false }) => isFixed)] as const] : []),
    ...(recorded?.columns.map(([name, type, values]) => [name, type, spread(items, values)] as const) ?? []),
  ]
  const { rows } = await sql<{ id: number }>`
    ${prepared} ${leasingHint}
    with held as (
      select *
        from unnest(${sql.join(columns.map(([, type, values]) => sql`${values}::${sql.raw(type)}[]`))})
          as v(${sql.join(columns.map(([name]) => sql.ref(name)))})
    ),
    released as (${end(sql.table(table), set)})
    ${resumption(work, items)}
    ${recorded?.parts ? sql`, noted as (select * from held where is_noted), ${recorded.parts}` : sql``}
    select id from released
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The values of the notes, with null for items without a note. */
function spread(items: readonly { readonly note?: unknown }[], values: readonly unknown[]): unknown[] {
  let index = 0
  return items.map(({ note }) => (note === undefined ? null : values[index++]))
}

const deletion = (table: RawBuilder<unknown>) => sql`
  delete from ${table} w
   using held
   where ${stillHeld}
  returning w.id
`

const update = (table: RawBuilder<unknown>, set: readonly RawBuilder<unknown>[]) => sql`
  update ${table} w
     set due_at = held.due_at, lease_until = null, lease_owner = null, attempts = w.attempts - case when held.failed then 0 else 1 end
         ${sql.join(
           set.map((one) => sql`, ${one}`),
           sql``,
         )}
    from held
   where ${stillHeld}
  returning w.id
`

/**
 * Rows are always listed in id order, in which PostgreSQL mostly locks them, so that renewals and releases do not
 * deadlock.
 */
const byId = (a: Claim<WorkRow>, b: Claim<WorkRow>) => a.row.id - b.row.id

function held(claims: readonly Claim<WorkRow>[]): RawBuilder<unknown> {
  return sql`unnest(${claims.map(({ row }) => row.id)}::bigint[], ${claims.map(({ owner }) => owner)}::text[]) as held(id, owner)`
}

const stillHeld = sql`w.id = held.id and w.lease_owner = held.owner`

import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, selectPage, type Tx } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'

/** A count of archived days that were not in the archive directory, so that the number may still be in them. */
export const missingArchiveDays = 'missing-archive-days'

const columns = columnsOf('erasures', {
  id: 'id',
  accountId: 'account_id',
  phoneHash: 'phone_hash',
  state: 'state',
  step: 'step',
  pending: 'pending',
  counts: sql<unknown>`counts - ${missingArchiveDays}::text`,
  missingArchiveDays: sql<number>`coalesce((counts->>${missingArchiveDays})::int, 0)`,
  requestedBy: 'requested_by',
  requestedAt: 'requested_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
}).narrow<{ counts: Readonly<Record<string, number>> }>()

/** An erasure as it is shown: it never has the number. */
export type Erasure = RowOf<typeof columns>

export interface NewErasure {
  readonly accountId: number | null
  readonly entry: string
  readonly phoneHash: string
  readonly sealedPhone: Buffer
  readonly requestedBy: string
  readonly now: Date
  readonly dueAt: Date
}

/** Null when the same erasure exists or is running. */
export async function insertErasure(db: Queryable, erasure: NewErasure): Promise<Erasure | null> {
  const { accountId, entry, phoneHash, sealedPhone, requestedBy, now, dueAt } = erasure
  const { rows } = await sql<Erasure>`
    insert into erasures (account_id, entry, phone_hash, sealed_phone, requested_by, requested_at, due_at)
    values (${accountId}, ${entry}, ${phoneHash}, ${sealedPhone}, ${requestedBy}, ${now}, ${dueAt})
        on conflict do nothing
    returning ${columns}
  `.execute(db)
  return rows[0] ?? null
}

/** The erasure of a number that is not finished. */
export async function findActive(db: Queryable, accountId: number | null, phoneHash: string): Promise<Erasure | null> {
  const { rows } = await sql<Erasure>`
    select ${columns}
      from erasures
     where coalesce(account_id, 0) = ${accountId ?? 0}
       and phone_hash = ${phoneHash}
       and state <> 'done'
  `.execute(db)
  return rows[0] ?? null
}

/** Those of an account, or all. */
export function listErasures(db: Queryable, accountId: number | null, page: PageQuestion): Promise<PageOf<Erasure>> {
  return selectPage(db, page, {
    columns,
    from: sql`erasures where ${accountId === null ? sql`true` : sql`account_id = ${accountId}`}`,
    order: [[sql`id`, 'desc']],
  })
}

export async function listKnownEntries(db: Queryable, entries: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select entry::text as entry from erasures where entry = any(${entries}::uuid[])
  `.execute(db)
  return rows.map(({ entry }) => entry)
}

const activeColumns = columnsOf('erasures', {
  id: 'id',
  accountId: 'account_id',
  entry: 'entry',
  sealedPhone: 'sealed_phone',
  step: 'step',
  afterKey: 'after_key',
})
export type ActiveErasure = RowOf<typeof activeColumns> & { readonly sealedPhone: Buffer }

/** Null when it is finished. */
export async function findUnfinished(db: Queryable, id: number): Promise<ActiveErasure | null> {
  const { rows } = await sql<ActiveErasure>`
    select ${activeColumns} from erasures where id = ${id} and state <> 'done'
  `.execute(db)
  return rows[0] ?? null
}

export async function listUnfinished(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from erasures where state <> 'done' order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countUnfinished(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from erasures where account_id = ${accountId} and state <> 'done'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Its steps start again when nothing is pending. */
export async function markWaiting(db: Queryable, id: number, pending: number, step: string | null): Promise<void> {
  await sql`
    update erasures set state = 'waiting', pending = ${pending}, step = ${step}, after_key = null where id = ${id}
  `.execute(db)
}

/** Adds to the counts that are stored. */
const countsWith = (more: Readonly<Record<string, number>>) => sql`
  (select coalesce(jsonb_object_agg(name, count), '{}')
     from (select name, sum(count) as count
             from (select key as name, value::bigint as count from jsonb_each_text(counts)
                    union all
                   select key, value::bigint from jsonb_each_text(${JSON.stringify(more)}::jsonb)) both_counts
            group by name) summed)`

export async function markStep(
  tx: Tx,
  id: number,
  { name, afterKey }: { readonly name: string; readonly afterKey: string | null },
  counts: Readonly<Record<string, number>>,
  now: Date,
): Promise<void> {
  await sql`
    update erasures
       set state = 'running', pending = 0, step = ${name}, after_key = ${afterKey}, counts = ${countsWith(counts)},
           started_at = coalesce(started_at, ${now})
     where id = ${id}
       and state <> 'done'
  `.execute(tx)
}

/** From now on nothing says what the number was. */
export async function markDone(tx: Tx, id: number, counts: Readonly<Record<string, number>>, now: Date): Promise<void> {
  await sql`
    update erasures
       set state = 'done', sealed_phone = null, step = null, after_key = null, pending = 0, counts = ${countsWith(counts)},
           finished_at = ${now}, due_at = null
     where id = ${id}
       and state <> 'done'
  `.execute(tx)
}

export async function readDatabaseTime(db: Queryable): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** Which of these accounts exist. */
export async function findAccounts(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from accounts where id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

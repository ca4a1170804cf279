import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, selectPage, type Tx } from '../../../engine/db/index.ts'
import type { SealedColumn, Secrets } from '../../../engine/secrets/index.ts'
import type { PageOf } from '../../../values/page.ts'
import type { Place } from '../../../values/place.ts'
import type { ErasureContext } from './context.ts'
import type { ErasureEntry } from './erasures-file.ts'

const use = 'erasure'

/** The number of an erasure is encrypted, and only there while it runs. */
export const sealedErasures: readonly SealedColumn[] = [
  {
    table: 'erasures',
    column: 'sealed_phone',
    key: 'id',
    keyType: 'bigint',
    use,
    reads: ['entry'],
    bound: (row) => String(row.entry),
    examined: null,
  },
]

export const openPhone = (secrets: Secrets, sealed: Buffer, entry: string) => secrets.open(use, sealed, entry)

/** Identifies a number without revealing it. The key never leaves the installation. */
export const hashPhone = ({ secrets }: { readonly secrets: Secrets }, phone: string) =>
  createHmac('sha256', secrets.key('erasure hash')).update(phone).digest('hex').slice(0, 32)

/** A count of archived days that were not in the archive directory, so that the number may still be in them. */
export const missingArchiveDays = 'missing-archive-days'

const columns = columnsOf(
  'erasures',
  `id, account_id, phone_hash, state, step, pending, requested_by, requested_at, started_at, finished_at`,
  {
    counts: sql<unknown>`counts - ${missingArchiveDays}::text`,
    missingArchiveDays: sql<number>`coalesce((counts->>${missingArchiveDays})::int, 0)`,
  },
).narrow<{ counts: Readonly<Record<string, number>> }>()

/** An erasure as it is shown: it never has the number. */
export type Erasure = RowOf<typeof columns>

/** Null when the same erasure exists or is running. */
export function insertErasure(
  ctx: Pick<ErasureContext, 'db' | 'secrets'>,
  { id, accountId, phone, requestedBy }: ErasureEntry,
  now: Date,
  dueAt: Date,
): Promise<Erasure | null> {
  return run.first<Erasure>(ctx.db)`
    insert into erasures (account_id, entry, phone_hash, sealed_phone, requested_by, requested_at, due_at)
    values (${accountId}, ${id}, ${hashPhone(ctx, phone)}, ${ctx.secrets.seal(use, phone, id)}, ${requestedBy}, ${now}, ${dueAt})
        on conflict do nothing
    returning ${columns}
  `
}

/** The erasure of a number that is not finished. */
export function findActive(db: Queryable, accountId: number | null, phoneHash: string): Promise<Erasure | null> {
  return run.first<Erasure>(db)`
    select ${columns}
      from erasures
     where coalesce(account_id, 0) = ${accountId ?? 0}
       and phone_hash = ${phoneHash}
       and state <> 'done'
  `
}

/** The erasures of one account, or of all accounts. */
export function listErasures(db: Queryable, accountId: number | null, place: Place): Promise<PageOf<Erasure>> {
  return selectPage(db, place, {
    columns,
    from: sql`erasures where ${accountId === null ? sql`true` : sql`account_id = ${accountId}`}`,
    order: [[sql`id`, 'desc']],
  })
}

/** The ids of the entries that are in the database. */
export async function listKnownEntries(db: Queryable, entries: readonly ErasureEntry[]): Promise<Set<string>> {
  const known = await run.all<{ entry: string }>(db)`
    select entry::text as entry from erasures where entry = any(${entries.map(({ id }) => id)}::uuid[])
  `
  return new Set(known.map(({ entry }) => entry))
}

const activeColumns = columnsOf('erasures', 'id, account_id, entry, sealed_phone, step, after_key')
export type ActiveErasure = RowOf<typeof activeColumns> & { readonly sealedPhone: Buffer }

/** Null when it is finished. */
export function findUnfinished(db: Queryable, id: number): Promise<ActiveErasure | null> {
  return run.first<ActiveErasure>(db)`
    select ${activeColumns} from erasures where id = ${id} and state <> 'done'
  `
}

export async function listUnfinished(db: Queryable): Promise<number[]> {
  const found = await run.all<{ id: number }>(db)`select id from erasures where state <> 'done' order by id`
  return found.map(({ id }) => id)
}

export function countUnfinished(db: Queryable, accountId: number): Promise<number> {
  return run.count(db)`
    select count(*) from erasures where account_id = ${accountId} and state <> 'done'
  `
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
  return (await run.first<{ now: Date }>(db)`select clock_timestamp() as now`)?.now ?? new Date()
}

/** The accounts of the entries that exist. */
export async function findAccounts(db: Queryable, entries: readonly ErasureEntry[]): Promise<Set<number>> {
  const ids = entries.flatMap(({ accountId }) => accountId ?? [])
  const found = await run.all<{ id: number }>(db)`select id from accounts where id = any(${ids}::bigint[])`
  return new Set(found.map(({ id }) => id))
}

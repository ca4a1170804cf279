import { sql } from 'kysely'
import { columnsOf, type Database, type Queryable, type RowOf, run, type Tx } from '../../../../engine/db/index.ts'

/** Archived days and the rows that are archived later. */

/**
 * Creates the id of the archive of this database. Every start calls it, even without an archive, so that a backup from
 * before the first archived day has the same id as the archive directory.
 */
export async function createArchiveId(db: Queryable): Promise<void> {
  await sql`insert into archive_state (id) values (gen_random_uuid()) on conflict do nothing`.execute(db)
}

export async function findArchiveId(db: Queryable): Promise<string | null> {
  return (await run.first<{ id: string }>(db)`select id::text as id from archive_state`)?.id ?? null
}

const dayColumns = columnsOf('archive_days', {
  day: sql<string>`day::text`,
  parts: sql<number>`max(part)`,
  rows: sql<number>`sum(rows)::bigint`,
})
export type RecordedDay = RowOf<typeof dayColumns>

/** All archived days, oldest first. A few thousand in ten years. */
export function listRecorded(db: Queryable): Promise<RecordedDay[]> {
  return run.all<RecordedDay>(db)`select ${dayColumns} from archive_days group by day order by day`
}

export function findRecorded(db: Queryable, day: string): Promise<RecordedDay | null> {
  return run.first<RecordedDay>(db)`select ${dayColumns} from archive_days where day = ${day}::date group by day`
}

export async function findLastDay(db: Queryable): Promise<string | null> {
  return (await run.first<{ day: string | null }>(db)`select max(day)::text as day from archive_days`)?.day ?? null
}

/** Fails if another process recorded the part. */
export async function insertPart(db: Queryable, day: string, part: number, count: number, now: Date): Promise<void> {
  await sql`
    insert into archive_days (day, part, rows, written_at)
    values (${day}::date, ${part}, ${count}, ${now})
  `.execute(db)
}

export async function insertLate(db: Queryable, day: string, source: string, ids: readonly number[]): Promise<void> {
  await sql`
    insert into archive_late (day, source, id)
    select ${day}::date, ${source}, id
      from unnest(${ids}::bigint[]) as id
  `.execute(db)
}

/** Forgets the late rows of a day that is written again. */
export async function clearLate(db: Queryable, day: string): Promise<void> {
  await sql`delete from archive_late where day = ${day}::date`.execute(db)
}

export async function deleteLate(tx: Tx, day: string, source: string, ids: readonly number[]): Promise<void> {
  await sql`
    delete from archive_late
     where day = ${day}::date
       and source = ${source}
       and id = any(${ids}::bigint[])
  `.execute(tx)
}

/** The recorded days with late rows, oldest first. */
export async function listLateDays(db: Database): Promise<string[]> {
  const days = await run.all<{ day: string }>(db)`
    select distinct l.day::text as day
      from archive_late l
     where exists (select from archive_days d where d.day = l.day)
     order by day
  `
  return days.map(({ day }) => day)
}

/** The number and a checksum of the late rows of a day. */
export async function digestLate(db: Queryable, day: string): Promise<string> {
  const late = await run.first<{ digest: string }>(db)`
    select count(*) || ' ' || coalesce(sum(hashtextextended(source || ' ' || id, 0)), 0) as digest
      from archive_late
     where day = ${day}::date
  `
  return late?.digest ?? ''
}

export async function listLateIds(
  db: Queryable,
  day: string,
  source: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const late = await run.all<{ id: number }>(db)`
    select id
      from archive_late
     where day = ${day}::date
       and source = ${source}
       and id > ${after}
     order by id
     limit ${limit}
  `
  return late.map(({ id }) => id)
}

import { sql } from 'kysely'
import type { SegmentFilter } from '../../../contract/account/segments.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import { nameKeyOf } from '../rules.ts'

/** SQL of saved segments. */

const columns = columnsOf({ s: 'contact_segments' }, 's.id, s.name, s.filter, s.created_at').narrow<{
  filter: SegmentFilter
}>()

export type Segment = RowOf<typeof columns>

/** A segment without its id. */
export type SegmentRequest = Pick<Segment, 'name' | 'filter'>

/** The segments of an account in the order of creation. */
export function listSegments(db: Queryable, accountId: number): Promise<Segment[]> {
  return run.all<Segment>(db)`
    select ${columns}
      from contact_segments s
     where s.account_id = ${accountId}
     order by s.id
  `
}

export function findSegment(db: Queryable, accountId: number, id: number): Promise<Segment | null> {
  return run.first<Segment>(db)`
    select ${columns}
      from contact_segments s
     where s.account_id = ${accountId}
       and s.id = ${id}
  `
}

/** Null when the account already has a segment with that name. */
export async function insertSegment(
  tx: Tx,
  accountId: number,
  { name, filter }: SegmentRequest,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<Row<'contact_segments', 'id'>>`
    insert into contact_segments (account_id, name, name_key, filter, created_at)
    values (${accountId}, ${name}, ${nameKeyOf(name)}, ${JSON.stringify(filter)}::jsonb, ${now})
        on conflict do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** False when another segment of the account has that name. */
export function updateSegment(
  tx: Tx,
  accountId: number,
  id: number,
  { name, filter }: SegmentRequest,
): Promise<boolean> {
  return run.hasRows(tx)`
    update contact_segments s
       set name = ${name}, name_key = ${nameKeyOf(name)}, filter = ${JSON.stringify(filter)}::jsonb
     where s.account_id = ${accountId}
       and s.id = ${id}
       and not exists (select from contact_segments o where o.account_id = ${accountId} and o.name_key = ${nameKeyOf(name)} and o.id <> ${id})
    returning id
  `
}

/** False when the account has no such segment. */
export function deleteSegment(tx: Tx, accountId: number, id: number): Promise<boolean> {
  return run.hasRows(tx)`
    delete from contact_segments where account_id = ${accountId} and id = ${id} returning id
  `
}

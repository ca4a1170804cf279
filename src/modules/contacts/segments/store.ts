import { sql } from 'kysely'
import type { SegmentFilter } from '../../../contract/account/segments.ts'
import { columnsOf, type Queryable, type Row, type RowOf, type Tx } from '../../../engine/db/index.ts'
import { nameKeyOf } from '../rules.ts'

/** SQL of saved segments. */

const columns = columnsOf(
  { s: 'contact_segments' },
  { id: 's.id', name: 's.name', filter: 's.filter', createdAt: 's.created_at' },
).narrow<{ filter: SegmentFilter }>()

export type Segment = RowOf<typeof columns>

/** A segment without its id. */
export type SegmentRequest = Pick<Segment, 'name' | 'filter'>

/** The segments of an account in the order of creation. */
export async function listSegments(db: Queryable, accountId: number): Promise<Segment[]> {
  const { rows } = await sql<Segment>`
    select ${columns}
      from contact_segments s
     where s.account_id = ${accountId}
     order by s.id
  `.execute(db)
  return rows
}

export async function findSegment(db: Queryable, accountId: number, id: number): Promise<Segment | null> {
  const { rows } = await sql<Segment>`
    select ${columns}
      from contact_segments s
     where s.account_id = ${accountId}
       and s.id = ${id}
  `.execute(db)
  return rows[0] ?? null
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
export async function updateSegment(
  tx: Tx,
  accountId: number,
  id: number,
  { name, filter }: SegmentRequest,
): Promise<boolean> {
  const { rows } = await sql`
    update contact_segments s
       set name = ${name}, name_key = ${nameKeyOf(name)}, filter = ${JSON.stringify(filter)}::jsonb
     where s.account_id = ${accountId}
       and s.id = ${id}
       and not exists (select from contact_segments o where o.account_id = ${accountId} and o.name_key = ${nameKeyOf(name)} and o.id <> ${id})
    returning id
  `.execute(tx)
  return rows.length > 0
}

/** False when the account has no such segment. */
export async function deleteSegment(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from contact_segments where account_id = ${accountId} and id = ${id} returning id
  `.execute(tx)
  return rows.length > 0
}

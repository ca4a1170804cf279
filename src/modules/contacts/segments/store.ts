import type { SegmentFilter } from '../../../contract/account/segments.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import { refuse } from '../../../values/refusal.ts'
import { nameKeyOf } from '../rules.ts'

/** SQL of saved segments. */

const columns = columnsOf({ s: 'contact_segments' }, 's.id, s.name, s.filter, s.created_at').narrow<{
  filter: SegmentFilter
}>()

export type Segment = RowOf<typeof columns>

/** A segment without its id. */
export type SegmentRequest = Pick<Segment, 'name' | 'filter'>

/** The segments of an account in the order of creation. */
export const listSegments = (db: Queryable, accountId: number) => run.all<Segment>(db)`
    select ${columns}
      from contact_segments s
     where s.account_id = ${accountId}
     order by s.id
  `

export async function getSegment(db: Queryable, accountId: number, id: number): Promise<Segment> {
  const segment = await run.first<Segment>(db)`
    select ${columns}
      from contact_segments s
     where s.account_id = ${accountId}
       and s.id = ${id}
  `
  if (segment === null) throw refuse('segment_not_found')
  return segment
}

/** Null when the account already has a segment with that name. */
export async function insertSegment(tx: Tx, accountId: number, { name, filter }: SegmentRequest, now: Date) {
  const inserted = await run.first<Row<'contact_segments', 'id'>>(tx)`
    insert into contact_segments (account_id, name, name_key, filter, created_at)
    values (${accountId}, ${name}, ${nameKeyOf(name)}, ${JSON.stringify(filter)}::jsonb, ${now})
        on conflict do nothing
    returning id
  `
  return inserted?.id ?? null
}

/** False when another segment of the account has that name. */
export const updateSegment = (tx: Tx, accountId: number, id: number, { name, filter }: SegmentRequest) => run.hasRows(
  tx,
)`
    update contact_segments s
       set name = ${name}, name_key = ${nameKeyOf(name)}, filter = ${JSON.stringify(filter)}::jsonb
     where s.account_id = ${accountId}
       and s.id = ${id}
       and not exists (select from contact_segments o where o.account_id = ${accountId} and o.name_key = ${nameKeyOf(name)} and o.id <> ${id})
    returning id
  `

/** False when the account has no such segment. */
export const deleteSegment = (tx: Tx, accountId: number, id: number) => run.hasRows(tx)`
    delete from contact_segments where account_id = ${accountId} and id = ${id} returning id
  `

import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../engine/db/index.ts'

/** Long messages whose parts arrive one by one. */

/** The parts with the same values belong to one message. */
type PartialMessageKey = Row<'inbound_gatherings', 'carrier' | 'phone' | 'number' | 'reference' | 'total'>

const partialMessageColumns = columnsOf(
  { g: 'inbound_gatherings' },
  {
    id: 'g.id',
    isOver: sql<boolean>`g.due_at is null`,
    parts: sql<Readonly<Record<string, string>>>`
      coalesce((select json_object_agg(p.part, p.text) from inbound_parts p where p.gathering_id = g.id), '{}')
    `,
  },
)

/** Serializes the parts of one message over all processes. */
export async function lockParts(tx: Tx, key: PartialMessageKey): Promise<void> {
  const name = `inbound ${key.carrier} ${key.phone} ${key.number} ${key.reference} ${key.total}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * Finds the latest gathering with this reference that began after `since`, because carriers reuse references. Locks the
 * row, so the message is not passed on while a part is being added.
 */
export async function findPartialMessage(tx: Tx, key: PartialMessageKey, since: Date) {
  const found = await run.first<RowOf<typeof partialMessageColumns>>(tx)`
    select ${partialMessageColumns}
      from inbound_gatherings g
     where g.carrier = ${key.carrier}
       and g.phone = ${key.phone}
       and g.number = ${key.number}
       and g.reference = ${key.reference}
       and g.total = ${key.total}
       and g.created_at >= ${since}
     order by g.id desc
     limit 1
       for update of g
  `
  return found && { ...found, parts: readParts(Object.entries(found.parts)) }
}

export async function insertPartialMessage(tx: Tx, key: PartialMessageKey, now: Date, dueAt: Date): Promise<number> {
  const stored = await run.first<Row<'inbound_gatherings', 'id'>>(tx)`
    insert into inbound_gatherings (carrier, phone, number, reference, total, created_at, due_at)
    values (${key.carrier}, ${key.phone}, ${key.number}, ${key.reference}, ${key.total}, ${now}, ${dueAt})
    returning id
  `
  return stored?.id ?? 0
}

export async function insertPart(tx: Tx, gatheringId: number, part: number, text: string): Promise<void> {
  await sql`
    insert into inbound_parts (gathering_id, part, text) values (${gatheringId}, ${part}, ${JSON.stringify(text)})
  `.execute(tx)
}

/** Also ends the lease of a worker that is passing the message on as incomplete. */
export async function endPartialMessage(tx: Tx, id: number): Promise<void> {
  await sql`
    update inbound_gatherings set due_at = null, lease_until = null, lease_owner = null where id = ${id}
  `.execute(tx)
}

export async function listParts(db: Queryable, gatheringId: number): Promise<Map<number, string>> {
  const rows = await run.all<Row<'inbound_parts', 'part' | 'text'>>(db)`
    select part, text from inbound_parts where gathering_id = ${gatheringId}
  `
  return readParts(rows.map(({ part, text }) => [part, text]))
}

/** Stored as JSON. */
const readParts = (parts: readonly (readonly [part: number | string, text: string])[]) =>
  new Map(parts.map(([part, text]): [number, string] => [Number(part), JSON.parse(text)]))

export async function deletePartialMessages(db: Queryable, before: Date): Promise<void> {
  await sql`delete from inbound_gatherings where created_at < ${before} and due_at is null`.execute(db)
}

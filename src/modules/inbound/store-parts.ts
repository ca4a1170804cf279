import { sql } from 'kysely'
import type { Incoming, IncomingPart } from '../../carriers/carrier.ts'
import { columnsOf, type Queryable, type Row, type RowOf, type Tx } from '../../engine/db/index.ts'

/** Long messages whose parts arrive one by one. */

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

export interface PartialMessage extends Omit<RowOf<typeof partialMessageColumns>, 'parts'> {
  readonly parts: ReadonlyMap<number, string>
}

/** Serializes the parts of one message over all processes. */
export async function lockParts(
  tx: Tx,
  carrier: string,
  { from, to }: Incoming,
  { reference, total }: IncomingPart,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inbound ${carrier} ${from} ${to} ${reference} ${total}`}, 0))`.execute(
    tx,
  )
}

/**
 * Finds the latest gathering with this reference that began after `since`, because carriers reuse references. Locks the
 * row, so the message is not passed on while a part is being added.
 */
export async function findPartialMessage(
  tx: Tx,
  carrier: string,
  { from, to }: Incoming,
  { reference, total }: IncomingPart,
  since: Date,
): Promise<PartialMessage | null> {
  const { rows } = await sql<RowOf<typeof partialMessageColumns>>`
    select ${partialMessageColumns}
      from inbound_gatherings g
     where g.carrier = ${carrier}
       and g.phone = ${from}
       and g.number = ${to}
       and g.reference = ${reference}
       and g.total = ${total}
       and g.created_at >= ${since}
     order by g.id desc
     limit 1
       for update of g
  `.execute(tx)
  const [found] = rows
  return found === undefined ? null : { ...found, parts: partsOf(found.parts) }
}

const partsOf = (parts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(parts).map(([part, text]) => [Number(part), JSON.parse(text)]))

export async function insertPartialMessage(
  tx: Tx,
  carrier: string,
  { from, to }: Incoming,
  part: IncomingPart,
  now: Date,
  dueAt: Date,
): Promise<number> {
  const { rows } = await sql<Row<'inbound_gatherings', 'id'>>`
    insert into inbound_gatherings (carrier, phone, number, reference, total, created_at, due_at)
    values (${carrier}, ${from}, ${to}, ${part.reference}, ${part.total}, ${now}, ${dueAt})
    returning id
  `.execute(tx)
  return rows[0]?.id ?? 0
}

export async function insertPart(tx: Tx, gatheringId: number, part: number, text: string): Promise<void> {
  await sql`insert into inbound_parts (gathering_id, part, text) values (${gatheringId}, ${part}, ${JSON.stringify(text)})`.execute(
    tx,
  )
}

/** Also ends the lease of a worker that is passing the message on as incomplete. */
export async function endPartialMessage(tx: Tx, id: number): Promise<void> {
  await sql`update inbound_gatherings set due_at = null, lease_until = null, lease_owner = null where id = ${id}`.execute(
    tx,
  )
}

export async function listParts(db: Queryable, gatheringId: number): Promise<Map<number, string>> {
  const { rows } = await sql<
    Row<'inbound_parts', 'part' | 'text'>
  >`select part, text from inbound_parts where gathering_id = ${gatheringId}`.execute(db)
  return new Map(rows.map(({ part, text }) => [part, JSON.parse(text)]))
}

export async function deletePartialMessages(db: Queryable, before: Date): Promise<void> {
  await sql`delete from inbound_gatherings where created_at < ${before} and due_at is null`.execute(db)
}

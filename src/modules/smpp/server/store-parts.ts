import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, type Tx } from '../../../engine/db/index.ts'
import type { SubmitHead } from './read-submit.ts'

/** Long messages whose parts arrive one by one. */

/** The parts with the same values belong to one message. */
export interface GatheringKey {
  readonly accountId: number
  readonly credentialId: number
  readonly source: string
  readonly phone: string
  readonly reference: number
  readonly total: number
}

const gatheringColumns = columnsOf(
  { g: 'smpp_gatherings' },
  { id: 'g.id', requestId: 'g.request_id', createdAt: 'g.created_at', isOver: sql<boolean>`g.due_at is null` },
)
export type Gathering = RowOf<typeof gatheringColumns>

const partColumns = columnsOf(
  { p: 'smpp_parts' },
  {
    id: 'p.id',
    number: 'p.number',
    hash: 'p.hash',
    body: 'p.body',
    esmClass: 'p.esm_class',
    dataCoding: 'p.data_coding',
    head: 'p.head',
  },
).narrow<{ head: SubmitHead }>()
export type StoredPart = RowOf<typeof partColumns>

/** Serializes the parts of one message over all processes. */
export async function lockGathering(tx: Tx, key: GatheringKey): Promise<void> {
  const { credentialId, source, phone, reference, total } = key
  const name = `smpp ${credentialId} ${source} ${phone} ${reference} ${total}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The latest message with this reference that began after `since`, because customers reuse references. */
export async function findGathering(
  tx: Tx,
  { credentialId, source, phone, reference, total }: GatheringKey,
  since: Date,
): Promise<Gathering | null> {
  const { rows } = await sql<Gathering>`
    select ${gatheringColumns}
      from smpp_gatherings g
     where g.credential_id = ${credentialId}
       and g.phone = ${phone}
       and g.reference = ${reference}
       and g.source = ${source}
       and g.total = ${total}
       and g.created_at >= ${since}
     order by g.id desc
     limit 1
       for update of g
  `.execute(tx)
  return rows[0] ?? null
}

export async function insertGathering(tx: Tx, key: GatheringKey, now: Date, dueAt: Date): Promise<number> {
  const { rows } = await sql<Row<'smpp_gatherings', 'id'>>`
    insert into smpp_gatherings (account_id, credential_id, source, phone, reference, total, created_at, due_at)
    values (${key.accountId}, ${key.credentialId}, ${key.source}, ${key.phone}, ${key.reference}, ${key.total}, ${now}, ${dueAt})
    returning id
  `.execute(tx)
  return rows[0]?.id ?? 0
}

export async function insertPart(tx: Tx, gatheringId: number, part: StoredPart): Promise<void> {
  await sql`
    insert into smpp_parts (id, gathering_id, number, hash, body, esm_class, data_coding, head)
    values (${part.id}, ${gatheringId}, ${part.number}, ${part.hash}, ${part.body}, ${part.esmClass}, ${part.dataCoding}, ${JSON.stringify(part.head)}::jsonb)
  `.execute(tx)
}

export async function listParts(db: Queryable, gatheringId: number): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select ${partColumns}
      from smpp_parts p
     where p.gathering_id = ${gatheringId}
     order by p.number
  `.execute(db)
  return rows
}

/** Deletes a part of a message that was refused, so that the customer can send it again. */
export async function deletePart(db: Queryable, gatheringId: number, id: number): Promise<void> {
  await sql`
    delete from smpp_parts p
     using smpp_gatherings g
     where p.id = ${id}
       and p.gathering_id = ${gatheringId}
       and g.id = p.gathering_id
       and g.request_id is null
  `.execute(db)
}

/** Ends a message and forgets its text. `requestId` is null when it was incomplete. */
export async function endGathering(db: Queryable, id: number, requestId: number | null): Promise<void> {
  await sql`
    with ended as (
      update smpp_gatherings
         set request_id = ${requestId}::bigint, due_at = null, lease_until = null, lease_owner = null
       where id = ${id}
    )
    update smpp_parts set body = null where gathering_id = ${id}
  `.execute(db)
}

/** The request that a part became a part of; null while it waits for other parts, or when there is no such part. */
export async function findRequestOfPart(db: Queryable, credentialId: number, partId: number): Promise<number | null> {
  const { rows } = await sql<Row<'smpp_gatherings', 'request_id'>>`
    select g.request_id
      from smpp_parts p
      join smpp_gatherings g on g.id = p.gathering_id
     where p.id = ${partId}
       and g.credential_id = ${credentialId}
  `.execute(db)
  return rows[0]?.request_id ?? null
}

export async function deleteGatherings(db: Queryable, before: Date): Promise<void> {
  await sql`delete from smpp_gatherings where created_at < ${before} and due_at is null`.execute(db)
}

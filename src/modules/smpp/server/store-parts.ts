import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import type { SubmitHead } from './read-submit.ts'

/** Long messages whose parts arrive one by one. */

const partialMessageColumns = columnsOf(
  { g: 'smpp_gatherings' },
  `g.id, g.account_id, g.credential_id, g.source, g.phone, g.reference, g.total, g.join_key, g.created_at,
   g.request_id`,
  {
    isOver: sql<boolean>`g.due_at is null`,
  },
)
export type StoredPartialMessage = RowOf<typeof partialMessageColumns>

/** The parts with the same values belong to one message. */
export type PartialMessageKey = Omit<StoredPartialMessage, 'id' | 'joinKey' | 'createdAt' | 'requestId' | 'isOver'>

const partColumns = columnsOf(
  { p: 'smpp_parts' },
  'p.gathering_id, p.id, p.number, p.hash, p.body, p.esm_class, p.data_coding, p.head',
).narrow<{ head: SubmitHead }>()
export type GatheredRow = RowOf<typeof partColumns>
export type StoredPart = Omit<GatheredRow, 'gatheringId'>

/** Customers reuse references: one message may be in progress, and one before it be repeated. */
const partialMessagesPerKey = 3

/** Serializes new messages with these references over all processes. The order avoids deadlocks. */
export async function lockReferences(tx: Tx, keys: readonly PartialMessageKey[]): Promise<void> {
  const names = keys.map(({ credentialId, phone, reference }) => `smpp ${credentialId} ${phone} ${reference}`)
  await sql`
    select pg_advisory_xact_lock(l.lock)
      from (select distinct hashtextextended(name, 0) as lock from unnest(${names}::text[]) as n(name) order by 1) l
  `.execute(tx)
}

/** Locks the messages with these references that began after `since`, the latest first. */
export function lockPartialMessages(tx: Tx, keys: readonly PartialMessageKey[], since: Date) {
  return run.all<StoredPartialMessage>(tx)`
    select ${partialMessageColumns}
      from unnest(
             ${keys.map(({ credentialId }) => credentialId)}::bigint[],
             ${keys.map(({ phone }) => phone)}::text[],
             ${keys.map(({ reference }) => reference)}::integer[],
             ${keys.map(({ source }) => source)}::text[],
             ${keys.map(({ total }) => total)}::smallint[]
           ) as k(credential_id, phone, reference, source, total)
     cross join lateral (
       select *
         from smpp_gatherings s
        where s.credential_id = k.credential_id
          and s.phone = k.phone
          and s.reference = k.reference
          and s.source = k.source
          and s.total = k.total
          and s.created_at >= ${since}
        order by s.id desc
        limit ${partialMessagesPerKey}
          for update
     ) g
     order by g.id desc
  `
}

/** Null when there is no such message. */
export function lockPartialMessage(tx: Tx, id: number): Promise<StoredPartialMessage | null> {
  return run.first<StoredPartialMessage>(tx)`
    select ${partialMessageColumns} from smpp_gatherings g where g.id = ${id} for update
  `
}

/** The finished message before this one with the same reference, begun after `since`. */
export function findEarlier(tx: Tx, one: StoredPartialMessage, since: Date): Promise<StoredPartialMessage | null> {
  return run.first<StoredPartialMessage>(tx)`
    select ${partialMessageColumns}
      from smpp_gatherings g
     where g.credential_id = ${one.credentialId}
       and g.phone = ${one.phone}
       and g.reference = ${one.reference}
       and g.source = ${one.source}
       and g.total = ${one.total}
       and g.created_at >= ${since}
       and g.due_at is null
       and g.id < ${one.id}
     order by g.id desc
     limit 1
  `
}

/** The number of messages of each credential that still wait for parts, up to `max`. */
export async function countOpen(tx: Tx, credentialIds: readonly number[], max: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ credential: number; count: number }>`
    select c.id as credential, o.count
      from unnest(${credentialIds}::bigint[]) as c(id)
     cross join lateral (
       select count(*)
         from (select from smpp_gatherings g where g.credential_id = c.id and g.due_at is not null limit ${max}) l
     ) o
  `.execute(tx)
  return new Map(rows.map(({ credential, count }) => [credential, count]))
}

export interface NewPartialMessage extends PartialMessageKey {
  readonly joinKey: string | null
  readonly createdAt: Date
  readonly dueAt: Date
}

/** Returns the ids in the order of the messages. */
export async function insertPartialMessages(tx: Tx, all: readonly NewPartialMessage[]): Promise<number[]> {
  const { rows } = await sql<Row<'smpp_gatherings', 'id'>>`
    insert into smpp_gatherings (account_id, credential_id, source, phone, reference, total, join_key, created_at, due_at)
    select v.account_id, v.credential_id, v.source, v.phone, v.reference, v.total, v.join_key, v.created_at, v.due_at
      from unnest(
             ${all.map(({ accountId }) => accountId)}::bigint[],
             ${all.map(({ credentialId }) => credentialId)}::bigint[],
             ${all.map(({ source }) => source)}::text[],
             ${all.map(({ phone }) => phone)}::text[],
             ${all.map(({ reference }) => reference)}::integer[],
             ${all.map(({ total }) => total)}::smallint[],
             ${all.map(({ joinKey }) => joinKey)}::text[],
             ${all.map(({ createdAt }) => createdAt)}::timestamptz[],
             ${all.map(({ dueAt }) => dueAt)}::timestamptz[]
           ) with ordinality as v(account_id, credential_id, source, phone, reference, total, join_key, created_at, due_at, place)
     order by v.place
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

export async function insertParts(tx: Tx, parts: readonly GatheredRow[]): Promise<void> {
  await sql`
    insert into smpp_parts (id, gathering_id, number, hash, body, esm_class, data_coding, head)
    select *
      from unnest(
             ${parts.map(({ id }) => id)}::bigint[],
             ${parts.map(({ gatheringId }) => gatheringId)}::bigint[],
             ${parts.map(({ number }) => number)}::smallint[],
             ${parts.map(({ hash }) => hash)}::bytea[],
             ${parts.map(({ body }) => body)}::bytea[],
             ${parts.map(({ esmClass }) => esmClass)}::smallint[],
             ${parts.map(({ dataCoding }) => dataCoding)}::smallint[],
             ${parts.map(({ head }) => JSON.stringify(head))}::jsonb[]
           )
  `.execute(tx)
}

export interface Joining {
  readonly id: number
  readonly joinKey: string
}

export async function updateJoinKeys(tx: Tx, all: readonly Joining[]): Promise<void> {
  await sql`
    update smpp_gatherings g
       set join_key = v.join_key
      from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ joinKey }) => joinKey)}::text[]) as v(id, join_key)
     where g.id = v.id
  `.execute(tx)
}

export function listParts(db: Queryable, gatheringIds: readonly number[]): Promise<GatheredRow[]> {
  return run.all<GatheredRow>(db)`
    select ${partColumns}
      from smpp_parts p
     where p.gathering_id = any(${gatheringIds}::bigint[])
     order by p.gathering_id, p.number
  `
}

/** After a refused send: the next try has another key, and the customer can send the last part again. */
export async function reopenPartialMessage(tx: Tx, { id, joinKey }: Joining, refusedPart: number | null) {
  await sql`
    with opened as (
      update smpp_gatherings
         set join_key = null
       where id = ${id}
         and join_key = ${joinKey}
         and due_at is not null
      returning id
    )
    delete from smpp_parts
     using opened
     where smpp_parts.gathering_id = opened.id
       and smpp_parts.id = ${refusedPart}::bigint
  `.execute(tx)
}

export interface Ending {
  readonly id: number
  /** The joined or the failed message; null when all parts were refused. */
  readonly requestId: number | null
}

/** Ends messages and forgets their texts. */
export async function endPartialMessages(db: Queryable, endings: readonly Ending[]): Promise<void> {
  const ids = endings.map(({ id }) => id)
  await sql`
    with ended as (
      update smpp_gatherings g
         set request_id = v.request_id, due_at = null, lease_until = null, lease_owner = null
        from unnest(${ids}::bigint[], ${endings.map(({ requestId }) => requestId)}::bigint[]) as v(id, request_id)
       where g.id = v.id
         and g.request_id is null
      returning g.id
    )
    update smpp_parts p set body = null from ended where p.gathering_id = ended.id
  `.execute(db)
}

/** The message that a part belongs to. */
export function findPartialMessageOfPart(db: Queryable, credentialId: number, partId: number) {
  return run.first<StoredPartialMessage>(db)`
    select ${partialMessageColumns}
      from smpp_parts p
      join smpp_gatherings g on g.id = p.gathering_id
     where p.id = ${partId}
       and g.credential_id = ${credentialId}
  `
}

/** Messages between two addresses that wait for parts. */
export async function listWaitingPartialMessages(
  db: Queryable,
  { credentialId, source, phone }: Pick<PartialMessageKey, 'credentialId' | 'source' | 'phone'>,
  max: number,
): Promise<number[]> {
  const { rows } = await sql<Row<'smpp_gatherings', 'id'>>`
    select id
      from smpp_gatherings
     where credential_id = ${credentialId}
       and phone = ${phone}
       and source = ${source}
       and due_at is not null
     order by id
     limit ${max}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes up to `max` messages and returns their number. */
export async function deletePartialMessages(db: Queryable, before: Date, max: number): Promise<number> {
  const { rows } = await sql`
    delete from smpp_gatherings
     where id in (select id from smpp_gatherings where created_at < ${before} and due_at is null order by created_at limit ${max})
    returning id
  `.execute(db)
  return rows.length
}

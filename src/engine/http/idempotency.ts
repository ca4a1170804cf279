import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { keyHoursKept, keyLengthMax } from '../../values/id.ts'
import { refuse } from '../../values/refusal.ts'
import { columnsOf, type Database, type Queryable, type Row, type RowOf, run, type Tx } from '../db/index.ts'
import { invalidKey, keyReused, keyRunning } from './errors.ts'

/** Makes a POST safe to repeat. A key belongs to one account and one path. */
export interface IdempotencyKey {
  readonly accountId: number
  readonly path: string
  readonly key: string
  readonly bodyHash: Buffer
  /** The key is free again after this time; by default, and at most, after a day. */
  readonly keptSeconds?: number
}

const keyColumns = columnsOf({ k: 'idempotency_keys' }, { accountId: 'k.account_id', path: 'k.path', key: 'k.key' })
type KeyRow = RowOf<typeof keyColumns>

const isKey = ({ accountId, path, key }: KeyRow) => sql`account_id = ${accountId} and path = ${path} and key = ${key}`

const keptSecondsMax = keyHoursKept * 3_600
const keptSince = (now: Date) => new Date(now.getTime() - keptSecondsMax * 1_000)

/** Whether a stored key `k` is still used. */
const isUsed = (now: Date) =>
  sql`(k.created_at >= ${keptSince(now)}::timestamptz and coalesce(k.free_at >= ${now}::timestamptz, true))`

export function readIdempotencyKey(request: FastifyRequest, accountId: number): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < 1 || key.length > keyLengthMax) throw invalidKey()
  return { accountId, path: namedPath(request), key, bodyHash: request.bodyHash ?? Buffer.alloc(0) }
}

/** The route pattern with its parameter values: a key used for one address book is still free for another. */
function namedPath({ routeOptions: { url }, params, url: asked }: FastifyRequest): string {
  const places = Object.entries(params as Record<string, string>)
  return places.length === 0 ? (url ?? asked) : `${url} ${JSON.stringify(places)}`
}

interface Keyed {
  readonly key: IdempotencyKey
  readonly answer: unknown
}

/**
 * Claims keys in the transaction that does the work and returns the positions of those that were free. A concurrent
 * request with the same key waits for the first commit. Keys are claimed in a fixed order to avoid deadlocks.
 */
export async function insertAnswers(tx: Tx, items: readonly Keyed[], now: Date): Promise<Set<number>> {
  const rows = await run.all<KeyRow>(tx)`
    insert into idempotency_keys as k (account_id, path, key, body_hash, answer, created_at, free_at)
    select distinct on (account_id, path, key) account_id, path, key, body_hash, answer, ${now}::timestamptz, free_at
      from unnest(${items.map(({ key }) => key.accountId)}::bigint[], ${items.map(({ key }) => key.path)}::text[], ${items.map(({ key }) => key.key)}::text[],
                  ${items.map(({ key }) => key.bodyHash)}::bytea[], ${items.map(({ answer }) => JSON.stringify(answer))}::jsonb[],
                  ${items.map(({ key }) => freeAtOf(key, now))}::timestamptz[])
           with ordinality as v(account_id, path, key, body_hash, answer, free_at, place)
     order by account_id, path, key, place
        on conflict (account_id, path, key) do update
       set body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at, free_at = excluded.free_at
     where not ${isUsed(now)}
    returning ${keyColumns}
  `
  const free = new Set(rows.map(nameOfKey))
  return new Set(
    [...items.keys()].filter((place) => free.delete(nameOfKey((items[place] as (typeof items)[number]).key))),
  )
}

const freeAtOf = ({ keptSeconds }: IdempotencyKey, now: Date): Date | null =>
  keptSeconds === undefined ? null : new Date(now.getTime() + keptSeconds * 1_000)

export interface Once<Answer> {
  readonly answer: Answer
  /** True for the stored answer to an earlier request with the same key. */
  readonly replayed: boolean
}

/**
 * Does the work of a POST once per key, in a transaction. A concurrent request with the same key waits and gets the
 * same answer. An error rolls back the key, so errors are not stored.
 */
export function answerOnce<Answer>(
  db: Database,
  key: IdempotencyKey | null,
  now: Date,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Once<Answer>> {
  return db.transaction(async (tx) => {
    if (key === null) return { answer: await work(tx), replayed: false }
    const free = await insertAnswers(tx, [{ key, answer: null }], now)
    if (free.size === 0) return { answer: (await getAnswer(tx, key)) as Answer, replayed: true }
    const answer = await work(tx)
    await sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where ${isKey(key)}`.execute(tx)
    return { answer, replayed: false }
  })
}

/** A stored response. The body is missing when it contained a secret. */
interface StoredResponse {
  readonly status: number
  readonly body: string | null
}

/** The key of a request whose process died is free again after this time. */
const runningSecondsMax = 120

/**
 * Claims a key for a request that stores its response later. Null when the key was free. Throws a Refusal while the
 * first request is running, and when the response contained a secret.
 */
export async function claimKey(
  db: Database,
  key: IdempotencyKey,
  now: Date,
): Promise<{ readonly response: StoredResponse; readonly bodyHash: Buffer } | null> {
  const claim = { key: { ...key, keptSeconds: runningSecondsMax }, answer: null }
  return db.transaction(async (tx) => {
    if ((await insertAnswers(tx, [claim], now)).size > 0) return null
    const { answer, body_hash: bodyHash } = await getKey(tx, key)
    const response = answer as StoredResponse | null
    if (response === null) throw keyRunning()
    if (response.body === null && response.status !== 204) throw refuse('secret_shown_once')
    return { response, bodyHash }
  })
}

/** Keeps a claimed key while its request is running, such as the upload of a large file. */
export async function renewKey(db: Queryable, key: IdempotencyKey, now: Date): Promise<void> {
  await sql`
    update idempotency_keys
       set free_at = ${new Date(now.getTime() + runningSecondsMax * 1_000)}
     where ${isKey(key)}
       and free_at is not null
  `.execute(db)
}

/** Stores the response to a claimed key; null makes the key free again. */
export async function storeResponse(
  db: Queryable,
  key: IdempotencyKey,
  response: StoredResponse | null,
): Promise<void> {
  const isClaimed = sql`${isKey(key)} and free_at is not null`
  if (response === null) await sql`delete from idempotency_keys where ${isClaimed}`.execute(db)
  else
    await sql`
      update idempotency_keys
         set answer = ${JSON.stringify(response)}::jsonb, body_hash = ${key.bodyHash}, free_at = null
       where ${isClaimed}
    `.execute(db)
}

/** Returns the stored answer of a key. Throws a Refusal when the body differs. */
export async function getAnswer(tx: Queryable, key: IdempotencyKey): Promise<unknown> {
  const found = await getKey(tx, key)
  if (!key.bodyHash.equals(found.body_hash)) throw keyReused()
  return found.answer
}

async function getKey(tx: Queryable, key: IdempotencyKey) {
  const found = await run.first<Row<'idempotency_keys', 'body_hash' | 'answer'>>(tx)`
    select body_hash, answer
      from idempotency_keys
     where ${isKey(key)}
  `
  if (!found) throw new Error('an idempotency key vanished while its request was running')
  return found
}

/** Returns the names of keys with a stored answer that has not expired. */
export async function findUsedKeys(db: Queryable, keys: readonly IdempotencyKey[], now: Date): Promise<Set<string>> {
  const used = await run.all<KeyRow>(db)`
    select ${keyColumns}
      from unnest(${keys.map(({ accountId }) => accountId)}::bigint[], ${keys.map(({ path }) => path)}::text[], ${keys.map(({ key }) => key)}::text[])
        as v(account_id, path, key)
      join idempotency_keys k on k.account_id = v.account_id and k.path = v.path and k.key = v.key
     where ${isUsed(now)}
  `
  return new Set(used.map(nameOfKey))
}

/** Returns the stored answer to the same key and body; null when there is none or it has expired. */
export const findAnswer = (db: Queryable, key: IdempotencyKey, now: Date): Promise<unknown> =>
  findAnswerBy(db, key, isUsed(now))

/** Returns an answer that was stored since a time, also when its key is free again. */
export const findAnswerSince = (db: Queryable, key: IdempotencyKey, since: Date): Promise<unknown> =>
  findAnswerBy(db, key, sql`k.created_at >= ${since}`)

async function findAnswerBy(db: Queryable, key: IdempotencyKey, isFound: RawBuilder<unknown>): Promise<unknown> {
  const found = await run.first<Row<'idempotency_keys', 'answer'>>(db)`
    select answer
      from idempotency_keys k
     where ${isKey(key)}
       and body_hash = ${key.bodyHash}
       and ${isFound}
  `
  return found?.answer ?? null
}

export async function deleteOldAnswers(db: Queryable, now: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${keptSince(now)}`.execute(db)
}

/** A string that is equal for equal keys. */
export const nameOfKey = ({ accountId, path, key }: KeyRow) => JSON.stringify([accountId, path, key])

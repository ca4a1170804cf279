import { type RawBuilder, sql } from 'kysely'
import { type Database, prepared, type Queryable, retryConflicts, type Tx } from '../../engine/db/index.ts'
import type { Phone } from '../../values/phone.ts'
import type { Cap, Range } from './guard.ts'
import { hourOf } from './rules.ts'
import type { App } from './store-apps.ts'
import { countPart, guardPart, lockCounts, uncountParts } from './store-guard.ts'
import type { ChannelSend } from './store-sends.ts'

/** SQL that stores requests within their limits, and takes them back. */

/** A request that counts toward the limits and the guard. */
export interface CountedRequest {
  readonly accountId: number
  readonly app: App
  readonly phone: Phone
  /** The ranges in which the guard counts the PIN; empty when it is off. */
  readonly ranges: readonly Range[]
  readonly now: Date
}

export interface NewPin extends CountedRequest {
  readonly id: string
  readonly prefix: string
  readonly hash: Buffer
  /** Null for a PIN that is sent only once, by SMS. `sealed` is null for one that is sent once on another channel. */
  readonly followed: { readonly sealed: Buffer | null; readonly send: FirstSend } | null
}

/** The first channel of a request, before its message is accepted. */
export interface FirstSend extends Pick<ChannelSend, 'channel' | 'fallbackAt' | 'dueAt'> {
  readonly language: string | null
}

const divisionByZero = '22012'

/** The deliberate error of the statement below. */
const isCountFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === divisionByZero

/** Counts a request. `isWithin` fails the statement when a counter is full or a range is blocked. */
function countParts(
  { accountId, app, ranges, now }: CountedRequest,
  caps: readonly Cap[],
  isPrefixProven: boolean,
): { readonly definitions: RawBuilder<unknown>; readonly isWithin: RawBuilder<unknown> } {
  const counted = countPart(accountId, caps, hourOf(now))
  const guarded = guardPart(accountId, app, ranges, isPrefixProven, now)
  return {
    definitions: sql`${counted.definition}, ${guarded.definition}`,
    isWithin: sql`1 / (case when (select count(*) from ${counted.name}) = ${caps.length} and (select count(*) from ${guarded.name}) = ${ranges.length} then 1 else 0 end) = 1`,
  }
}

/** The id of the row in otp_sends; null for a PIN that is sent only once. */
export interface StoredRequest {
  readonly sendId: number | null
}

/**
 * Counts the request and stores its PIN in one statement. Null when a counter is full or a range is blocked: then the
 * statement fails on purpose, which rolls back all counts. It fails by a division by zero, because other errors would
 * repeat the row in the database log.
 */
export function insertPin(db: Queryable, row: NewPin, caps: readonly Cap[], isPrefixProven: boolean) {
  const { id, accountId, app, phone, prefix, hash, now, followed } = row
  const { definitions, isWithin } = countParts(row, caps, isPrefixProven)
  const insert = sql`
    insert into otp_pins (id, account_id, app_number, phone, prefix, pin_hash, pin_length, attempts_max, created_at, expires_at${followed === null ? sql`` : sql`, sealed_pin`})
    select ${id}::uuid, ${accountId}::bigint, ${app.number}::int, ${phone}::text, ${prefix}::text, ${hash}::bytea, ${app.pinLength}::smallint,
           ${app.attemptsMax}::smallint, ${now}::timestamptz, ${new Date(now.getTime() + app.lifeSeconds * 1_000)}::timestamptz${followed === null ? sql`` : sql`, ${followed.sealed}::bytea`}
     where ${isWithin}
  `
  return storeCounted(
    db,
    followed === null
      ? sql`${prepared} with ${definitions} ${insert}`
      : sql`
          ${prepared}
          with ${definitions},
               pin as (${insert} returning id)
          ${sendPart(accountId, followed.send, now)}
            from pin
          returning id as "sendId"
        `,
  )
}

/** Counts the request to send a PIN again. */
export function insertAgain(
  db: Queryable,
  row: CountedRequest,
  pinId: string,
  send: FirstSend,
  caps: readonly Cap[],
  isPrefixProven: boolean,
): Promise<StoredRequest | null> {
  const { definitions, isWithin } = countParts(row, caps, isPrefixProven)
  return storeCounted(
    db,
    sql`
      with ${definitions}
      ${sendPart(row.accountId, send, row.now)}
        from (select ${pinId}::uuid as id) pin
       where ${isWithin}
      returning id as "sendId"
    `,
  )
}

const sendPart = (accountId: number, { channel, language, fallbackAt, dueAt }: FirstSend, now: Date) => sql`
  insert into otp_sends (account_id, pin_id, step, channel, language, created_at, fallback_at, due_at)
  select ${accountId}::bigint, pin.id, 0, ${channel}::text, ${language}::text, ${now}::timestamptz, ${fallbackAt}::timestamptz, ${dueAt}::timestamptz
`

async function storeCounted(db: Queryable, insert: RawBuilder<unknown>): Promise<StoredRequest | null> {
  try {
    const { rows } = await insert.execute(db)
    return (rows[0] as StoredRequest | undefined) ?? { sendId: null }
  } catch (error) {
    if (isCountFull(error)) return null
    throw error
  }
}

/** All locks have a fixed order, so retries are only a safeguard. */
const deleteTriesMax = 4

/**
 * Deletes a PIN whose message was refused, or was already sent under the same idempotency key, and takes back its
 * counts.
 */
export const deletePin = (db: Database, row: NewPin, caps: readonly Cap[]): Promise<void> =>
  uncount(db, row, caps, sql`delete from otp_pins where id = ${row.id} and account_id = ${row.accountId}`)

/** The same for a request to send a PIN again: the PIN stays. */
export const deleteSend = (db: Database, row: CountedRequest, sendId: number, caps: readonly Cap[]): Promise<void> =>
  uncount(db, row, caps, sql`delete from otp_sends where id = ${sendId} and account_id = ${row.accountId}`)

async function uncount(
  db: Database,
  { accountId, ranges, now }: CountedRequest,
  caps: readonly Cap[],
  remove: RawBuilder<unknown>,
): Promise<void> {
  const hour = hourOf(now)
  const takeBack = async (tx: Tx) => {
    await lockCounts(tx, accountId, caps, hour, ranges)
    await sql`${prepared} with ${uncountParts(accountId, caps, hour, ranges)} ${remove}`.execute(tx)
  }
  await retryConflicts(deleteTriesMax, () => db.transaction(takeBack))
}

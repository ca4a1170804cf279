import { sql } from 'kysely'
import type { PinState } from '../../contract/console/otp.ts'
import {
  columnsOf,
  type Database,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  retryConflicts,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'
import { type Cap, type Range, wideApp, wideRangesOf } from './guard.ts'
import type { App } from './model.ts'
import { hourOf } from './rules.ts'
import { countPart, judgePart, lockCounts, uncountParts } from './store-guard.ts'

/** SQL of PINs. */

export interface NewPin {
  readonly id: string
  readonly accountId: number
  readonly app: App
  readonly phone: Phone
  readonly prefix: string
  /** The ranges in which the guard counts the PIN; empty when it is off. */
  readonly ranges: readonly Range[]
  readonly hash: Buffer
  readonly now: Date
}

const divisionByZero = '22012'

/** The deliberate error of the statement below. */
const isCountFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === divisionByZero

/**
 * Counts the request and stores its PIN in one statement. False when a counter is full or a range is blocked: then the
 * statement fails on purpose, which rolls back all counts. It fails by a division by zero, because other errors would
 * repeat the row in the database log.
 */
export async function insertPin(
  db: Queryable,
  { id, accountId, app, phone, prefix, ranges, hash, now }: NewPin,
  caps: readonly Cap[],
  isPrefixProven: boolean,
): Promise<boolean> {
  const counted = countPart(accountId, caps, hourOf(now))
  const judged = judgePart(accountId, app, ranges, isPrefixProven, now)
  const insert = sql`
    ${prepared}
    with ${counted.definition},
         ${judged.definition}
    insert into otp_pins (id, account_id, app_number, phone, prefix, pin_hash, pin_length, attempts_max, created_at, expires_at)
    select ${id}::uuid, ${accountId}::bigint, ${app.number}::int, ${phone}::text, ${prefix}::text, ${hash}::bytea, ${app.pinLength}::smallint,
           ${app.attemptsMax}::smallint, ${now}::timestamptz, ${new Date(now.getTime() + app.lifeSeconds * 1_000)}::timestamptz
     where 1 / (case when (select count(*) from ${counted.name}) = ${caps.length} and (select count(*) from ${judged.name}) = ${ranges.length} then 1 else 0 end) = 1
  `
  try {
    await insert.execute(db)
    return true
  } catch (error) {
    if (isCountFull(error)) return false
    throw error
  }
}

/** All locks have a fixed order, so retries are only a safeguard. */
const deleteTriesMax = 4

/**
 * Deletes a PIN whose message was refused, or was already sent under the same idempotency key, and takes back its
 * counts.
 */
export async function deletePin(
  db: Database,
  { id, accountId, ranges, now }: NewPin,
  caps: readonly Cap[],
): Promise<void> {
  const hour = hourOf(now)
  const takeBack = async (tx: Tx) => {
    await lockCounts(tx, accountId, caps, hour, ranges)
    await sql`
      ${prepared}
      with ${uncountParts(accountId, caps, hour, ranges)}
      delete from otp_pins
       where id = ${id}
         and account_id = ${accountId}
    `.execute(tx)
  }
  await retryConflicts(deleteTriesMax, () => db.transaction(takeBack))
}

const attemptColumns = columnsOf('otp_pins', { hash: 'pin_hash', pinLength: 'pin_length', phone: 'phone' }).narrow<{
  phone: Phone
}>()

/** The data that a guess is compared with. */
export type Attempt = RowOf<typeof attemptColumns>

/** Takes one attempt if any is left. This statement alone enforces the limit, so that guesses may be concurrent. */
export async function takeAttempt(db: Queryable, accountId: number, pinId: string, now: Date): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    ${prepared}
    update otp_pins
       set attempts = attempts + 1
     where id = ${pinId}
       and account_id = ${accountId}
       and verified_at is null
       and attempts < attempts_max
       and expires_at > ${now}
    returning ${attemptColumns}
  `.execute(db)
  return rows[0] ?? null
}

export type { PinState } from '../../contract/console/otp.ts'

/** In the order of the response codes: verified, too many attempts, expired. */
const stateAt = (now: Date) => sql<PinState>`
  case when p.verified_at is not null then 'verified'
       when p.attempts >= p.attempts_max then 'exceeded'
       when p.expires_at <= ${now}::timestamptz then 'expired'
       else 'sent' end
`

export async function findState(db: Queryable, accountId: number, pinId: string, now: Date): Promise<PinState | null> {
  const { rows } = await sql<{ state: PinState }>`
    ${prepared}
    select ${stateAt(now)} as state
      from otp_pins p
     where p.id = ${pinId}
       and p.account_id = ${accountId}
  `.execute(db)
  return rows[0]?.state ?? null
}

/**
 * False when it was already verified, so that of several concurrent guesses one wins. Also counts for the guard, if it
 * counted the PIN before.
 */
export async function markVerified(
  db: Queryable,
  accountId: number,
  pinId: string,
  phone: Phone,
  now: Date,
): Promise<boolean> {
  const wide = wideRangesOf(phone).map(({ key }) => key)
  const { rows } = await sql<Row<'otp_pins', 'id'>>`
    ${prepared}
    with verified as (
      update otp_pins
         set verified_at = ${now}
       where id = ${pinId}
         and account_id = ${accountId}
         and verified_at is null
      returning id, account_id, app_number, prefix
    ),
    ranges as materialized (
      select p.account_id, p.app_number, p.prefix
        from otp_prefixes p, verified v
       where p.account_id = v.account_id
         and ((p.app_number = v.app_number and p.prefix = v.prefix) or (p.app_number = ${wideApp} and p.prefix = any(${wide}::text[])))
         and exists (select from otp_prefixes c where c.account_id = v.account_id and c.app_number = v.app_number and c.prefix = v.prefix)
       order by p.app_number, p.prefix
         for update of p
    ),
    praised as (
      update otp_prefixes p
         set verified = least(p.requests, p.verified + 1), changed_at = ${now}
        from ranges r
       where p.account_id = r.account_id
         and p.app_number = r.app_number
         and p.prefix = r.prefix
    )
    select id from verified
  `.execute(db)
  return rows.length > 0
}

const requestColumns = (now: Date) =>
  columnsOf(
    { p: 'otp_pins' },
    {
      pinId: 'p.id',
      app: 'p.app_number',
      phone: 'p.phone',
      state: stateAt(now),
      attempts: 'p.attempts',
      createdAt: 'p.created_at',
      expiresAt: 'p.expires_at',
      verifiedAt: 'p.verified_at',
    },
  )

/** A request in the console, without the PIN. */
export type ShownRequest = RowOf<ReturnType<typeof requestColumns>>

/** Newest first. */
export function listRequests(
  db: Queryable,
  accountId: number,
  page: PageQuestion,
  now: Date,
): Promise<PageOf<ShownRequest>> {
  return selectPage(db, page, {
    columns: requestColumns(now),
    from: sql`otp_pins p where p.account_id = ${accountId}`,
    order: [
      [sql`p.created_at`, 'desc'],
      [sql`p.id`, 'desc'],
    ],
  })
}

import { sql } from 'kysely'
import type { PinState } from '../../contract/console/otp.ts'
import {
  columnsOf,
  type Database,
  pastConflicts,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'
import { type Cap, type Range, wideApp, wideRangesOf } from './guard.ts'
import type { App } from './model.ts'
import { hourOf } from './rules.ts'
import { countPart, judgePart, lockCounts, uncountParts } from './store-guard.ts'

/** The SQL of PINs. */

export interface NewPin {
  readonly id: string
  readonly accountId: number
  readonly app: App
  readonly phone: Phone
  readonly prefix: string
  /** What the guard counts it in; none where it is off. */
  readonly ranges: readonly Range[]
  readonly hash: Buffer
  readonly now: Date
}

const divisionByZero = '22012'

/** What the statement below fails with, on purpose. */
const isTurnedAway = (error: unknown) => error instanceof Error && 'code' in error && error.code === divisionByZero

/**
 * Counts the request and keeps its PIN, in one statement; false when a count is full, or a range is blocked. Then
 * the statement fails, and so what it had counted elsewhere is not counted either. It fails by a division, because no
 * other error would repeat the row in the log of the database.
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
    if (isTurnedAway(error)) return false
    throw error
  }
}

/** Everybody locks in one order, so this is only for what nobody thought of. */
const deleteTriesMax = 4

/**
 * A PIN whose message was not taken, or was taken before under the same idempotency key. What was counted for it is
 * taken back.
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
  await pastConflicts(deleteTriesMax, () => db.transaction(takeBack))
}

const attemptColumns = columnsOf('otp_pins', { hash: 'pin_hash', pinLength: 'pin_length', phone: 'phone' }).narrow<{
  phone: Phone
}>()

/** What a guess is compared with. */
export type Attempt = RowOf<typeof attemptColumns>

/**
 * Takes one of the attempts, if one is left: the statement is the whole guard, so any number of guesses can come at
 * once.
 */
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

/** In the order in which clients are told: used, guessed at too often, too old. */
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
 * False when it was verified before: of several right ones at once one is the first. The guard hears of it too, if it
 * counted the PIN: then there is a row of its prefix.
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

/** A request as the console shows it: nothing of the PIN is in it. */
export type ShownRequest = RowOf<ReturnType<typeof requestColumns>>

/** The latest first. */
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

/** Says how many it removed, at most as many as wanted. */
export async function deleteOldPins(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from otp_pins
     where id in (select id from otp_pins where created_at < ${before} order by created_at limit ${limit})
    returning id
  `.execute(db)
  return rows.length
}

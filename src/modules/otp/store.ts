import { sql } from 'kysely'
import type { PinState } from '../../contract/account/otp.ts'
import { columnsOf, prepared, type Queryable, type RowOf, run, selectPage } from '../../engine/db/index.ts'
import type { Phone } from '../../values/phone.ts'
import type { Place } from '../../values/place.ts'
import { wideApp, wideRangesOf } from './guard.ts'

/** SQL of PINs. */

const attemptColumns = columnsOf('otp_pins', { hash: 'pin_hash', pinLength: 'pin_length', phone: 'phone' }).narrow<{
  phone: Phone
}>()

/** The data that a guess is compared with. */
export type Attempt = RowOf<typeof attemptColumns>

/** Takes one attempt if any is left, and forgets a kept PIN with the last one. This statement alone enforces the limit, so that guesses may be concurrent. */
export const takeAttempt = (db: Queryable, accountId: number, pinId: string, now: Date) => run.first<Attempt>(db)`
    ${prepared}
    update otp_pins
       set attempts = attempts + 1, sealed_pin = case when attempts + 1 < attempts_max then sealed_pin end
     where id = ${pinId}
       and account_id = ${accountId}
       and verified_at is null
       and attempts < attempts_max
       and expires_at > ${now}
    returning ${attemptColumns}
  `

/** In the order of the response codes: verified, too many attempts, expired. */
export const stateAt = (now: Date) => sql<PinState>`
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
 * Returns the ids of the chat messages of the PIN. Null when it was already verified, so that of several concurrent
 * guesses one wins. Also counts for the guard, if it counted the PIN before.
 */
export async function markVerified(db: Queryable, accountId: number, pinId: string, phone: Phone, now: Date) {
  const wide = wideRangesOf(phone).map(({ key }) => key)
  const { rows } = await sql<{ chats: number[] }>`
    ${prepared}
    with verified as (
      update otp_pins
         set verified_at = ${now}, sealed_pin = null
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
    select array(select s.message_id
                   from otp_sends s
                  where s.pin_id = v.id
                    and s.account_id = v.account_id
                    and s.channel <> 'sms'
                    and s.message_id is not null) as chats
      from verified v
  `.execute(db)
  return rows[0]?.chats ?? null
}

const requestColumns = (now: Date) =>
  columnsOf({ p: 'otp_pins' }, 'p.id as pinId, p.app_number as app, p.phone', { state: stateAt(now) }).and(
    columnsOf({ p: 'otp_pins' }, 'p.attempts, p.created_at, p.expires_at, p.verified_at'),
  )

/** Requests in the console, without the PINs, newest first. */
export const listPins = (db: Queryable, accountId: number, phone: string | null, place: Place, now: Date) =>
  selectPage(db, place, {
    columns: requestColumns(now),
    from: sql`otp_pins p where p.account_id = ${accountId} ${phone === null ? sql`` : sql`and p.phone = ${phone}`}`,
    order: [
      [sql`p.created_at`, 'desc'],
      [sql`p.id`, 'desc'],
    ],
  })

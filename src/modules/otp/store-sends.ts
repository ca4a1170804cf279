import { sql } from 'kysely'
import type { PinState } from '../../contract/account/otp.ts'
import { columnsOf, prepared, type Queryable, type Row, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { Phone } from '../../values/phone.ts'
import { stateAt } from './store.ts'

/** SQL of kept PINs and the channels that they were sent on. */

const keptColumns = (now: Date) =>
  columnsOf({ p: 'otp_pins' }, 'p.app_number, p.phone, p.sealed_pin as sealed, p.expires_at', {
    state: stateAt(now),
  }).narrow<{ phone: Phone; state: PinState }>()

/** A PIN that may be sent again while `sealed` is not null. */
export type KeptPin = RowOf<ReturnType<typeof keptColumns>>

export const findKept = (db: Queryable, accountId: number, pinId: string, now: Date) => run.first<KeptPin>(db)`
    select ${keptColumns(now)}
      from otp_pins p
     where p.id = ${pinId}
       and p.account_id = ${accountId}
  `

/** The language in which a PIN was sent. */
export async function findLastLanguage(db: Queryable, accountId: number, pinId: string) {
  const last = await run.first<Row<'otp_sends', 'language'>>(db)`
    select language
      from otp_sends
     where pin_id = ${pinId}
       and account_id = ${accountId}
     order by id desc
     limit 1
  `
  return last?.language ?? null
}

export interface ChannelSend {
  readonly step: number
  readonly channel: string
  readonly messageId: number
  readonly fallbackAt: Date | null
  readonly dueAt: Date | null
}

/** Completes the row of a request, once a channel accepted the message, and ends the fallback of earlier requests. */
export async function markSent(db: Queryable, accountId: number, pinId: string, id: number, send: ChannelSend) {
  await sql`
    ${prepared}
    with ended as (
      update otp_sends
         set due_at = null, lease_until = null, lease_owner = null
       where pin_id = ${pinId}
         and account_id = ${accountId}
         and id < ${id}
         and due_at is not null
    )
    update otp_sends
       set step = ${send.step}, channel = ${send.channel}, message_id = ${send.messageId}, fallback_at = ${send.fallbackAt}, due_at = ${send.dueAt}
     where id = ${id}
       and account_id = ${accountId}
  `.execute(db)
}

export async function setMessage(db: Queryable, accountId: number, id: number, messageId: number): Promise<void> {
  await sql`update otp_sends set message_id = ${messageId} where id = ${id} and account_id = ${accountId}`.execute(db)
}

export interface NextSend extends Omit<ChannelSend, 'messageId'> {
  /** Null for a skipped channel. */
  readonly messageId: number | null
  /** Why the channel was skipped. */
  readonly problem: string | null
}

/** Does nothing for a PIN that was deleted meanwhile. */
export async function insertNext(
  tx: Tx,
  accountId: number,
  pinId: string,
  language: string | null,
  sends: readonly NextSend[],
  now: Date,
): Promise<void> {
  for (const { step, channel, messageId, problem, fallbackAt, dueAt } of sends) {
    await sql`
      insert into otp_sends (account_id, pin_id, step, channel, language, message_id, problem, created_at, fallback_at, due_at)
      select account_id, id, ${step}, ${channel}, ${language}, ${messageId}, ${problem}, ${now}, ${fallbackAt}, ${dueAt}
        from otp_pins
       where id = ${pinId}
         and account_id = ${accountId}
    `.execute(tx)
  }
}

/** Removes the PINs that can no longer be sent. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await sql`
    update otp_pins
       set sealed_pin = null
     where sealed_pin is not null
       and expires_at <= ${now}
  `.execute(db)
}

const sendColumns = columnsOf('otp_sends', 'pin_id, channel, message_id, problem, created_at')
export type StoredSend = RowOf<typeof sendColumns>

const perPinMax = 20

/** The channels of these PINs, in order of use. */
export async function listSends(db: Queryable, accountId: number, pinIds: readonly string[]): Promise<StoredSend[]> {
  const { rows } = await sql<StoredSend>`
    select s.*
      from unnest(${pinIds}::uuid[]) as v(id)
     cross join lateral (select ${sendColumns}
                           from otp_sends
                          where pin_id = v.id
                            and account_id = ${accountId}
                          order by id desc
                          limit ${perPinMax}) s
  `.execute(db)
  return rows.toReversed()
}

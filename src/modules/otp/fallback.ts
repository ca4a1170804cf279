import { sql } from 'kysely'
import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import { again, done, type Lease, type Outcome, type Work, type WorkRow } from '../../engine/work/index.ts'
import { Refusal } from '../../values/refusal.ts'
import { findDailyLimit, isActive } from '../accounts/index.ts'
import { fallbackTimes, nextCheck, referenceOf } from './channel-rules.ts'
import { findSent, isOfServer, type PinMessage, problemOf, readStates, sendOn } from './channels.ts'
import type { OtpContext } from './context.ts'
import { readPin } from './sealed-pin.ts'
import { noteSkipped } from './send-first.ts'
import { findApp } from './store-apps.ts'
import { findKept, insertNext, type NextSend, setMessage } from './store-sends.ts'

const columns = columnsOf(
  { w: 'otp_sends' },
  `w.account_id, w.pin_id, w.step, w.channel, w.language, w.message_id, w.problem, w.created_at, w.fallback_at`,
).narrow<{ fallbackAt: Date }>()
type SendRow = WorkRow & RowOf<typeof columns>

/**
 * Sends a PIN on the next channel when the last one failed or brought no receipt in time. Messages of a step have a key,
 * so a run that is repeated after a crash sends none twice.
 */
export function fallbackWork(ctx: OtpContext): Work<SendRow> {
  return {
    name: 'otp fallback',
    table: 'otp_sends',
    columns,
    only: isActive(sql`w.account_id`),
    key: 'account_id',
    concurrency: 8,
    concurrencyPerKey: 4,
    retryAfterSeconds: [2, 5, 15, 60],
    finished: 'keep',
    run: (row, lease) => fallBack(ctx, row, lease),
    /** Nothing to do: the person can request another PIN. */
    async giveUp() {},
  }
}

async function fallBack(ctx: OtpContext, row: SendRow, lease: Lease): Promise<Outcome> {
  const { accountId, pinId, createdAt } = row
  const now = ctx.clock.now()
  const kept = await findKept(ctx.db, accountId, pinId, now)
  if (kept === null || kept.sealed === null || kept.state !== 'sent') return done()
  const app = await findApp(ctx.db, accountId, kept.appNumber)
  if (app === null || !app.active) return done()
  const sent = await withMessage(ctx, row)
  const { state } = (await readStates(ctx, accountId, [sent]))(sent)
  if (state === 'received') return done()
  if (state === 'pending' && now < row.fallbackAt) return again(nextCheck(createdAt, row.fallbackAt, now))
  const pin = readPin(ctx, pinId, kept.sealed)
  if (pin === null) {
    ctx.log.warn({ accountId, pinId }, 'cannot decrypt a PIN, so it is not sent on another channel')
    return done()
  }
  const { phone, expiresAt } = kept
  const messagesPerDay = await findDailyLimit(ctx, accountId)
  const message = { accountId, app, pinId, phone, pin, language: row.language, expiresAt, messagesPerDay }
  const sends = await sendNext(ctx, message, row, lease)
  return done((tx) => insertNext(tx, accountId, pinId, row.language, sends, now))
}

/** A crash after a chat channel accepted the message leaves the row without its id. */
async function withMessage(ctx: OtpContext, row: SendRow): Promise<SendRow> {
  const { id, accountId, pinId, step, channel } = row
  if (row.messageId !== null || channel === 'sms') return row
  const messageId = await findSent(ctx, accountId, referenceOf(pinId, id, step))
  if (messageId !== null) await setMessage(ctx.db, accountId, id, messageId)
  return { ...row, messageId }
}

/** Tries the remaining channels until one accepts the message. */
async function sendNext(ctx: OtpContext, message: PinMessage, row: SendRow, lease: Lease): Promise<NextSend[]> {
  const { accountId, app, pinId } = message
  const sends: NextSend[] = []
  for (const [step, channel] of app.channels.entries()) {
    if (step <= row.step) continue
    if (lease.isOver()) throw new Error('the lease ended before the PIN was sent')
    const next = { step, channel: channel.channel, fallbackAt: null, dueAt: null, problem: null }
    try {
      const reference = referenceOf(pinId, row.id, step)
      const key = { accountId, path: 'otp fallback', key: reference, bodyHash: Buffer.alloc(0) }
      const { answer } = await sendOn(ctx, channel, message, key, { pinId }, reference)
      ctx.otpMetrics.fellBack(channel.channel)
      const times = fallbackTimes(app.channels, step, ctx.clock.now())
      return [...sends, { ...next, messageId: answer.requestId, ...times }]
    } catch (error) {
      if (!(error instanceof Refusal) || isOfServer(error)) throw error
      noteSkipped(ctx, accountId, app, channel, error)
      sends.push({ ...next, messageId: null, problem: problemOf(error) })
    }
  }
  return sends
}

import { sql } from 'kysely'
import { type Carrier, CarrierError } from '../../carriers/carrier.ts'
import { again, done, type Work } from '../../engine/work/index.ts'
import { splitText } from '../../values/gsm.ts'
import type { SmsContext } from './context.ts'
import { busyRetrySeconds, type Lane, type OutgoingMessage } from './rules.ts'
import { findOptedOut } from './store.ts'
import { insertExpiry, listUnsubmitted, type MessageRange, markExpired, rangeColumns } from './store-progress.ts'

/** What became of one message in this run: nothing more to do, or try again that many seconds later. */
type Attempt = { readonly retrySeconds: number } | null

/** How long to wait for a carrier that is away. It wakes the work itself when it is back. */
const awaySeconds = 5

/** Hands the batches of one lane to one carrier. Running a batch twice is safe: only messages without a result are read. */
export function dispatchWork(ctx: SmsContext, carrier: Carrier, lane: Lane): Work<MessageRange> {
  return {
    name: `dispatch ${carrier.name} ${lane}`,
    table: 'sms_batches',
    columns: rangeColumns,
    only: sql`w.carrier = ${carrier.name} and w.lane = ${lane}`,
    key: 'account_id',
    concurrency: 8,
    concurrencyPerKey: 4,
    retryAfterSeconds: [1, 5, 30, 60],
    retryUntil: ({ validUntil }) => validUntil,
    finished: 'delete',
    ready: () => carrier.ready(),
    async run(batch, signal) {
      const messages = await listUnsubmitted(ctx.db, batch)
      const attempts = await Promise.all((await dropUnwanted(ctx, batch, lane, messages)).map((message) => submit(ctx, carrier, batch, message, signal)))
      const waits = attempts.flatMap((attempt) => attempt?.retrySeconds ?? [])
      if (waits.length > 0) return again(inSeconds(ctx, Math.min(...waits)))
      return done((tx) => insertExpiry(tx, batch, inSeconds(ctx, ctx.config.receiptCheckSeconds)))
    },
    async giveUp(tx, batch) {
      await markExpired(tx, batch, 'expired', ctx.clock.now())
    },
  }
}

const inSeconds = (ctx: SmsContext, seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1_000)

/** Ends what may not go out any more: its validity is over, or the person opted out since it was accepted. A PIN was asked for and goes out all the same. */
async function dropUnwanted(ctx: SmsContext, batch: MessageRange, lane: Lane, messages: readonly OutgoingMessage[]): Promise<readonly OutgoingMessage[]> {
  const now = ctx.clock.now()
  const end = (unwanted: readonly OutgoingMessage[], reason: string) =>
    Promise.all(unwanted.map(({ id }) => ctx.progress.add({ kind: 'final', id, status: 'UNDELIVERED', reason, at: now })))
  if (now >= batch.validUntil) {
    await end(messages, 'expired')
    return []
  }
  if (lane === 'pin' || messages.length === 0) return messages
  const { accountId } = batch
  const optedOut = (
    await findOptedOut(
      ctx.db,
      messages.map(({ phone }) => ({ accountId, phone })),
    )
  ).get(accountId)
  if (!optedOut) return messages
  await end(
    messages.filter(({ phone }) => optedOut.has(phone)),
    'opted_out',
  )
  return messages.filter(({ phone }) => !optedOut.has(phone))
}

async function submit(ctx: SmsContext, carrier: Carrier, { validUntil }: MessageRange, message: OutgoingMessage, signal: AbortSignal): Promise<Attempt> {
  const { id, sender, phone, text, encoding, attempts } = message
  if (signal.aborted) return { retrySeconds: 0 }
  try {
    const { references } = await carrier.submit({ id, sender, phone, encoding, parts: splitText(text, encoding), validUntil })
    await ctx.progress.add({ kind: 'taken', id, carrier: carrier.name, references, at: ctx.clock.now() })
    return null
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    if (error.away) return { retrySeconds: awaySeconds }
    const retrySeconds = error.retryable ? busyRetrySeconds[attempts] : undefined
    if (retrySeconds !== undefined) {
      await ctx.progress.add({ kind: 'busy', id })
      return { retrySeconds }
    }
    await ctx.progress.add({ kind: 'final', id, status: 'UNDELIVERED', reason: error.reason, at: ctx.clock.now() })
    return null
  }
}

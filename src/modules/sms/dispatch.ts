import { sql } from 'kysely'
import { type Carrier, CarrierError } from '../../carriers/carrier.ts'
import { again, done, type Work } from '../../engine/work/index.ts'
import { splitText } from '../../values/gsm.ts'
import type { SmsContext } from './context.ts'
import { busyRetrySeconds, type Lane, type OutgoingMessage } from './rules.ts'
import { listUnsubmitted, type MessageRange, rangeColumns } from './store-progress.ts'

/** What became of one message in this run: nothing more to do, or try again that many seconds later. */
type Attempt = { readonly retrySeconds: number } | null

/** How long to wait for a carrier that is away. It wakes the work itself when it is back. */
const awaySeconds = 5

/** What wakes the dispatch of a lane; without one, of all lanes of the carrier. */
export const dispatchTopic = (carrier: string, lane?: Lane) => ['sms_batches', carrier, ...(lane ? [lane] : [])].join('/')

/** Hands the batches of one lane to one carrier. Running a batch twice is safe: only messages without a result are read. */
export function dispatchWork(ctx: SmsContext, carrier: Carrier, lane: Lane): Work<MessageRange> {
  return {
    name: `dispatch ${carrier.name} ${lane}`,
    table: 'sms_batches',
    topic: dispatchTopic(carrier.name, lane),
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
      const attempts = await Promise.all(messages.map((message) => attempt(ctx, carrier, batch, lane, message, signal)))
      const waits = attempts.flatMap((one) => one?.retrySeconds ?? [])
      return waits.length === 0 ? done() : again(new Date(ctx.clock.now().getTime() + Math.min(...waits) * 1_000))
    },
    /** Its messages end with their validity, which is watched over from the moment they were accepted (`expire.ts`). */
    async giveUp() {},
  }
}

/** One message: ended when it may not go out any more, and otherwise handed to the carrier. A PIN was asked for, and goes out to everybody. */
async function attempt(ctx: SmsContext, carrier: Carrier, batch: MessageRange, lane: Lane, message: OutgoingMessage, signal: AbortSignal): Promise<Attempt> {
  if (signal.aborted) return { retrySeconds: 0 }
  if (ctx.clock.now() >= batch.validUntil) return end(ctx, message, 'expired')
  if (message.optedOut && lane !== 'pin') return end(ctx, message, 'opted_out')
  try {
    return await submit(ctx, carrier, batch, message)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    if (error.away) return { retrySeconds: awaySeconds }
    const retrySeconds = error.retryable ? busyRetrySeconds[message.attempts] : undefined
    if (retrySeconds === undefined) return end(ctx, message, error.reason)
    await ctx.progress.add({ kind: 'busy', id: message.id })
    return { retrySeconds }
  }
}

async function submit(ctx: SmsContext, carrier: Carrier, { validUntil }: MessageRange, message: OutgoingMessage): Promise<Attempt> {
  const { id, sender, phone, text, encoding } = message
  const { references } = await carrier.submit({ id, sender, phone, encoding, parts: splitText(text, encoding), validUntil })
  await ctx.progress.add({ kind: 'taken', id, carrier: carrier.name, references, at: ctx.clock.now() })
  return null
}

async function end(ctx: SmsContext, { id }: OutgoingMessage, reason: string): Promise<Attempt> {
  await ctx.progress.add({ kind: 'final', id, status: 'UNDELIVERED', reason, at: ctx.clock.now() })
  return null
}

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Acceptance, type Carrier, CarrierError } from '../../../carriers/carrier.ts'
import { isTransient, isValuesError } from '../../../engine/db/index.ts'
import { again, done, type Lease, type Work } from '../../../engine/work/index.ts'
import { splitText } from '../../../values/gsm.ts'
import { suspendedAccounts } from '../../accounts/index.ts'
import type { SmsContext } from '../context.ts'
import type { Batch, Lane, OutgoingMessage, Progress, Taken } from '../model.ts'
import { batchColumns, listUnsubmitted } from '../progress/store-progress.ts'
import { createGate } from '../scheduling/window-rules.ts'
import { createLines } from './lines.ts'
import { busyRetrySeconds } from './rules.ts'
import { readText } from './secret-text.ts'

/**
 * What became of one message in this run: nothing more to do, when to try again, or that it still waits for the
 * carrier, which was away.
 */
type Attempt = Date | null | 'waits'

/** How long a batch is left alone when the carrier was away, though it says that it is ready. */
const awayMs = 1_000
/** Reasons that say nothing of the message, also where it is not tried again. */
const carriersFaults: readonly string[] = ['no_answer', 'bad_answer']
/** How long to wait before a result is written again. */
const writeAgainMs = 250
/** The same after a few faults that are neither an outage nor about the values: somebody has to put the program right. */
const faultyMs = 30_000
/** How often an answer is written whose values the database refuses, before its references are left out. */
const writeTries = 3

/** What wakes the dispatch of a lane; without one, of all lanes of the carrier. */
export const dispatchTopic = (carrier: string, lane?: Lane) =>
  ['sms_batches', carrier, ...(lane ? [lane] : [])].join('/')

/**
 * Hands the batches of one lane to one carrier. Running a batch twice is safe: only messages without a result are read.
 */
export function dispatchWork(ctx: SmsContext, name: string, lane: Lane): Work<Batch> {
  const lineOf = createLines()
  return {
    name: `dispatch ${name} ${lane}`,
    table: 'sms_batches',
    topic: dispatchTopic(name, lane),
    columns: batchColumns,
    only: sql`w.carrier = ${name} and w.lane = ${lane}`,
    key: 'account_id',
    exceptKeys: suspendedAccounts,
    order: sql`w.due_at, w.id`,
    // Under light load batches are small and each waits for its results to be written, so many are under way at once.
    concurrency: 32,
    concurrencyPerKey: 16,
    retryAfterSeconds: [1, 5, 30, 60],
    retryUntil: ({ validUntil }) => validUntil,
    finished: 'delete',
    ready: () => ctx.routing.isReady(name, lane),
    async run(batch, lease, takenOver) {
      const carrier = ctx.routing.find(name)
      const line = lineOf(batch.accountId)
      try {
        // It was taken away, or its settings can't be used any more: whoever moves what waits will find it.
        if (carrier === null) return again(batch.dueAt, awayMs)
        const messages = await listUnsubmitted(ctx.db, batch)
        // PINs and single messages are waited for, at any hour.
        const window = lane === 'bulk' ? await ctx.windows.of(batch.accountId) : null
        const opensAt = createGate(window)
        const isWanted = () => !lease.isOver() && ctx.routing.standing(name)?.paused !== true
        const begun: Promise<Attempt>[] = []
        await line.front
        for (const message of messages) {
          // What waits in a carrier is not looked at again, so no more waits there than it has room for: the others are
          // read anew when it has.
          if (!ctx.routing.isReady(name, lane)) break
          const mayBeResent = takenOver && begun.length < (carrier.underWayMax?.() ?? Number.POSITIVE_INFINITY)
          begun.push(attempt(ctx, { carrier, lane, batch, opensAt, lease, isWanted, mayBeResent }, message))
        }
        line.leave()
        // All of them end before the batch does: whoever runs it next would send again what is still under way.
        const attempts = await Promise.allSettled(begun)
        const failure = attempts.find((one) => one.status === 'rejected')
        if (failure) throw failure.reason
        const results = attempts.map((one) => (one.status === 'fulfilled' ? one.value : null))
        // Whatever still waits for the carrier keeps its place: only a retry, or a window, makes a batch due later.
        if (results.includes('waits')) return again(batch.dueAt, awayMs)
        if (begun.length < messages.length) return again(batch.dueAt)
        const times = results.flatMap((one) => (one instanceof Date ? [one.getTime()] : []))
        if (times.length === 0) return done()
        // Whoever changes the window wakes what it holds, but for what is in somebody's hands: that must not wait for
        // an opening that is none any more.
        const isLate = lane === 'bulk' && (await ctx.windows.isAnother(batch.accountId, window))
        return again(isLate ? ctx.clock.now() : new Date(Math.min(...times)))
      } finally {
        line.leave()
      }
    },
    /** Its messages end with their validity, which is watched over from the moment they were accepted (`expire.ts`). */
    async giveUp() {},
  }
}

/** What all messages of a batch have in common while it runs. */
interface Run {
  readonly carrier: Carrier
  readonly lane: Lane
  readonly batch: Batch
  /** When the window of a number opens; null while it is open, or where there is none. */
  readonly opensAt: (phone: string, now: Date) => Date | null
  readonly lease: Lease
  /** Whether what waits in the carrier may still go out: the batch is ours, and the carrier not paused. */
  readonly isWanted: () => boolean
  /**
   * An earlier run ended without a word, and the carrier may have the message already. Messages go out in order, so
   * these are the first of the batch, as many as may be under way.
   */
  readonly mayBeResent: boolean
}

/**
 * One message: ended when it may not go out any more, and otherwise handed to the carrier. A PIN was asked for, and
 * goes out to everybody.
 */
async function attempt(
  ctx: SmsContext,
  { carrier, lane, batch, opensAt, lease, isWanted, mayBeResent }: Run,
  message: OutgoingMessage,
): Promise<Attempt> {
  const now = ctx.clock.now()
  // Counted from when it is asked: a message may have waited in the carrier for a while.
  const inSeconds = (seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1_000)
  const { id, retryAt, attempts } = message
  if (lease.isOver()) return 'waits'
  const end = (reason: string) =>
    writeWhileOurs(ctx, lease, { kind: 'final', id, status: 'UNDELIVERED', reason, at: now })
  if (now >= batch.validUntil) return end('expired')
  if (message.optedOut && lane !== 'pin') return end('opted_out')
  if (retryAt !== null && retryAt > now) return retryAt
  const opening = opensAt(message.phone, now)
  if (opening !== null) return opening
  let text = textOf(ctx, message)
  if (text === null) {
    // A process that missed a rotation of the root secret must not end a message that others can read.
    const isUpToDate = await ctx.secrets.refresh().then(
      () => true,
      () => false,
    )
    if (!isUpToDate) return 'waits'
    text = textOf(ctx, message)
    if (text === null) return end('text_unreadable')
  }
  try {
    const { references, written } = await submit(ctx, { carrier, lane, batch, isWanted }, { ...message, text })
    ctx.routing.outcomes.note(carrier.name, 'taken', id)
    const at = ctx.clock.now()
    const sealedRequestId = message.sealedText === null ? undefined : message.requestId
    await writeTaken(ctx, { id, carrier: carrier.name, references, at, sealedRequestId }).finally(written)
    ctx.smsMetrics.taken(carrier.name, lane, (at.getTime() - message.dueAt.getTime()) / 1_000, mayBeResent)
    return null
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    if (error.retryMs !== null) {
      const retryAt = inSeconds(error.retryMs / 1_000)
      await writeWhileOurs(ctx, lease, { kind: 'busy', id, retryAt, throttled: true })
      return retryAt
    }
    if (error.away) return 'waits'
    // A refusal is about the message: one account's bad numbers must not take a carrier from all.
    ctx.routing.outcomes.note(
      carrier.name,
      error.retryable || carriersFaults.includes(error.reason) ? 'errors' : 'refused',
      id,
    )
    const retrySeconds = error.retryable ? busyRetrySeconds[attempts] : undefined
    if (retrySeconds === undefined) return end(error.reason)
    const again = inSeconds(retrySeconds)
    await writeWhileOurs(ctx, lease, { kind: 'busy', id, retryAt: again, throttled: false })
    ctx.smsMetrics.retried(carrier.name)
    return again
  }
}

/** Null when it was sealed and can't be read. */
const textOf = (ctx: SmsContext, { requestId, text, sealedText }: OutgoingMessage): string | null =>
  sealedText === null ? text : readText(ctx, requestId, sealedText)

/** A carrier that is away gives no answer, so there is nothing to measure. */
async function submit(
  ctx: SmsContext,
  { carrier, lane, batch: { validUntil }, isWanted }: Pick<Run, 'carrier' | 'lane' | 'batch' | 'isWanted'>,
  message: OutgoingMessage,
): Promise<Acceptance> {
  const { id, sender, phone, text, encoding } = message
  const parts = splitText(text, encoding)
  const startedAt = performance.now()
  const answered = () => ctx.smsMetrics.answered(carrier.name, (performance.now() - startedAt) / 1_000)
  try {
    const acceptance = await carrier.submit({ id, sender, phone, encoding, parts, lane, validUntil, isWanted })
    answered()
    return acceptance
  } catch (error) {
    if (error instanceof CarrierError && !error.away) answered()
    throw error
  }
}

/**
 * The carrier has the message, and until that is written it would be sent again. So it is written whatever happens to
 * the lease and however long the database can't write. Its references are given up only when the database refuses the
 * values: without them no delivery receipt finds the message.
 */
async function writeTaken(ctx: SmsContext, taken: Taken): Promise<void> {
  for (let faults = 0, refusals = 0; ; ) {
    const isHopeless = refusals >= writeTries
    try {
      await ctx.progress.add({ kind: 'taken', ...taken, references: isHopeless ? [] : taken.references })
      return
    } catch (error) {
      if (!isTransient(error)) {
        if (isHopeless) throw error
        faults += 1
        if (isValuesError(error)) refusals += 1
        ctx.log.error(
          { err: error, id: taken.id, carrier: taken.carrier, faults },
          'that a carrier took a message could not be written',
        )
      }
      await sleep(faults > writeTries ? faultyMs : writeAgainMs, undefined, { ref: false })
    }
  }
}

/** Anything else is written while the batch is ours; after that whoever has it finds out again. */
async function writeWhileOurs(ctx: SmsContext, lease: Lease, progress: Progress): Promise<null> {
  for (;;) {
    try {
      await ctx.progress.add(progress)
      return null
    } catch (error) {
      if (!isTransient(error) || lease.isOver()) throw error
      await sleep(writeAgainMs)
    }
  }
}

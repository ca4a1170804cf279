import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Acceptance, Carrier } from '../../../carriers/carrier.ts'
import { ProviderFailure } from '../../../carriers/provider-kind.ts'
import { isTransient, isValuesError } from '../../../engine/db/index.ts'
import { again, done, type Lease, type Work } from '../../../engine/work/index.ts'
import { splitBinary, splitText } from '../../../values/gsm.ts'
import { suspendedAccounts } from '../../accounts/index.ts'
import type { SmsContext } from '../context.ts'
import type { AcceptedSubmit, Batch, Lane, OutgoingMessage, Progress, WireOptions } from '../model.ts'
import { createGates, type Gates } from '../scheduling/window-rules.ts'
import { batchMessagesMax, busyRetrySeconds } from './rules.ts'
import { readText } from './secret-text.ts'
import { batchColumns, listUnsubmitted } from './store-batches.ts'
import { createTurns } from './turns.ts'

/**
 * The result of one message in this run: null when finished, the time of a retry, or `waits` when it still waits for an
 * unavailable carrier.
 */
type Attempt = Date | null | 'waits'

/** The pause of a batch whose carrier was unavailable although it reported to be ready. */
const awayMs = 1_000
/** Messages that waited longer after their acceptance are read, because much may have changed since. */
const recentMs = 250
const noCampaigns: ReadonlySet<number> = new Set()
/** Final failures that are the carrier's fault, not the message's. */
const carriersFaults: readonly string[] = ['no_answer', 'bad_answer']
/** The pause before a result is written again. */
const writeAgainMs = 250
/**
 * The same after repeated errors that are neither an outage nor caused by the values: a defect that someone has to fix.
 */
const faultyMs = 30_000
/** How often a result is written that the database rejects for its values, before its references are dropped. */
const writeTries = 3

/** Wakes the dispatch of one lane, or of all lanes of the carrier. */
export const dispatchTopic = (carrier: string, lane?: Lane) =>
  ['sms_batches', carrier, ...(lane ? [lane] : [])].join('/')

/**
 * Submits the batches of one lane to one carrier. A batch can safely run twice, because only messages without a result
 * are read.
 */
export function dispatchWork(ctx: SmsContext, name: string, lane: Lane): Work<Batch> {
  const turnOf = createTurns(batchMessagesMax)
  return {
    name: `dispatch ${name} ${lane}`,
    table: 'sms_batches',
    topic: dispatchTopic(name, lane),
    columns: batchColumns,
    only: sql`w.carrier = ${name} and w.lane = ${lane}`,
    key: 'account_id',
    exceptKeys: suspendedAccounts,
    order: sql`w.due_at, w.id`,
    // Under light load, batches are small and wait for their results to be written, so many run at once.
    concurrency: 32,
    concurrencyPerKey: 16,
    retryAfterSeconds: [1, 5, 30, 60],
    retryUntil: ({ validUntil }) => validUntil,
    finished: 'delete',
    ready: () => ctx.routing.isReady(name, lane),
    async run(batch, lease, takenOver) {
      const carrier = ctx.routing.find(name)
      const { accountId, firstMessageId, lastMessageId } = batch
      const accepted = batch.accepted && performance.now() - batch.accepted.atMs < recentMs ? batch.accepted : null
      const turn = turnOf(accountId, accepted ? 0 : lastMessageId - firstMessageId + 1)
      try {
        // The carrier was removed, or its settings are invalid. `moveWaiting` finds the batch.
        if (carrier === null) return again(batch.dueAt, awayMs)
        await turn.mayRead
        // Earlier runs may have used the capacity.
        if (!ctx.routing.isReady(name, lane)) return again(batch.dueAt)
        const messages = accepted?.messages ?? (await listUnsubmitted(ctx.db, batch))
        // Sending windows apply only to bulk messages.
        const window = lane === 'bulk' ? await ctx.windows.of(batch.accountId) : null
        // Messages that a carrier accepted before are not held.
        const isHeld = !batch.again && messages.some(({ wire }) => wire?.campaign)
        const held = isHeld ? await ctx.heldCampaigns.read() : noCampaigns
        const opensAt = createGates(window, held)
        const isWanted = () => !lease.isOver() && ctx.routing.carrierState(name)?.paused !== true
        const begun: Promise<Attempt>[] = []
        await turn.ready
        for (const message of messages) {
          // Do not queue more messages in the carrier than it has capacity for. The rest is read again when it has
          // capacity.
          if (!ctx.routing.isReady(name, lane)) break
          const mayBeResent = takenOver && begun.length < (carrier.outstandingMax?.() ?? Number.POSITIVE_INFINITY)
          begun.push(attempt(ctx, { carrier, lane, batch, opensAt, lease, isWanted, mayBeResent }, message))
        }
        turn.end()
        // Wait for all attempts: another run of the batch would send unfinished messages again.
        const attempts = await Promise.allSettled(begun)
        const failure = attempts.find((one) => one.status === 'rejected')
        if (failure) throw failure.reason
        const results = attempts.map((one) => (one.status === 'fulfilled' ? one.value : null))
        // Messages that wait for the carrier keep their position. Only a retry or a sending window makes a batch due
        // later.
        if (results.includes('waits')) return again(batch.dueAt, awayMs)
        if (begun.length < messages.length) return again(batch.dueAt)
        const times = results.flatMap((one) => (one instanceof Date ? [one.getTime()] : []))
        if (times.length === 0) return done()
        // A change of the window wakes waiting batches, but not claimed ones, so check whether this batch still waits
        // for the right opening.
        const isLate = lane === 'bulk' && (await ctx.windows.hasChanged(batch.accountId, window))
        return again(isLate ? ctx.clock.now() : new Date(Math.min(...times)))
      } finally {
        turn.end()
      }
    },
    /** The messages expire at the end of their validity (`expire.ts`). */
    async giveUp() {},
  }
}

/** The common properties of a batch's messages during a run. */
interface Run {
  readonly carrier: Carrier
  readonly lane: Lane
  readonly batch: Batch
  /** When a message may be sent; null if now. */
  readonly opensAt: Gates
  readonly lease: Lease
  /** Whether queued messages may still be sent: the lease is valid, and the carrier is not paused. */
  readonly isWanted: () => boolean
  /**
   * An earlier run was interrupted, and the carrier may already have the message. Messages are sent in order, so only
   * the first ones of a batch are affected, at most one window.
   */
  readonly mayBeResent: boolean
}

/** Submits one message, or ends it when it may no longer be sent. PINs ignore opt-outs and the do-not-disturb list. */
async function attempt(
  ctx: SmsContext,
  { carrier, lane, batch, opensAt, lease, isWanted, mayBeResent }: Run,
  message: OutgoingMessage,
): Promise<Attempt> {
  const now = ctx.clock.now()
  // Counted from the response: a message may wait in the carrier for a while.
  const inSeconds = (seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1_000)
  const { id, retryAt, attempts } = message
  if (lease.isOver()) return 'waits'
  const end = (reason: string) =>
    writeDuringLease(ctx, lease, { kind: 'final', id, status: 'UNDELIVERED', reason, at: now })
  if (now >= batch.validUntil) return end('expired')
  if (message.excludedBy !== null && lane !== 'pin') return end(message.excludedBy)
  if (retryAt !== null && retryAt > now) return retryAt
  const opening = opensAt(message, now)
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
    const kind = batch.again ? 'resubmitted' : 'taken'
    const end = message.wire?.receipt === false ? ({ isLast: true } as const) : {}
    await writeAccepted(ctx, kind, { id, carrier: carrier.name, references, at, ...end }).finally(written)
    if (batch.again) ctx.smsMetrics.retried(carrier.name)
    else ctx.smsMetrics.taken(carrier.name, lane, (at.getTime() - message.dueAt.getTime()) / 1_000, mayBeResent)
    return null
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.retryMs !== null) {
      const retryAt = inSeconds(error.retryMs / 1_000)
      await writeDuringLease(ctx, lease, { kind: 'busy', id, retryAt, attempts, throttled: true })
      return retryAt
    }
    if (error.away) return 'waits'
    // A rejection is about the message: one account's invalid numbers must not take a carrier out of rotation for
    // everyone.
    ctx.routing.outcomes.note(
      carrier.name,
      error.retryable || carriersFaults.includes(error.reason) ? 'errors' : 'refused',
      id,
    )
    const retrySeconds = error.retryable ? busyRetrySeconds[attempts] : undefined
    if (retrySeconds === undefined) return end(error.reason)
    const again = inSeconds(retrySeconds)
    await writeDuringLease(ctx, lease, { kind: 'busy', id, retryAt: again, attempts: attempts + 1, throttled: false })
    ctx.smsMetrics.retried(carrier.name)
    return again
  }
}

/** Null when the sealed text cannot be decrypted. */
const textOf = (ctx: SmsContext, { requestId, text, sealedText }: OutgoingMessage): string | null =>
  sealedText === null ? text : readText(ctx, requestId, sealedText)

/** An unavailable carrier gives no response, so nothing is measured. */
async function submit(
  ctx: Pick<SmsContext, 'smsMetrics'>,
  { carrier, lane, batch: { validUntil }, isWanted }: Pick<Run, 'carrier' | 'lane' | 'batch' | 'isWanted'>,
  message: OutgoingMessage,
): Promise<Acceptance> {
  const { id, sender, phone, text, encoding, wire } = message
  const parts = wire?.binary ? splitBinary(text, wire.binary) : splitText(text, encoding)
  const startedAt = performance.now()
  const answered = () => ctx.smsMetrics.answered(carrier.name, (performance.now() - startedAt) / 1_000)
  try {
    const acceptance = await carrier.submit({
      ...{ id, sender, phone, encoding, parts, lane, validUntil, isWanted },
      ...fieldsOf(wire),
    })
    answered()
    return acceptance
  } catch (error) {
    if (error instanceof ProviderFailure && !error.away) answered()
    throw error
  }
}

/** The fields of a submission. */
function fieldsOf(wire: WireOptions | null): Omit<WireOptions, 'window' | 'campaign'> | null {
  if (wire?.window === undefined && wire?.campaign === undefined) return wire
  const { window: _, campaign: __, ...fields } = wire
  return fields
}

/**
 * The carrier has the message, so it would be sent twice if this were not written. Therefore it is written even after
 * the lease ends, and however long the database is unavailable. References are dropped only when the database rejects
 * the values: without them, no delivery receipt matches the message.
 */
async function writeAccepted(ctx: SmsContext, kind: 'taken' | 'resubmitted', taken: AcceptedSubmit): Promise<void> {
  for (let faults = 0, refusals = 0; ; ) {
    const isHopeless = refusals >= writeTries
    try {
      await ctx.progress.add({ kind, ...taken, references: isHopeless ? [] : taken.references })
      return
    } catch (error) {
      if (!isTransient(error)) {
        if (isHopeless) throw error
        faults += 1
        if (isValuesError(error)) refusals += 1
        ctx.log.error(
          { err: error, id: taken.id, carrier: taken.carrier, faults },
          'failed to store that a carrier accepted a message',
        )
      }
      await sleep(faults > writeTries ? faultyMs : writeAgainMs, undefined, { ref: false })
    }
  }
}

/** Other results are written while the lease is valid. After that, the next run of the batch gets the result again. */
async function writeDuringLease(ctx: Pick<SmsContext, 'progress'>, lease: Lease, progress: Progress): Promise<null> {
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

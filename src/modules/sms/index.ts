import { type BatcherOptions, createBatcher, measureFlush } from '../../engine/batch/index.ts'
import { createIds, isConflict, isOutage } from '../../engine/db/index.ts'
import type { Refusal } from '../../values/refusal.ts'
import { createHeldCampaigns } from '../campaign-state/index.ts'
import type { SmsBase, SmsContext } from './context.ts'
import { createSmsMetrics } from './metrics.ts'
import type { Accepted, Draft } from './model.ts'
import { messagePartitions, requestPartitions } from './partitions.ts'
import { openCallRecords } from './progress/call-records.ts'
import { writeProgress } from './progress/progress.ts'
import { createRecentReferences } from './progress/recent-references.ts'
import { createUnreported } from './progress/unreported.ts'
import { createWindows } from './scheduling/windows.ts'
import { acceptSends } from './sending/accept.ts'
import { createFactMemory } from './sending/facts.ts'
import { watchQueue } from './sending/queue.ts'

export { messagesArchive } from './archive.ts'
export { smsConsole } from './console.ts'
export type { SmsContext } from './context.ts'
export {
  insufficientBalance,
  invalidMessage,
  isNoRoute,
  isNotTaken,
  noValidRecipients,
  type RefusalKind,
  refusalKind,
  unknownPlaceholders,
} from './errors.ts'
export { smsJobs } from './jobs.ts'
export {
  type Accepted,
  type Plan,
  type Recipient,
  type RefusedReason,
  reportEvents,
  reportsTopic,
  type SendContent,
  type SendRequest,
  type Take,
  type WireOptions,
} from './model.ts'
export { cancelScheduledToPerson, smsPersonSources } from './person.ts'
export { checkSmsHolds } from './progress/store-check.ts'
export { addHours, dayMark } from './progress/store-hours.ts'
export { countUnmatchedReceipts } from './progress/store-receipts.ts'
export { smsRetentionRules } from './removal/retention-rules.ts'
export { logAccepted, smsRoutes } from './routes.ts'
export { schedulingConsole } from './scheduling/console-scheduling.ts'
export { cancelRequest, cancelScheduledTo } from './scheduling/scheduled.ts'
export { createGates, readWindow } from './scheduling/window-rules.ts'
export { messagesConsole } from './search/console-messages.ts'
export { findSms } from './search/find.ts'
export { smsTimeline } from './search/number-timeline.ts'
export { listMessagesTo } from './search/operator-view.ts'
export { listQueues } from './search/queues.ts'
export { explainReason } from './search/reasons.ts'
export { listLastSenders } from './search/store-last-senders.ts'
export { formatOf } from './search/store-messages.ts'
export { findRequestStatuses } from './search/store-statuses.ts'
export { findSubmitted, type Submitted } from './search/store-submitted.ts'
export { sendConsole } from './sending/console-send.ts'
export { openContactReader } from './sending/contact-sources.ts'
export { sendNotice } from './sending/notice.ts'
export { nothingToResend } from './sending/order-errors.ts'
export { createPersonalText, type PersonalText, type ValueOf } from './sending/personal-text.ts'
export { quoteParts } from './sending/quote.ts'
export { readUndelivered } from './sending/resend.ts'
export { sealedTexts } from './sending/secret-text.ts'
export { checkSender, sendersInHint, sendOnce, sendSms } from './sending/send.ts'
export { type AcceptedOrder, checkWindow } from './sending/send-order.ts'
export { checkPinSender, sendPin } from './sending/send-pin.ts'
export { showSent } from './sending/show-sent.ts'
export { countBatches, findOldestWaiting, resumeBatches } from './sending/store-batches.ts'
export { countUndelivered } from './sending/store-resend.ts'
export { storeUnsent } from './sending/unsent.ts'

/** The maximum messages in one transaction of small requests. */
const acceptMessagesMax = 2_000
const acceptWaitingMax = 20_000
/** They are written one by one, at about 500 a second. */
const takenWaitingMax = 2_000
/** Each waiting request may hold a hundred thousand recipients in memory. */
const largeWaitingMax = 8
const progressMax = 1_000
/**
 * A short wait groups more progress into one transaction. It must stay short, because carriers wait for responses to
 * their receipts and have no capacity for more messages until then.
 */
const progressLingerMs = 3

export function openSms(base: SmsBase): SmsContext {
  const { metrics, db, changes, clock, routing } = base
  const isolate = (error: unknown) => !isOutage(error)
  const queue = watchQueue(db, clock, routing.names)
  const small: BatcherOptions<Draft, Accepted | Refusal> = {
    flush: measureFlush(metrics, 'accept', (drafts) => acceptSends(ctx, drafts)),
    isolate,
    repeat: isConflict,
    weigh: ({ sorted }) => sorted.candidates.length,
    weightMax: acceptMessagesMax,
    waitingMax: acceptWaitingMax,
  }
  const ctx: SmsContext = {
    ...base,
    queue,
    recentReferences: createRecentReferences(),
    unreported: createUnreported(),
    windows: createWindows(db, changes),
    heldCampaigns: createHeldCampaigns(db, changes),
    callRecords: openCallRecords(base),
    smsMetrics: createSmsMetrics(metrics, routing.names, queue),
    requestIds: createIds(db, { ...requestPartitions, clock }),
    messageIds: createIds(db, { ...messagePartitions, clock }),
    facts: createFactMemory(),
    acceptSmall: createBatcher(small),
    acceptLimited: createBatcher(small),
    acceptPins: createBatcher(small),
    acceptTaken: createBatcher({
      flush: measureFlush(metrics, 'accept taken', (drafts) => acceptSends(ctx, drafts)),
      isolate,
      repeat: isConflict,
      weightMax: 1,
      waitingMax: takenWaitingMax,
    }),
    acceptLarge: createBatcher({
      flush: measureFlush(metrics, 'accept large', (drafts) => acceptSends(ctx, drafts)),
      isolate,
      repeat: isConflict,
      weightMax: 1,
      waitingMax: largeWaitingMax,
    }),
    progress: createBatcher({
      flush: measureFlush(metrics, 'progress', (items) => writeProgress(ctx, items)),
      isolate,
      repeat: isConflict,
      weightMax: progressMax,
      lingerMs: progressLingerMs,
      waitingMax: Number.POSITIVE_INFINITY,
    }),
  }
  return ctx
}

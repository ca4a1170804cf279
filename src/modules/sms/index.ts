import { createBatcher, measureFlush } from '../../engine/batch/index.ts'
import { createIds, isConflict, isOutage } from '../../engine/db/index.ts'
import { createHeldCampaigns } from '../campaigns/counts/index.ts'
import type { SmsBase, SmsContext } from './context.ts'
import { createSmsMetrics } from './metrics.ts'
import { openCallRecords } from './progress/call-records.ts'
import { writeProgress } from './progress/progress.ts'
import { createRecentReferences } from './progress/recent-references.ts'
import { messagePartitions, requestPartitions } from './removal/store-partitions.ts'
import { createWindows } from './scheduling/store-window.ts'
import { acceptSends } from './sending/accept.ts'
import { openBatchers } from './sending/batchers.ts'
import { createFactMemory } from './sending/facts.ts'
import { watchQueue } from './sending/queue.ts'

export type { SmsContext } from './context.ts'
export { data } from './data.ts'
export {
  insufficientBalance,
  invalidMessage,
  isNoLongerWanted,
  isNoRoute,
  noValidRecipients,
  type RefusalKind,
  refusalKind,
  unknownPlaceholders,
} from './errors.ts'
export {
  type Accepted,
  type Plan,
  type Recipient,
  type RefusedReason,
  reportEvents,
  reportsTopic,
  type SendRequest,
  type Take,
  type WireOptions,
  wireUnlessEmpty,
} from './model.ts'
export { addHours } from './progress/store-hours.ts'
export { countUnmatchedReceipts } from './progress/store-receipts.ts'
export { explainReason } from './reasons.ts'
export { logAccepted } from './routes.ts'
export { cancelRequest, cancelScheduledTo } from './scheduling/scheduled.ts'
export { createGates, readWindow } from './scheduling/window-rules.ts'
export { findSms } from './search/find.ts'
export { listMessagesTo, listQueues } from './search/operator-view.ts'
export { findRequestStatuses, findSubmitted, listLastSenders, type Submitted } from './search/store-find.ts'
export { formatOf } from './search/store-messages.ts'
export { checkContacts } from './sending/api-send.ts'
export { openContactReader } from './sending/contact-sources.ts'
export { sendNotice } from './sending/notice.ts'
export { createPersonalText, type ValueOf } from './sending/personal-text.ts'
export { quoteParts } from './sending/quote.ts'
export { readUndelivered } from './sending/resend.ts'
export { checkSender, sendOnce, sendSms } from './sending/send.ts'
export { type AcceptedOrder, checkWindow } from './sending/send-order.ts'
export { checkPinSender, sendPin } from './sending/send-pin.ts'
export { showSent } from './sending/show-sent.ts'
export { findOldestWaiting } from './sending/store-batches.ts'
export { countUndelivered } from './sending/store-resend.ts'
export { storeUnsent } from './sending/unsent.ts'

const progressMax = 1_000
/**
 * A short wait groups more progress into one transaction. It must stay short, because carriers wait for responses to
 * their receipts and have no capacity for more messages until then.
 */
const progressLingerMs = 3

export function openSms(base: SmsBase): SmsContext {
  const { metrics, db, changes, clock, routing } = base
  const queue = watchQueue(db, clock, routing.names)
  const ctx: SmsContext = {
    ...base,
    queue,
    recentReferences: createRecentReferences(),
    windows: createWindows(db, changes),
    heldCampaigns: createHeldCampaigns(db, changes),
    callRecords: openCallRecords(base),
    smsMetrics: createSmsMetrics(metrics, routing.names, queue),
    requestIds: createIds(db, { ...requestPartitions, clock }),
    messageIds: createIds(db, { ...messagePartitions, clock }),
    facts: createFactMemory(),
    accept: openBatchers(metrics, (drafts) => acceptSends(ctx, drafts)),
    progress: createBatcher({
      flush: measureFlush(metrics, 'progress', (items) => writeProgress(ctx, items)),
      isolate: (error) => !isOutage(error),
      repeat: isConflict,
      weightMax: progressMax,
      lingerMs: progressLingerMs,
      waitingMax: Number.POSITIVE_INFINITY,
    }),
  }
  return ctx
}

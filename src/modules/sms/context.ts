import type { Context } from '../../context.ts'
import type { Batcher } from '../../engine/batch/index.ts'
import type { Ids } from '../../engine/db/index.ts'
import type { Refusal } from '../../values/refusal.ts'
import type { PriceList } from '../balance/index.ts'
import type { Events } from '../events/index.ts'
import type { Routing } from '../routing/index.ts'
import type { SmsMetrics } from './metrics.ts'
import type { Accepted, Draft, Progress } from './model.ts'
import type { CallRecords } from './progress/call-records.ts'
import type { Windows } from './scheduling/windows.ts'
import type { QueueWatch } from './sending/queue.ts'

/**
 * What sending is handed: what everybody has, where it notes what an account should know about, what it costs, and
 * where it goes.
 */
export interface SmsBase extends Context {
  readonly events: Events
  readonly prices: PriceList
  readonly routing: Routing
}

/** What sending needs besides: its ids, and the batches through which it writes. */
export interface SmsContext extends SmsBase {
  readonly requestIds: Ids
  readonly messageIds: Ids
  readonly acceptSmall: Batcher<Draft, Accepted | Refusal>
  /** Accounts with a daily limit wait at the row that counts their day; those without one must not wait with them. */
  readonly acceptLimited: Batcher<Draft, Accepted | Refusal>
  /** PINs are waited for, so they wait for no other messages. */
  readonly acceptPins: Batcher<Draft, Accepted | Refusal>
  /** Large requests have transactions of their own, one at a time, so that the small ones beside them stay quick. */
  readonly acceptLarge: Batcher<Draft, Accepted | Refusal>
  readonly progress: Batcher<Progress, undefined>
  readonly queue: QueueWatch
  readonly windows: Windows
  readonly smsMetrics: SmsMetrics
  readonly callRecords: CallRecords | null
}

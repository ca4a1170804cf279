import type { Context } from '../../context.ts'
import type { Batcher } from '../../engine/batch/index.ts'
import type { Ids } from '../../engine/db/index.ts'
import type { Outbound } from '../../engine/outbound/index.ts'
import type { Refusal } from '../../values/refusal.ts'
import type { PriceList } from '../balance/index.ts'
import type { HeldCampaigns } from '../campaigns/counts/index.ts'
import type { Events } from '../events/index.ts'
import type { Routing } from '../routing/index.ts'
import type { SmsMetrics } from './metrics.ts'
import type { Accepted, Draft, Progress } from './model.ts'
import type { CallRecords } from './progress/call-records.ts'
import type { RecentReferences } from './progress/recent-references.ts'
import type { Windows } from './scheduling/store-window.ts'
import type { FactMemory } from './sending/facts.ts'
import type { QueueWatch } from './sending/queue.ts'

/** The dependencies of the module: events, balance, routing and the common context. */
export interface SmsBase extends Context {
  readonly events: Events
  readonly prices: PriceList
  readonly routing: Routing
  /** Checks callback URLs. */
  readonly outbound: Pick<Outbound, 'checkUrl'>
}

/** The common context of the module's use cases: ids, and the batchers that write. */
export interface SmsContext extends SmsBase {
  readonly requestIds: Ids
  readonly messageIds: Ids
  /** Stores a send together with others, or refuses it. */
  accept(draft: Draft): Promise<Accepted | Refusal>
  readonly facts: FactMemory
  readonly progress: Batcher<Progress, undefined>
  readonly recentReferences: RecentReferences
  readonly queue: QueueWatch
  readonly windows: Windows
  readonly heldCampaigns: HeldCampaigns
  readonly smsMetrics: SmsMetrics
  readonly callRecords: CallRecords | null
}

import type { Incoming } from '../../carriers/carrier.ts'
import type { Jobs } from '../../engine/work/index.ts'
import { evaluateCarriers, forgetOutcomes } from '../routing/index.ts'
import type { SmsContext } from './context.ts'
import { showReadiness } from './metrics.ts'
import { lanes } from './model.ts'
import { callBackWork } from './progress/call-back.ts'
import { expireWork } from './progress/expire.ts'
import { forgetReceipts, matchWork } from './progress/receipts.ts'
import { countMissingReceipts } from './progress/store-receipts.ts'
import { forgetUsage } from './sending/daily-limit.ts'
import { dispatchTopic, dispatchWork } from './sending/dispatch.ts'
import { moveWaiting } from './sending/move.ts'

/** Stores incoming messages from carriers. */
type Receive = (carrier: string, incoming: Incoming) => Promise<void>

export const smsJobs = (ctx: SmsContext, receive: Receive): Jobs => ({
  async start() {
    await startCarriers(ctx, receive)
    showReadiness(ctx.metrics, ctx.routing)
  },
  work: [matchWork(ctx), expireWork(ctx), callBackWork(ctx)],
  tasks: [
    { name: 'sms: forget unknown receipts', everySeconds: 3_600, run: () => forgetReceipts(ctx) },
    { name: 'sms: forget old usage', everySeconds: 3_600, run: () => forgetUsage(ctx) },
    { name: 'routing: forget old outcomes', everySeconds: 3_600, run: () => forgetOutcomes(ctx) },
    { name: 'sms: move what waits for carriers that are away', everySeconds: 5, run: () => moveWaiting(ctx) },
    {
      name: 'sms: health of carriers',
      everySeconds: 5,
      run: () => evaluateCarriers(ctx, (awaited) => countMissingReceipts(ctx.db, awaited)),
    },
  ],
})

/** Adds the dispatch work of each carrier when it first appears. Carriers can be added and removed at any time. */
function startCarriers(ctx: SmsContext, receive: Receive): Promise<void> {
  const known = new Set<string>()
  return ctx.routing.start((carrier) => {
    // A changed carrier is reopened under the same name and keeps its work.
    if (!known.has(carrier)) for (const lane of lanes) ctx.work.add(dispatchWork(ctx, carrier, lane))
    known.add(carrier)
    return {
      receipt: (receipt) => ctx.progress.add({ kind: 'receipt', carrier, ...receipt }),
      message: (incoming) => receive(carrier, incoming),
      changed: () => ctx.work.wake(dispatchTopic(carrier)),
      throttled() {
        ctx.routing.outcomes.noteThrottle(carrier)
        ctx.smsMetrics.throttled(carrier)
      },
      lost: () => ctx.smsMetrics.bindLost(carrier),
    }
  })
}

import type { Queue } from '../../../contract/console/sms.ts'
import type { Sendable } from '../../../contract/shapes.ts'
import { listPaces } from '../../routing/index.ts'
import type { SmsContext } from '../context.ts'
import { lanes } from '../model.ts'
import { listStoredQueues } from './store-queues.ts'
import { type CarrierFacts, explainCarrier, explainQueue } from './waiting-rules.ts'

export const carrierFacts = ({ routing }: Pick<SmsContext, 'routing'>, name: string): CarrierFacts => ({
  name,
  exists: routing.names().includes(name),
  carrierState: routing.carrierState(name),
})

/** Pending messages by carrier and lane, with the reason why they wait. */
export async function listQueues(ctx: SmsContext): Promise<Sendable<Queue>[]> {
  const now = ctx.clock.now()
  const [queues, paces] = await Promise.all([listStoredQueues(ctx.db, lanes, now), listPaces(ctx.db, now)])
  return queues.map(({ retrying, throttled, nextAt, ...queue }) => {
    const { taken = 0, throttles = 0 } = paces.get(queue.carrier) ?? {}
    const carrierProblem = explainCarrier(carrierFacts(ctx, queue.carrier))
    const problem = explainQueue({ ...queue, retrying, throttled, nextAt }, carrierProblem, throttles, now)
    return {
      ...queue,
      perSecond: Math.round((taken / 60) * 10) / 10,
      waitsFor: problem?.text ?? null,
      cause: problem?.cause ?? null,
    }
  })
}

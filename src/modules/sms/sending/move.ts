import type { SmsContext } from '../context.ts'
import { dispatchTopic } from './dispatch.ts'
import {
  listAwaitedCarriers,
  lockRanges,
  lockWaitingBatches,
  moveMessages,
  type WaitingBatch,
} from './store-batches.ts'

/** In one transaction: each batch has up to 500 messages. */
const batchesAtOnce = 20

/**
 * Moves what waits for a carrier that is paused, gone, out of the choice, or away for too long to the next route that
 * its messages have; from one that is paused also what is scheduled. What has none goes on waiting, and so does what is
 * under way: whoever has it in hand will find out, and let go of it.
 */
export async function moveWaiting(ctx: SmsContext): Promise<void> {
  for (const carrier of await listAwaitedCarriers(ctx.db))
    if (!ctx.routing.isAvailable(carrier) && ctx.routing.hasOther(carrier)) await moveFrom(ctx, carrier)
}

async function moveFrom(ctx: SmsContext, carrier: string): Promise<void> {
  // Whoever pauses a carrier may want to take it away; any other may well be back before what is scheduled is due.
  const withScheduled = ctx.routing.standing(carrier)?.paused === true
  for (let after = 0; ; ) {
    const last = await ctx.db.transaction(async (tx) => {
      await lockRanges(tx)
      const now = ctx.clock.now()
      const batches = await lockWaitingBatches(tx, { carrier, withScheduled }, after, batchesAtOnce, now)
      const moved = await moveMessages(tx, carrier, batches, now, (message) => {
        const next = ctx.routing.choose(message)
        return next !== null && ctx.routing.isAvailable(next) ? next : carrier
      })
      return { id: batches.at(-1)?.id ?? null, topics: topicsOf(batches, moved) }
    })
    for (const topic of last.topics) ctx.work.announce(topic)
    if (last.id === null) return
    after = last.id
  }
}

const topicsOf = (batches: readonly WaitingBatch[], carriers: ReadonlySet<string>) =>
  new Set([...carriers].flatMap((carrier) => batches.map(({ lane }) => dispatchTopic(carrier, lane))))

import type { SmsContext } from '../context.ts'
import { dispatchTopic } from './dispatch.ts'
import { listAwaitedCarriers, lockRanges } from './store-batches.ts'
import { lockWaitingBatches, moveMessages, type WaitingBatch } from './store-moves.ts'

/** The limit of one transaction. Each batch has up to 500 messages. */
const batchesAtOnce = 20

/**
 * Moves waiting messages from a carrier that is paused, removed, out of rotation or disconnected for too long to their
 * next route. For a paused carrier, this includes scheduled messages. Messages without another route keep waiting, and
 * claimed batches are left to their worker.
 */
export async function moveWaiting(ctx: SmsContext): Promise<void> {
  for (const carrier of await listAwaitedCarriers(ctx.db))
    if (!ctx.routing.isAvailable(carrier) && ctx.routing.hasOther(carrier)) await moveFrom(ctx, carrier)
}

async function moveFrom(ctx: SmsContext, carrier: string): Promise<void> {
  // A paused carrier may be about to be removed. Any other may be back before scheduled messages are due.
  const withScheduled = ctx.routing.carrierState(carrier)?.paused === true
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

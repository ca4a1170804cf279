import { countsSince, evaluateHealth } from './health-rules.ts'
import type { RoutingContext } from './model.ts'
import { listCarriers } from './store.ts'
import { countOutcomes, deleteOutcomes, putHealth } from './store-health.ts'

/** Messages of a carrier that should have a receipt by now. */
export interface AwaitedReceipts {
  readonly name: string
  readonly fromId: number
  /** Messages that were submitted from this time on. */
  readonly since: Date
  /** Messages that were submitted before this time. */
  readonly until: Date
}

export type CountMissing = (
  awaited: readonly AwaitedReceipts[],
) => Promise<ReadonlyMap<string, { readonly submitted: number; readonly missing: number }>>

/** Longer than both the default time for receipts and the period that operators see. */
const keptMs = 2 * 3_600_000

export const forgetOutcomes = ({ db, clock }: Pick<RoutingContext, 'db' | 'clock'>): Promise<void> =>
  deleteOutcomes(db, new Date(clock.now().getTime() - keptMs))

/**
 * Evaluates the health of every carrier, and takes it out of rotation or back in. Only one process at a time runs this.
 */
export async function evaluateCarriers(
  ctx: Pick<RoutingContext, 'db' | 'clock' | 'log' | 'routing'>,
  countMissing: CountMissing,
): Promise<void> {
  const now = ctx.clock.now()
  const carriers = await listCarriers(ctx.db)
  if (carriers.length === 0) return
  const evaluated = carriers.map((carrier) => {
    const settings = carrier.healthSettings
    const takenUntil = new Date(now.getTime() - settings.receiptMinutes * 60_000)
    const since = countsSince(settings, carrier.health, now)
    const takenSince = countsSince(settings, carrier.health, takenUntil)
    return { ...carrier, settings, since, takenSince, takenUntil }
  })
  const counted = await countOutcomes(ctx.db, evaluated)
  const awaited = evaluated.flatMap(({ name, takenSince: since, takenUntil: until }) => {
    const fromId = counted.get(name)?.fromId ?? null
    return fromId === null ? [] : [{ name, fromId, since, until }]
  })
  const receipts = awaited.length === 0 ? new Map() : await countMissing(awaited)
  for (const { name, health, settings } of evaluated) {
    const { taken = 0, errors = 0, bringsReceipts = false } = counted.get(name) ?? {}
    const { submitted = 0, missing = 0 } = receipts.get(name) ?? {}
    // A carrier that never sends receipts is not evaluated by missing ones.
    const figures = { taken, errors, submitted, missing: bringsReceipts ? missing : 0 }
    const next = evaluateHealth(health, figures, settings, now)
    if (next === health) continue
    await putHealth(ctx.db, name, next)
    ctx.log.warn({ carrier: name, state: next.state, reason: next.reason, until: next.until }, logTexts[next.state])
  }
  await ctx.routing.refresh()
}

const logTexts = {
  in: 'carrier is back in rotation',
  out: 'carrier is out of rotation; messages with another route use that route',
  trial: 'carrier is on trial with a few messages',
} as const

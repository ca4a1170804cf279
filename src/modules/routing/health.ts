import type { RoutingContext } from './context.ts'
import { countsSince, defaultHealth, type HealthSettings, judgeHealth } from './health-rules.ts'
import { listCarriers, type StoredCarrier } from './store.ts'
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

export const healthSettingsOf = ({ healthSettings }: Pick<StoredCarrier, 'healthSettings'>): HealthSettings => ({
  ...defaultHealth,
  ...healthSettings,
})

/** Longer than both the default time for receipts and the period that operators see. */
const keptMs = 2 * 3_600_000

export const forgetOutcomes = ({ db, clock }: Pick<RoutingContext, 'db' | 'clock'>): Promise<void> =>
  deleteOutcomes(db, new Date(clock.now().getTime() - keptMs))

/**
 * Judges the health of every carrier, and takes it out of rotation or back in. Only one process at a time runs this.
 */
export async function judgeCarriers(
  ctx: Pick<RoutingContext, 'db' | 'clock' | 'log' | 'routing'>,
  countMissing: CountMissing,
): Promise<void> {
  const now = ctx.clock.now()
  const carriers = await listCarriers(ctx.db)
  if (carriers.length === 0) return
  const judged = carriers.map((carrier) => {
    const settings = healthSettingsOf(carrier)
    const takenUntil = new Date(now.getTime() - settings.receiptMinutes * 60_000)
    const [since, takenSince] = [
      countsSince(settings, carrier.health, now),
      countsSince(settings, carrier.health, takenUntil),
    ]
    return { ...carrier, settings, since, takenSince, takenUntil }
  })
  const counted = await countOutcomes(ctx.db, judged)
  const awaited = judged.flatMap(({ name, takenSince: since, takenUntil: until }) => {
    const fromId = counted.get(name)?.fromId ?? null
    return fromId === null ? [] : [{ name, fromId, since, until }]
  })
  const receipts = awaited.length === 0 ? new Map() : await countMissing(awaited)
  for (const { name, health, settings } of judged) {
    const { taken = 0, errors = 0, bringsReceipts = false } = counted.get(name) ?? {}
    const { submitted = 0, missing = 0 } = receipts.get(name) ?? {}
    // A carrier that never sends receipts is not judged by missing ones.
    const figures = { taken, errors, submitted, missing: bringsReceipts ? missing : 0 }
    const next = judgeHealth(health, figures, settings, now)
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

import type { RoutingContext } from './context.ts'
import { countsSince, type HealthSettings, judgeHealth, usualHealth } from './health-rules.ts'
import { listCarriers, type StoredCarrier } from './store.ts'
import { countOutcomes, deleteOutcomes, putHealth } from './store-health.ts'

/** Messages of a carrier that should have receipts by now. */
export interface AwaitedReceipts {
  readonly name: string
  /** The lowest of their ids. */
  readonly fromId: number
  /** Those that it took from then on… */
  readonly since: Date
  /** …and until then. */
  readonly until: Date
}

export type CountMissing = (
  awaited: readonly AwaitedReceipts[],
) => Promise<ReadonlyMap<string, { readonly submitted: number; readonly missing: number }>>

export const healthSettingsOf = ({ healthSettings }: Pick<StoredCarrier, 'healthSettings'>): HealthSettings => ({
  ...usualHealth,
  ...healthSettings,
})

/** Longer than receipts are usually waited for before they are missed, and than operators look back. */
const keptMs = 2 * 3_600_000

/**
 * Looks at what came back from every carrier, and takes out of the choice what fails, or lets it back. By one process
 * at a time.
 */
export async function judgeCarriers(
  ctx: Pick<RoutingContext, 'db' | 'clock' | 'log' | 'routing'>,
  countMissing: CountMissing,
): Promise<void> {
  const now = ctx.clock.now()
  await deleteOutcomes(ctx.db, new Date(now.getTime() - keptMs))
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
    // Of one that never brings any nothing is missed.
    const figures = { taken, errors, submitted, missing: bringsReceipts ? missing : 0 }
    const next = judgeHealth(health, figures, settings, now)
    if (next === health) continue
    await putHealth(ctx.db, name, next)
    ctx.log.warn({ carrier: name, state: next.state, reason: next.reason, until: next.until }, wordsOf[next.state])
  }
  await ctx.routing.refresh()
}

const wordsOf = {
  in: 'a carrier is chosen again',
  out: 'a carrier is taken out of the choice: messages that have another route take that',
  trial: 'a carrier that was out of the choice is tried with a few messages',
} as const

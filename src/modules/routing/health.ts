import type { RoutingContext } from './context.ts'
import { countsSince, type Health, type HealthSettings, judgeHealth, usualHealth } from './health-rules.ts'
import { listCarriers, type StoredCarrier } from './store.ts'
import { countOutcomes, deleteOutcomes, putHealth } from './store-health.ts'

/** Messages of a carrier that should have receipts by now. */
export interface AwaitedReceipts {
  readonly name: string
  /** Those that it took from then on… */
  readonly since: Date
  /** …and until then. */
  readonly until: Date
}

export type CountMissing = (awaited: readonly AwaitedReceipts[]) => Promise<ReadonlyMap<string, { readonly submitted: number; readonly missing: number }>>

export const healthSettingsOf = ({ healthSettings }: Pick<StoredCarrier, 'healthSettings'>): HealthSettings => ({ ...usualHealth, ...healthSettings })

const keptMs = 3_600_000

/** Looks at what came back from every carrier, and takes out of the choice what fails, or lets it back. By one process at a time. */
export async function judgeCarriers(ctx: Pick<RoutingContext, 'db' | 'clock' | 'log' | 'routing'>, countMissing: CountMissing): Promise<void> {
  const now = ctx.clock.now()
  const carriers = await listCarriers(ctx.db)
  if (carriers.length === 0) return
  const judged = carriers.map((carrier) => {
    const settings = healthSettingsOf(carrier)
    return { ...carrier, settings, since: countsSince(settings, carrier.health, now) }
  })
  const outcomes = await countOutcomes(ctx.db, judged)
  const missing = await countMissing(judged.map(({ name, health, settings }) => receiptsOf(name, health, settings, now)))
  for (const { name, health, settings } of judged) {
    const figures = { taken: 0, errors: 0, submitted: 0, missing: 0, ...outcomes.get(name), ...missing.get(name) }
    const next = judgeHealth(health, figures, settings, now)
    if (next === health) continue
    await putHealth(ctx.db, name, next)
    ctx.log.warn({ carrier: name, state: next.state, reason: next.reason, until: next.until }, wordsOf[next.state])
  }
  await deleteOutcomes(ctx.db, new Date(now.getTime() - keptMs))
  await ctx.routing.refresh()
}

const wordsOf = {
  in: 'a carrier is chosen again',
  out: 'a carrier is taken out of the choice: messages that have another route take that',
  trial: 'a carrier that was out of the choice is tried with a few messages',
} as const

/** As far back as answers are looked at, but before the time in which receipts may still come. */
function receiptsOf(name: string, health: Health, settings: HealthSettings, now: Date): AwaitedReceipts {
  const until = new Date(now.getTime() - settings.receiptMinutes * 60_000)
  return { name, since: countsSince(settings, health, until), until }
}

import { listDueWork } from '../console/work.ts'
import { listAway, products } from '../modules/providers/index.ts'
import type { RoutingContext } from '../modules/routing/index.ts'
import { countFailing } from '../modules/webhooks/index.ts'

/** Metrics that are read from the database on every scrape. They are missing while the database is unavailable. */
export function stateMetrics({ metrics, db, clock, routing }: RoutingContext): void {
  metrics.gauge(
    'ngoma_database_up',
    'Whether the database is reachable from this process and accepts writes.',
    [],
    async (up) => {
      up.set(0)
      if (await db.canWrite().catch(() => false)) up.set(1)
    },
  )

  metrics.gauge('ngoma_carriers_up', 'Carriers that are connected on any process.', [], (up) =>
    up.set(routing.names().filter(routing.isUp).length),
  )

  metrics.gauge('ngoma_providers_away', 'Providers that do not answer.', ['product'], async (away) => {
    const found = await listAway(db).catch(() => null)
    if (found === null) return
    for (const product of products) away.set({ product }, found.filter((one) => one.product === product).length)
  })

  metrics.gauge(
    'ngoma_work_age_seconds',
    'Age of the oldest due row of background work, or 0.',
    ['work'],
    async (ages) => {
      const now = clock.now()
      for (const { work, oldestDueAt } of await listDueWork(db, now).catch(() => []))
        ages.set({ work }, oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1_000)
    },
  )

  metrics.gauge(
    'ngoma_webhook_endpoints_failing',
    'Enabled webhook endpoints whose last attempts failed.',
    [],
    async (failing) => {
      const count = await countFailing(db).catch(() => null)
      if (count !== null) failing.set(count)
    },
  )
}

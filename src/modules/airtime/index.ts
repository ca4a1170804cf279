import type { Provider } from '../../carriers/airtime/provider.ts'
import { createIds } from '../../engine/db/index.ts'
import type { AirtimeBase, AirtimeContext } from './context.ts'
import { createAirtimeMetrics } from './metrics.ts'
import { openProviders } from './providers.ts'

export { airtimeArchive } from './archive.ts'
export { airtimeConsole } from './console.ts'
export type { AirtimeContext } from './context.ts'
export { airtimeJobs } from './jobs.ts'
export { airtimePersonSource } from './person.ts'
export { airtimeRetention } from './retention.ts'
export { airtimeRoutes } from './routes.ts'
export { checkAirtimeHolds } from './store-check.ts'

/** `simulated` is the provider of staging; null otherwise. */
export async function openAirtime(base: AirtimeBase, simulated: Provider | null): Promise<AirtimeContext> {
  return {
    ...base,
    transferIds: createIds(base.db, { name: 'airtime_transfers', partitioned: [], clock: base.clock }),
    providers: await openProviders(base, simulated),
    airtimeMetrics: createAirtimeMetrics(base.metrics, base.db),
  }
}

import { createIds } from '../../engine/db/index.ts'
import type { AirtimeBase, AirtimeContext } from './context.ts'
import { createAirtimeMetrics } from './metrics.ts'

export { airtimeArchive } from './archive.ts'
export { airtimeConsole } from './console.ts'
export type { AirtimeContext } from './context.ts'
export { airtimeJobs } from './jobs.ts'
export { airtimePersonSource } from './person.ts'
export { airtimeRetention } from './retention.ts'
export { airtimeRoutes } from './routes.ts'
export { countOpenTransfers } from './store.ts'
export { checkAirtimeHolds } from './store-check.ts'
export { airtimeTimeline } from './timeline.ts'

export function openAirtime(base: AirtimeBase): AirtimeContext {
  return {
    ...base,
    transferIds: createIds(base.db, { name: 'airtime_transfers', partitioned: [], clock: base.clock }),
    airtimeMetrics: createAirtimeMetrics(base.metrics, base.db),
  }
}

import { sql } from 'kysely'
import { httpProviders } from '../../carriers/airtime/http.ts'
import { createSimulatedProvider } from '../../carriers/airtime/simulated.ts'
import { createIds } from '../../engine/db/index.ts'
import type { Core, Module } from '../../module.ts'
import { checkSubjects } from '../balance/index.ts'
import type { Events } from '../events/index.ts'
import { managingOf, openProviderSet } from '../providers/index.ts'
import { airtimeApi } from './api.ts'
import type { AirtimeContext } from './context.ts'
import { data } from './data.ts'
import { disburseWork } from './disburse.ts'
import { listenTo } from './end.ts'
import { createAirtimeMetrics } from './metrics.ts'
import { airtimeRoutes } from './routes.ts'
import { airtimeProduct } from './rules.ts'
import { countOpenTransfers } from './store.ts'

/** Every transfer has a hold, and every hold has a transfer, except for removed ones. */
export const checkAirtimeHolds = checkSubjects({
  product: airtimeProduct,
  wanted: sql`
    select account_id, currency, 'transfer ' || id as subject, amount as hold,
           case when state = 'successful' then amount end as spend,
           case when state = 'failed' then amount end as release
      from airtime_transfers
  `,
})

interface Opened {
  readonly airtime: AirtimeContext
}

export const airtime = {
  name: 'airtime',
  async open({ ctx, events, toProviders }: Core & { readonly events: Events }): Promise<Opened> {
    const { config, db, clock, metrics } = ctx
    const { send, checkUrl } = toProviders
    const providers = await openProviderSet(ctx, {
      product: 'airtime',
      kinds: { http: httpProviders({ send, checkUrl, clock, inProgressSecondsMax: config.staging ? 0 : 60 }) },
      simulated: config.staging ? createSimulatedProvider({ clock, delayMs: config.simulatorDelayMs }) : null,
    })
    const airtime = {
      ...ctx,
      events,
      providers,
      transferIds: createIds(db, { name: 'airtime_transfers', partitioned: [], clock }),
      airtimeMetrics: createAirtimeMetrics(metrics, db),
    }
    return { airtime }
  },
  close: ({ airtime }: Opened) => airtime.providers.stop(),
  jobs: ({ airtime }: Opened) => ({
    start: () => airtime.providers.start((provider) => listenTo(airtime, provider)),
    work: [disburseWork(airtime)],
  }),
  publicRoutes: ({ airtime }: Opened, http) => airtimeRoutes(http, airtime),
  routes: ({ airtime }: Opened, scope) => airtimeApi(scope, airtime),
  provides: ({ airtime }: Opened) => ({
    managing: managingOf(airtime, airtime.providers, countOpenTransfers),
    set: airtime.providers,
  }),
  hosts: ({ hostAirtime }) => ({ airtime: hostAirtime }),
  data,
  ledgerChecks: [checkAirtimeHolds],
} satisfies Module

import type { ProviderProduct } from '../contract/console/providers.ts'
import { countOpenTransfers } from '../modules/airtime/index.ts'
import { countWaitingMessages } from '../modules/chat/index.ts'
import { countOpenPayments } from '../modules/checkout/index.ts'
import { manageProviders, type ProviderAdmin, type ShownProvider } from '../modules/providers/index.ts'
import {
  getCarrier,
  isCarrierName,
  pauseCarrier,
  type RoutingContext,
  removeCarrier,
  type ShownCarrier,
  setCarrier,
  showCarriers,
} from '../modules/routing/index.ts'
import { countBatches } from '../modules/sms/index.ts'
import { Refusal } from '../values/refusal.ts'
import type { Modules } from './modules.ts'

/** How the console manages the providers of each product. */
export function openProviderAdmins({ ctx, routed, airtime, chat, checkout }: Modules) {
  const managed = { ...ctx, isReserved: isCarrierName }
  return {
    sms: manageCarriers(routed),
    airtime: manageProviders({ ...managed, set: airtime.providers, countOpen: countOpenTransfers }),
    chat: manageProviders({ ...managed, set: chat.channels, countOpen: countWaitingMessages }),
    payments: manageProviders({ ...managed, set: checkout.payments, countOpen: countOpenPayments }),
  } as const satisfies Partial<Record<ProviderProduct, ProviderAdmin>>
}

const notForCarriers = () =>
  new Refusal(400, 400, 'Carriers Have No Account And No Priority', {
    hint: 'routes give carriers to accounts and order them: see npx ngoma route add --help',
  })

/** Carriers have their own table, because routes choose them by account, prefix, sender ID and lane. */
function manageCarriers(ctx: RoutingContext): ProviderAdmin {
  const show = async (carrier: ShownCarrier): Promise<ShownProvider> => ({
    product: 'sms',
    name: carrier.name,
    kind: carrier.kind,
    accountId: null,
    priority: null,
    paused: carrier.paused,
    settings: carrier.settings,
    secrets: carrier.secrets,
    secretsUnreadable: carrier.secretsUnreadable,
    health: healthOf(carrier),
    callbackUrl: carrier.receiptUrl,
    open: await countBatches(ctx.db, carrier.name),
    createdAt: carrier.createdAt,
    changedAt: carrier.changedAt,
  })

  return {
    product: 'sms',
    kinds: ctx.kinds,
    list: async () => Promise.all((await showCarriers(ctx)).map(show)),
    get: async (name) => show(await getCarrier(ctx, name)),
    async set({ name, kind, settings, secrets, accountId = null, priority }) {
      if (accountId !== null || priority !== undefined) throw notForCarriers()
      const kept = { failoverSeconds: undefined, healthSettings: undefined }
      return show(await setCarrier(ctx, { name, kind, settings, secrets, ...kept }))
    },
    pause: async (name, paused) => show(await pauseCarrier(ctx, name, paused)),
    remove: (name) => removeCarrier(ctx, name, (carrier) => countBatches(ctx.db, carrier)),
  }
}

function healthOf({ secretsUnreadable, awaySince, connections, health }: ShownCarrier): ShownProvider['health'] {
  const problem = connections.find((one) => one.problem !== null)?.problem ?? null
  if (secretsUnreadable) return { state: 'unusable', since: awaySince, problem: null }
  if (awaySince !== null) return { state: 'away', since: awaySince, problem }
  if (health.state !== 'in') return { state: health.state, since: health.since, problem: health.reason }
  return { state: 'up', since: null, problem: null }
}

import type { Carrier, Incoming, Receipt } from '../../carriers/carrier.ts'
import { carrierKinds } from '../../carriers/index.ts'
import type { Core, Module } from '../../module.ts'
import { dataOf } from '../table-data/index.ts'
import { managingOfCarriers } from './carriers.ts'
import { type MessageFacts, routingConsole } from './console.ts'
import type { RoutingContext } from './model.ts'
import { pushRoutes, receiptRoot } from './routes.ts'
import { openRouting } from './routing.ts'

const data = [dataOf('routing_routes', { unsearched: ['prefix', 'sender'] })]

interface Opened {
  readonly routed: RoutingContext
}

/** Given by the modules that send and receive. */
interface App extends Opened {
  readonly messageFacts: MessageFacts
  noteReceipt(carrier: string, receipt: Receipt): Promise<void>
  receive(carrier: string, incoming: Incoming): Promise<void>
}

export const routing = {
  name: 'routing',
  async open({ ctx, toProviders, simulator }: Core & { readonly simulator: Carrier | null }) {
    const { config, clock, log } = ctx
    const { send, checkUrl } = toProviders
    const kinds = carrierKinds({ clock, log, staging: config.staging, send, checkUrl, publicUrl: config.publicUrl })
    const base = { ...ctx, kinds }
    const routed: RoutingContext = { ...base, routing: await openRouting(base, simulator) }
    return { routed }
  },
  stop: ({ routed }: Opened) => routed.routing.stop(),
  publicRoutes: ({ routed, noteReceipt: receipt, receive: message }: App, http) =>
    http.register((scope) => pushRoutes(scope, routed, { receipt, message })),
  routes: ({ routed, messageFacts }: App, scope) => routingConsole(scope, routed, messageFacts),
  provides: ({ routed, messageFacts }: App) => ({
    managing: managingOfCarriers(routed, messageFacts.countWaiting),
    set: null,
  }),
  secretRoots: [receiptRoot],
  data,
} satisfies Module

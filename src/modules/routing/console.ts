import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { ListedError } from '../../carriers/carrier.ts'
import { providers } from '../../contract/console/providers.ts'
import { routes } from '../../contract/console/routing.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { parseId } from '../../values/id.ts'
import { invalidParameter, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { lanes } from '../../values/sms.ts'
import { accountExists, firstAccountId, readTypedPhone } from '../accounts/index.ts'
import type { RoutingContext } from './model.ts'
import type { Sendable } from './rules.ts'
import {
  deleteRoute,
  insertRoute,
  listCarriers,
  listRoutesPage,
  lockRoute,
  type NewRoute,
  type ShownRoute,
  updateRoute,
} from './store.ts'
import { showThroughput } from './throughput.ts'

/** Facts about messages, which another module has. */
export interface MessageFacts {
  /** Counts the batches that wait for a carrier. */
  countWaiting(db: Queryable, carrier: string): Promise<number>
  /** The explanation of a reason, as customers read it. */
  explainReason(reason: string): string | null
}

/** Routes and the results of carriers, for operators. */
export function routingConsole(
  app: FastifyInstance,
  ctx: RoutingContext,
  { explainReason }: Pick<MessageFacts, 'explainReason'>,
): void {
  serve(app, providers.throughput, ({ params }) => showThroughput(ctx, params.provider))

  serve(app, providers.errors, async ({ params }) => {
    const found = (await listCarriers(ctx.db)).find(({ name }) => name === params.provider)
    if (found === undefined) throw refuse('provider_not_found')
    const none = { statuses: [], receipts: [] }
    const { statuses, receipts } = ctx.kinds[found.kind]?.listErrors?.(found.settings) ?? none
    const explained = (one: ListedError) => ({ ...one, text: one.text ?? explainReason(one.reason) })
    return { statuses: statuses.map(explained), receipts: receipts.map(explained) }
  })

  serve(app, routes.list, async ({ query }) => {
    const place = readPlace(query)
    return showList(await listRoutesPage(ctx.db, place))
  })

  serve(app, routes.create, ({ body, request }) => {
    const { carrier, prefix = '', accountId = null, sender = null, lane = null, place = 1, stop = false } = body
    const route = { carrier, prefix, accountId, sender, lane, place, stop }
    request.auditDetail = route
    return addRoute(ctx, route)
  })

  serve(app, routes.update, ({ id, body, request }) => {
    const { carrier, prefix, accountId, sender, lane, place, stop } = body
    request.auditDetail = { carrier, prefix, accountId, sender, lane, place, stop }
    return changeRoute(ctx, id('route'), body)
  })

  serve(app, routes.delete, async ({ id, request }) => {
    const gone = await deleteRoute(ctx.db, id('route'))
    if (gone === null) throw refuse('route_not_found')
    const { id: _, createdAt: __, ...route } = gone
    request.auditDetail = route
    await ctx.routing.refresh()
  })

  /** Explains where a message would go now. */
  serve(app, routes.try, async ({ query }) => {
    const { number, account, sender = '', lane = 'single' } = query
    const accountId = account === undefined ? firstAccountId : (parseId(account) ?? 0)
    const phone = await readTypedPhone(ctx, accountId, String(number ?? ''))
    const kind = lanes.find((one) => one === lane)
    if (kind === undefined) throw invalidParameter('lane', `one of ${lanes.join(', ')}`)
    return tryRoute(ctx, { accountId, phone, sender: String(sender), lane: kind })
  })
}

async function checkRoute({ db }: RoutingContext, { carrier, accountId = null }: Partial<NewRoute>): Promise<void> {
  if (carrier !== undefined && !(await listCarriers(db)).some(({ name }) => name === carrier))
    throw refuse('carrier_not_found')
  if (accountId !== null && !(await accountExists(db, accountId))) throw refuse('account_not_found')
}

async function addRoute(ctx: RoutingContext, route: NewRoute): Promise<ShownRoute> {
  await checkRoute(ctx, route)
  const added = await insertRoute(ctx.db, route, ctx.clock.now())
  if (added === null) throw refuse('route_exists')
  await ctx.routing.refresh()
  return added
}

/** Fields that are not given keep their values. */
async function changeRoute(ctx: RoutingContext, id: number, change: Partial<NewRoute>): Promise<ShownRoute> {
  await checkRoute(ctx, change)
  const changed = await ctx.db.transaction(async (tx) => {
    const before = await lockRoute(tx, id)
    if (before === null) throw refuse('route_not_found')
    return updateRoute(tx, id, { ...before, ...change })
  })
  if (changed === null) throw refuse('route_exists')
  await ctx.routing.refresh()
  return changed
}

/** The routes of a message, with the state of their carriers. */
async function tryRoute(ctx: RoutingContext, message: Sendable) {
  const { accountId, phone } = message
  if (!(await accountExists(ctx.db, accountId))) throw refuse('account_not_found')
  const { routing } = ctx
  const routes = routing.routesOf(message)
  const carrier = routing.wouldChoose(message)
  const chosen = routes.find((route) => route.carrier === carrier)
  const steps = routes.map((route) => {
    const state = routing.carrierState(route.carrier)
    const { paused = false, awaySince = null, failoverSeconds = 0, health = null } = state ?? {}
    const isAvailable = routing.isAvailable(route.carrier)
    return { ...route, paused, awaySince, failoverSeconds, health, isAvailable, isChosen: route === chosen }
  })
  return { number: phone, accountId, carrier, routes: steps }
}

import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { lanes } from '../../carriers/carrier.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { invalidParameter, type Query, readPage, showPage } from '../../values/page.ts'
import { parsePhone } from '../../values/phone.ts'
import { firstAccountId } from '../accounts/index.ts'
import { addRoute } from './add-route.ts'
import { withoutSecrets } from './carrier-secrets.ts'
import type { RoutingContext } from './context.ts'
import { badNumber, routeMissing } from './errors.ts'
import { CarrierBody, RouteBody } from './schema.ts'
import { getCarrier, pauseCarrier, removeCarrier, setCarrier, showCarriers } from './set-carrier.ts'
import { deleteRoute, listRoutesPage } from './store.ts'
import { showThroughput } from './throughput.ts'
import { tryRoute } from './try-route.ts'

const area = consoleArea
const carriers = '/console/v1/carriers'
const routes = '/console/v1/routes'

const nameIn = (params: unknown) => (params as { carrier: string }).carrier

/** Carriers and routes, for operators. `countWaiting` says how many batches wait for a carrier. */
export function routingConsole(
  app: FastifyInstance,
  ctx: RoutingContext,
  countWaiting: (carrier: string) => Promise<number>,
): void {
  app.get(carriers, { config: { area, may: 'operator' } }, async () => ({ data: await showCarriers(ctx) }))

  app.get(`${carriers}/:carrier`, { config: { area, may: 'operator' } }, ({ params }) =>
    getCarrier(ctx, nameIn(params)),
  )

  app.get(`${carriers}/:carrier/throughput`, { config: { area, may: 'operator' } }, ({ params }) =>
    showThroughput(ctx, nameIn(params)),
  )

  app.get('/console/v1/carrier-kinds', { config: { area, may: 'operator' } }, async () => ({
    data: Object.entries(ctx.kinds).map(([kind, { description }]) => ({ kind, ...description })),
  }))

  app.put(
    `${carriers}/:carrier`,
    { config: { area, may: 'operator', does: 'carrier.set' }, schema: { body: CarrierBody } },
    async (request) => {
      const { kind, settings, secrets = {}, failoverSeconds, health } = request.body as Static<typeof CarrierBody>
      const shown = await setCarrier(ctx, {
        name: nameIn(request.params),
        kind,
        settings,
        secrets,
        failoverSeconds,
        healthSettings: health,
      })
      const { secrets: kept, healthSettings, failoverSeconds: seconds } = shown
      request.auditDetail = {
        kind,
        settings: withoutSecrets(settings),
        secrets: kept,
        failoverSeconds: seconds,
        health: healthSettings,
      }
      return shown
    },
  )

  app.post(`${carriers}/:carrier/pause`, { config: { area, may: 'operator', does: 'carrier.pause' } }, ({ params }) =>
    pauseCarrier(ctx, nameIn(params), true),
  )

  app.post(`${carriers}/:carrier/resume`, { config: { area, may: 'operator', does: 'carrier.resume' } }, ({ params }) =>
    pauseCarrier(ctx, nameIn(params), false),
  )

  app.delete(
    `${carriers}/:carrier`,
    { config: { area, may: 'operator', does: 'carrier.remove' } },
    async ({ params }, reply) => {
      await removeCarrier(ctx, nameIn(params), countWaiting)
      return reply.code(204).send()
    },
  )

  app.get(routes, { config: { area, may: 'operator' } }, async ({ query }) => {
    const page = readPage(query as Query)
    return showPage(await listRoutesPage(ctx.db, page), page)
  })

  app.post(
    routes,
    { config: { area, may: 'operator', does: 'route.add' }, schema: { body: RouteBody } },
    async (request, reply) => {
      const {
        carrier,
        prefix = '',
        accountId = null,
        sender = null,
        lane = null,
        place = 1,
      } = request.body as Static<typeof RouteBody>
      const route = { carrier, prefix, accountId, sender, lane, place }
      request.auditDetail = route
      return reply.code(201).send(await addRoute(ctx, route))
    },
  )

  app.delete(
    `${routes}/:route`,
    { config: { area, may: 'operator', does: 'route.remove' } },
    async (request, reply) => {
      const gone = await deleteRoute(ctx.db, idIn(request.params, 'route'))
      if (gone === null) throw routeMissing()
      const { id: _, createdAt: __, ...route } = gone
      request.auditDetail = route
      await ctx.routing.refresh()
      return reply.code(204).send()
    },
  )

  /** Where a message would go now, and why. */
  app.get(`${routes}/try`, { config: { area, may: 'operator' } }, async ({ query }) => {
    const { number, account, sender = '', lane = 'single' } = query as Query
    const phone = parsePhone(String(number ?? ''))
    if (phone === null) throw badNumber()
    const kind = lanes.find((one) => one === lane)
    if (kind === undefined) throw invalidParameter('lane', `one of ${lanes.join(', ')}`)
    return tryRoute(ctx, {
      accountId: account === undefined ? firstAccountId : (parseId(account) ?? 0),
      phone,
      sender: String(sender),
      lane: kind,
    })
  })
}

import type { FastifyInstance } from 'fastify'
import type { ListedError } from '../../carriers/carrier.ts'
import { serve } from '../../console-route.ts'
import { parseId } from '../../values/id.ts'
import { lanes } from '../../values/lane.ts'
import { invalidParameter, readPage, showPage } from '../../values/page.ts'
import { withoutSecrets } from '../../values/without-secrets.ts'
import { firstAccountId, readTypedPhone } from '../accounts/index.ts'
import { addRoute } from './add-route.ts'
import { changeRoute } from './change-route.ts'
import type { RoutingContext } from './context.ts'
import { routeMissing } from './errors.ts'
import { getCarrier, pauseCarrier, removeCarrier, setCarrier, showCarriers } from './set-carrier.ts'
import { deleteRoute, listRoutesPage } from './store.ts'
import { showThroughput } from './throughput.ts'
import { tryRoute } from './try-route.ts'

/** Facts about messages, which another module has. */
export interface MessageFacts {
  /** Counts the batches that wait for a carrier. */
  countWaiting(carrier: string): Promise<number>
  /** The explanation of a reason, as customers read it. */
  explainReason(reason: string): string | null
}

/** Carriers and routes, for operators. */
export function routingConsole(
  app: FastifyInstance,
  ctx: RoutingContext,
  { countWaiting, explainReason }: MessageFacts,
): void {
  serve(app, 'GET /carriers', { may: 'operator' }, async () => ({ data: await showCarriers(ctx) }))

  serve(app, 'GET /carriers/:carrier', { may: 'operator' }, ({ params }) => getCarrier(ctx, params.carrier))

  serve(app, 'GET /carriers/:carrier/throughput', { may: 'operator' }, ({ params }) =>
    showThroughput(ctx, params.carrier),
  )

  serve(app, 'GET /carriers/:carrier/errors', { may: 'operator' }, async ({ params }) => {
    const { kind, settings } = await getCarrier(ctx, params.carrier)
    const { statuses, receipts } = ctx.kinds[kind]?.listErrors?.(settings) ?? { statuses: [], receipts: [] }
    const explained = (one: ListedError) => ({ ...one, text: one.text ?? explainReason(one.reason) })
    return { statuses: statuses.map(explained), receipts: receipts.map(explained) }
  })

  serve(app, 'GET /carrier-kinds', { may: 'operator' }, () => ({
    data: Object.entries(ctx.kinds).map(([kind, { description }]) => ({ kind, ...description })),
  }))

  serve(
    app,
    'PUT /carriers/:carrier',
    { may: 'operator', does: 'carrier.set', asksProof: true },
    async ({ params, body: { kind, settings, secrets = {}, failoverSeconds, health }, request }) => {
      const shown = await setCarrier(ctx, {
        name: params.carrier,
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

  serve(app, 'POST /carriers/:carrier/pause', { may: 'operator', does: 'carrier.pause' }, ({ params }) =>
    pauseCarrier(ctx, params.carrier, true),
  )

  serve(app, 'POST /carriers/:carrier/resume', { may: 'operator', does: 'carrier.resume' }, ({ params }) =>
    pauseCarrier(ctx, params.carrier, false),
  )

  serve(app, 'DELETE /carriers/:carrier', { may: 'operator', does: 'carrier.remove', asksProof: true }, ({ params }) =>
    removeCarrier(ctx, params.carrier, countWaiting),
  )

  serve(app, 'GET /routes', { may: 'operator' }, async ({ query }) => {
    const page = readPage(query)
    return showPage(await listRoutesPage(ctx.db, page), page)
  })

  serve(app, 'POST /routes', { may: 'operator', does: 'route.add' }, ({ body, request }) => {
    const { carrier, prefix = '', accountId = null, sender = null, lane = null, place = 1, stop = false } = body
    const route = { carrier, prefix, accountId, sender, lane, place, stop }
    request.auditDetail = route
    return addRoute(ctx, route)
  })

  serve(app, 'PUT /routes/:route', { may: 'operator', does: 'route.change' }, ({ id, body, request }) => {
    const { carrier, prefix, accountId, sender, lane, place, stop } = body
    request.auditDetail = { carrier, prefix, accountId, sender, lane, place, stop }
    return changeRoute(ctx, id('route'), body)
  })

  serve(app, 'DELETE /routes/:route', { may: 'operator', does: 'route.remove' }, async ({ id, request }) => {
    const gone = await deleteRoute(ctx.db, id('route'))
    if (gone === null) throw routeMissing()
    const { id: _, createdAt: __, ...route } = gone
    request.auditDetail = route
    await ctx.routing.refresh()
  })

  /** Explains where a message would go now. */
  serve(app, 'GET /routes/try', { may: 'operator' }, async ({ query }) => {
    const { number, account, sender = '', lane = 'single' } = query
    const accountId = account === undefined ? firstAccountId : (parseId(account) ?? 0)
    const phone = await readTypedPhone(ctx, accountId, String(number ?? ''))
    const kind = lanes.find((one) => one === lane)
    if (kind === undefined) throw invalidParameter('lane', `one of ${lanes.join(', ')}`)
    return tryRoute(ctx, {
      accountId,
      phone,
      sender: String(sender),
      lane: kind,
    })
  })
}

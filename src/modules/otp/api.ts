import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { otp } from '../../contract/account/otp.ts'
import type { BodyOf } from '../../contract/console/index.ts'
import { consoleOtp } from '../../contract/console/otp.ts'
import { readNumber } from '../../values/filters.ts'
import { mapItems, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { findCountry } from '../accounts/index.ts'
import { getAllowance, setAllowance } from './allowance.ts'
import { changeApp, createApp } from './apps.ts'
import { readStates } from './channels.ts'
import type { OtpContext } from './context.ts'
import { withinLimits } from './guard.ts'
import { appNumber } from './parse.ts'
import { listPins } from './store.ts'
import type { App } from './store-apps.ts'
import { findApp, listApps, settingNames } from './store-apps.ts'
import { endBlock, getOverview, listBlocks } from './store-overview.ts'
import { listSends } from './store-sends.ts'

/** Applications, and the state of their PINs. PINs are never shown. */
export function otpApi(app: FastifyInstance, ctx: OtpContext): void {
  const effective = (one: App) => withinLimits(one, ctx.config)

  serve(app, otp.apps, async ({ query, accountId }) => {
    const place = readPlace(query)
    const found = await listApps(ctx.db, accountId, place)
    return showList(mapItems(found, effective))
  })

  serve(app, otp.createApp, async ({ accountId, body, request }) => {
    const created = await createApp(ctx, accountId, body)
    request.auditDetail = { app: created.number, ...settingsIn(body) }
    return effective(created)
  })

  serve(app, otp.app, async ({ id, accountId }) => {
    const found = await findApp(ctx.db, accountId, appNumber(id('app')))
    if (found === null) throw refuse('app_not_found')
    return effective(found)
  })

  serve(app, otp.updateApp, async ({ accountId, id, body, request }) => {
    const number = appNumber(id('app'))
    request.auditDetail = { app: number, ...settingsIn(body) }
    return effective(await changeApp(ctx, accountId, number, body))
  })

  serve(app, otp.requests, async ({ query, accountId }) => {
    const place = readPlace(query)
    const phone = readNumber(query, await findCountry(ctx, accountId))
    const page = await listPins(ctx.db, accountId, phone, place, ctx.clock.now())
    const pinIds = page.items.map(({ pinId }) => pinId)
    const sends = await listSends(ctx.db, accountId, pinIds)
    const stateOf = await readStates(ctx, accountId, sends)
    const sendsOf = Map.groupBy(sends, ({ pinId }) => pinId)
    return showList(
      mapItems(page, (pin) => ({
        ...pin,
        sends: (sendsOf.get(pin.pinId) ?? []).map((send) => ({
          channel: send.channel,
          ...stateOf(send),
          at: send.createdAt,
        })),
      })),
    )
  })

  serve(app, otp.overview, ({ accountId }) => getOverview(ctx.db, accountId, ctx.clock.now()))

  serve(app, otp.blocks, async ({ query, accountId }) => {
    const place = readPlace(query)
    const found = await listBlocks(ctx.db, accountId, place, ctx.config, ctx.clock.now())
    return showList(mapItems(found, (block) => ({ id: `${block.app}-${block.prefix}`, ...block })))
  })

  serve(app, otp.unblock, async ({ accountId, params, request }) => {
    const { app: number, prefix } = parseBlock(params.block)
    request.auditDetail = { app: number, prefix }
    if (!(await endBlock(ctx.db, accountId, number, prefix, ctx.clock.now()))) throw refuse('block_not_found')
  })

  serve(app, otp.allowance, ({ accountId }) => getAllowance(ctx, accountId))

  // Only operators, because they carry the cost of fraudulent traffic abroad.
  serve(app, consoleOtp.setAllowance, ({ accountId, body, request }) => {
    request.auditDetail = { countries: body.countries, ranges: body.ranges }
    return setAllowance(ctx, accountId, body)
  })
}

/** An invalid block id maps to an empty prefix, which never exists. */
function parseBlock(text: string): { readonly app: number; readonly prefix: string } {
  const [, app = '0', prefix = ''] = /^(\d{1,9})-(\d{1,15}|[A-Z]{2}|\+\d{1,3}|\*)$/.exec(text) ?? []
  return { app: Number(app), prefix }
}

/** The settings in a body, by name. */
const settingsIn = (body: BodyOf<'PUT /v2/otp/apps/:app'>) =>
  Object.fromEntries(settingNames.map((name) => [name, body[name]]))

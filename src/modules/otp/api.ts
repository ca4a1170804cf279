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
import type { OtpContext } from './context.ts'
import { withinLimits } from './guard.ts'
import { listRequests } from './list-requests.ts'
import type { App } from './model.ts'
import { findApp, listApps } from './store-apps.ts'
import { endBlock, getOverview, listBlocks } from './store-overview.ts'

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
    return showList(await listRequests(ctx, accountId, phone, place))
  })

  serve(app, otp.overview, async ({ accountId }) => {
    const { apps, countedSince } = await getOverview(ctx.db, accountId, ctx.clock.now())
    return { data: apps, countedSince }
  })

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

const appNumberMax = 2_147_483_647

/** Application numbers are smaller than ids. */
const appNumber = (id: number) => (id > appNumberMax ? 0 : id)

/** The settings in a body, by name. */
const settingsIn = (body: BodyOf<'PUT /v2/otp/apps/:app'>) => ({
  name: body.name,
  sender: body.sender,
  text: body.text,
  texts: body.texts,
  language: body.language,
  channels: body.channels,
  resend: body.resend,
  pinLength: body.pinLength,
  lifeSeconds: body.lifeSeconds,
  attemptsMax: body.attemptsMax,
  active: body.active,
  numberHourMax: body.numberHourMax,
  appHourMax: body.appHourMax,
  guard: body.guard,
  countries: body.countries,
  countryHourMax: body.countryHourMax,
  prefixHourMax: body.prefixHourMax,
  guardSample: body.guardSample,
  verifiedPercentMin: body.verifiedPercentMin,
  blockMinutes: body.blockMinutes,
})

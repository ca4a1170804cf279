import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { BodyOf } from '../../contract/console/index.ts'
import { readNumber } from '../../values/number-filter.ts'
import { readListPage, showList } from '../../values/page.ts'
import { findCountry } from '../accounts/index.ts'
import { getAllowance, setAllowance } from './allowance.ts'
import { changeApp, createApp } from './apps.ts'
import type { OtpContext } from './context.ts'
import { appMissing, blockMissing } from './errors.ts'
import { withinLimits } from './guard.ts'
import { listRequests } from './list-requests.ts'
import type { App } from './model.ts'
import { findApp, listApps } from './store-apps.ts'
import { endBlock, getOverview, listBlocks } from './store-overview.ts'

/** Applications, and the state of their PINs. PINs are never shown. */
export function otpConsole(app: FastifyInstance, ctx: OtpContext): void {
  const effective = (one: App) => withinLimits(one, ctx.config)

  serve(app, 'GET /v2/otp/apps', { scope: 'otp:read', may: 'viewer' }, async ({ query, accountId }) => {
    const page = readListPage(query)
    const { items, total } = await listApps(ctx.db, accountId, page)
    return showList({ items: items.map(effective), total }, page)
  })

  serve(
    app,
    'POST /v2/otp/apps',
    { scope: 'otp:write', may: 'member', does: 'otp.app_add' },
    async ({ accountId, body, request }) => {
      const created = await createApp(ctx, accountId, body)
      request.auditDetail = { app: created.number, ...settingsIn(body) }
      return effective(created)
    },
  )

  serve(app, 'GET /v2/otp/apps/:app', { scope: 'otp:read', may: 'viewer' }, async ({ id, accountId }) => {
    const found = await findApp(ctx.db, accountId, appNumber(id('app')))
    if (found === null) throw appMissing()
    return effective(found)
  })

  serve(
    app,
    'PUT /v2/otp/apps/:app',
    { scope: 'otp:write', may: 'member', does: 'otp.app_change' },
    async ({ accountId, id, body, request }) => {
      const number = appNumber(id('app'))
      request.auditDetail = { app: number, ...settingsIn(body) }
      return effective(await changeApp(ctx, accountId, number, body))
    },
  )

  serve(
    app,
    'GET /v2/otp/requests',
    { scope: 'otp:read', may: 'viewer', reads: 'pins.read' },
    async ({ query, accountId }) => {
      const page = readListPage(query)
      const phone = readNumber(query, await findCountry(ctx, accountId))
      return showList(await listRequests(ctx, accountId, phone, page), page)
    },
  )

  serve(app, 'GET /v2/otp/overview', { scope: 'otp:read', may: 'viewer' }, async ({ accountId }) => {
    const { apps, countedSince } = await getOverview(ctx.db, accountId, ctx.clock.now())
    return { data: apps, countedSince }
  })

  serve(app, 'GET /v2/otp/blocks', { scope: 'otp:read', may: 'viewer' }, async ({ query, accountId }) => {
    const page = readListPage(query)
    const { items, total } = await listBlocks(ctx.db, accountId, page, ctx.config, ctx.clock.now())
    return showList({ items: items.map((block) => ({ id: `${block.app}-${block.prefix}`, ...block })), total }, page)
  })

  serve(
    app,
    'DELETE /v2/otp/blocks/:block',
    { scope: 'otp:write', may: 'member', does: 'otp.block_lift' },
    async ({ accountId, params, request }) => {
      const { app: number, prefix } = parseBlock(params.block)
      request.auditDetail = { app: number, prefix }
      if (!(await endBlock(ctx.db, accountId, number, prefix, ctx.clock.now()))) throw blockMissing()
    },
  )

  serve(app, 'GET /v2/otp/allowance', { scope: 'otp:read', may: 'viewer' }, ({ accountId }) =>
    getAllowance(ctx, accountId),
  )

  // Only operators, because they carry the cost of fraudulent traffic abroad.
  serve(
    app,
    'PUT /accounts/:account/otp/allowance',
    { may: 'operator', does: 'otp.allow' },
    ({ accountId, body, request }) => {
      request.auditDetail = { countries: body.countries, ranges: body.ranges }
      return setAllowance(ctx, accountId, body)
    },
  )
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

import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { changeApp, createApp } from './apps.ts'
import type { OtpContext } from './context.ts'
import { appMissing, blockMissing } from './errors.ts'
import { guardModes } from './model.ts'
import { listRequests } from './store.ts'
import { findApp, listApps } from './store-apps.ts'
import { deleteBlock, getOverview, listBlocks } from './store-overview.ts'

const area = consoleArea
const otp = '/console/v1/accounts/:account/otp'

const Whole = (minimum: number, maximum: number) => Type.Optional(Type.Integer({ minimum, maximum }))
const countMax = 2_147_483_647
const weekSeconds = 604_800

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const fields = {
  sender: Type.Optional(Type.String({ minLength: 1, maxLength: 21 })),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 480 })),
  pinLength: Whole(4, 10),
  lifeSeconds: Whole(10, weekSeconds),
  attemptsMax: Whole(1, 100),
  active: Type.Optional(Type.Boolean()),
  numberHourMax: Whole(1, countMax),
  appHourMax: Whole(1, countMax),
  guard: Type.Optional(Type.Union(guardModes.map((mode) => Type.Literal(mode)))),
  countries: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Array(Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 }), {
        minItems: 1,
        maxItems: 250,
        uniqueItems: true,
      }),
    ]),
  ),
  countryHourMax: Whole(1, countMax),
  prefixHourMax: Whole(1, countMax),
  guardSample: Whole(1, 10_000),
  verifiedPercentMin: Whole(0, 100),
  blockMinutes: Whole(1, 10_080),
}
const CreateBody = Type.Object({ name: Name, ...fields }, { additionalProperties: false })
const ChangeBody = Type.Object({ name: Type.Optional(Name), ...fields }, { additionalProperties: false })

/** Applications for the people of an account, and what became of the PINs they sent. No PIN is in any of it. */
export function otpConsole(app: FastifyInstance, ctx: OtpContext): void {
  app.get(`${otp}/apps`, { config: { area, may: 'viewer' } }, async ({ query, accountId }) => {
    const page = readPage(query as Query)
    return showPage(await listApps(ctx.db, accountId ?? 0, page), page)
  })

  app.post(
    `${otp}/apps`,
    { config: { area, may: 'member', does: 'otp.app_add' }, schema: { body: CreateBody } },
    async (request, reply) => {
      const settings = request.body as Static<typeof CreateBody>
      const made = await createApp(ctx, request.accountId ?? 0, settings)
      request.auditDetail = { app: made.number, ...settings }
      return reply.code(201).send(made)
    },
  )

  app.get(`${otp}/apps/:app`, { config: { area, may: 'viewer' } }, async ({ params, accountId }) => {
    const found = await findApp(ctx.db, accountId ?? 0, appIn(params))
    if (found === null) throw appMissing()
    return found
  })

  app.put(
    `${otp}/apps/:app`,
    { config: { area, may: 'member', does: 'otp.app_change' }, schema: { body: ChangeBody } },
    async (request) => {
      const change = request.body as Static<typeof ChangeBody>
      const number = appIn(request.params)
      request.auditDetail = { app: number, ...change }
      return changeApp(ctx, request.accountId ?? 0, number, change)
    },
  )

  app.get(`${otp}/requests`, { config: { area, may: 'viewer' } }, async ({ query, accountId }) => {
    const page = readPage(query as Query)
    return showPage(await listRequests(ctx.db, accountId ?? 0, page, ctx.clock.now()), page)
  })

  app.get(`${otp}/overview`, { config: { area, may: 'viewer' } }, async ({ accountId }) => {
    const { apps, countedSince } = await getOverview(ctx.db, accountId ?? 0, ctx.clock.now())
    return { data: apps, countedSince }
  })

  app.get(`${otp}/blocks`, { config: { area, may: 'viewer' } }, async ({ query, accountId }) => {
    const page = readPage(query as Query)
    const { items, total } = await listBlocks(ctx.db, accountId ?? 0, page, ctx.clock.now())
    return showPage({ items: items.map((block) => ({ id: `${block.app}-${block.prefix}`, ...block })), total }, page)
  })

  app.delete(
    `${otp}/blocks/:block`,
    { config: { area, may: 'member', does: 'otp.block_lift' } },
    async (request, reply) => {
      const { app: number, prefix } = blockIn(request.params)
      request.auditDetail = { app: number, prefix }
      if (!(await deleteBlock(ctx.db, request.accountId ?? 0, number, prefix, ctx.clock.now()))) throw blockMissing()
      return reply.code(204).send()
    },
  )
}

/** What is no block is one of application 0, which there is not. */
function blockIn(params: unknown): { readonly app: number; readonly prefix: string } {
  const { block } = params as { block: string }
  const [, app = '0', prefix = ''] = /^(\d{1,9})-(\d{1,15})$/.exec(block) ?? []
  return { app: Number(app), prefix }
}

/** Numbers of applications are smaller than ids. */
function appIn(params: unknown): number {
  const number = idIn(params, 'app')
  return number > countMax ? 0 : number
}

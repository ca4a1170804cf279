import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { BodyOf } from '../../contract/console/index.ts'
import type { RetentionContext } from './context.ts'
import { changeInstallation, changeOwn, readLimits, setLimits } from './set-limits.ts'
import { showAccount, showInstallation, showLimits } from './show.ts'

/** Limits of the installation, for operators, and of accounts, for their owners. */
export function retentionConsole(app: FastifyInstance, ctx: RetentionContext): void {
  serve(app, 'GET /retention', { may: 'operator' }, async () =>
    showInstallation(ctx, await readLimits(ctx.db, ctx, null)),
  )

  serve(app, 'PUT /retention', { may: 'operator', does: 'retention.set_installation' }, async ({ body, request }) => {
    const { default: usual, max } = body
    request.auditDetail = { default: usual && limitsIn(usual), max: max && limitsIn(max) }
    const limits = await setLimits(ctx, null, ({ policy }, now) => changeInstallation(policy, body, now))
    return showInstallation(ctx, limits)
  })

  serve(app, 'POST /retention/preview', { may: 'operator', does: null }, async ({ body }) => {
    const { policy } = await readLimits(ctx.db, ctx, null)
    return showLimits(ctx, null, changeInstallation(policy, body, ctx.clock.now()))
  })

  serve(app, 'GET /accounts/:account/retention', { may: 'viewer' }, async ({ accountId }) =>
    showAccount(ctx, accountId, await readLimits(ctx.db, ctx, accountId)),
  )

  serve(
    app,
    'PUT /accounts/:account/retention',
    { may: 'owner', does: 'retention.set' },
    async ({ accountId, body, request }) => {
      request.auditDetail = limitsIn(body)
      const limits = await setLimits(ctx, accountId, (current, now) => changeOwn(current, body, now))
      return showAccount(ctx, accountId, limits)
    },
  )

  serve(app, 'POST /accounts/:account/retention/preview', { may: 'owner', does: null }, async ({ accountId, body }) =>
    showLimits(ctx, accountId, changeOwn(await readLimits(ctx.db, ctx, accountId), body, ctx.clock.now())),
  )
}

/** The limits of a body, by name. */
const limitsIn = ({ texts, messages, events, logs }: BodyOf<'PUT /accounts/:account/retention'>) => ({
  texts,
  messages,
  events,
  logs,
})

import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { getAccount } from './find.ts'
import { findSendSettings, setSmartEncoding } from './send-settings.ts'
import { countParts } from './store-counts.ts'

/** The account of the caller, in the account API. */
export function ownAccountConsole(app: FastifyInstance, ctx: Context): void {
  async function show(accountId: number) {
    const { id, name, country, currency, language, requestsPerSecond, createdAt } = await getAccount(ctx, accountId)
    const { isSmart, messagesPerDay } = await findSendSettings(ctx, accountId)
    return {
      id,
      name,
      country,
      currency,
      language,
      requestsPerSecond: (requestsPerSecond ?? ctx.config.requestsPerSecond) || null,
      messagesPerDay,
      smartEncoding: isSmart,
      counts: await countParts(ctx.db, accountId, ctx.clock.now()),
      createdAt,
    }
  }

  serve(app, 'GET /v2/account', { scope: 'account:read', may: 'viewer' }, ({ accountId }) => show(accountId))

  serve(
    app,
    'PUT /v2/account',
    { scope: 'account:write', may: 'owner', does: 'account.smart_encoding' },
    async ({ accountId, body: { smartEncoding }, request }) => {
      request.auditDetail = { smartEncoding }
      await setSmartEncoding(ctx.db, accountId, smartEncoding)
      return show(accountId)
    },
  )
}

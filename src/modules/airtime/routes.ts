import type { FastifyInstance } from 'fastify'
import { readIdempotencyKey, skipSchemaValidation } from '../../engine/http/index.ts'
import type { AirtimeContext } from './context.ts'
import { statusSchema, transferSchema } from './describe.ts'
import { invalidFormat, transactionMissing } from './errors.ts'
import { readTransactionId, readTransfer } from './parse.ts'
import { statusOf } from './rules.ts'
import { findTransfer } from './store.ts'
import { transfer } from './transfer.ts'

const config = { area: 'airtime', malformedBody: invalidFormat } as const

export function airtimeRoutes(app: FastifyInstance, ctx: AirtimeContext): void {
  app.post('/v1/transfer', { ...skipSchemaValidation, config, schema: transferSchema }, async (request, reply) => {
    const { accountId } = request.caller
    const key = readIdempotencyKey(request, accountId)
    const { answer, replayed } = await transfer(ctx, accountId, readTransfer(request.body), key)
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    return answer
  })

  app.post(
    '/v1/transaction-status',
    { ...skipSchemaValidation, config: { ...config, does: null }, schema: statusSchema },
    async ({ body, caller }) => {
      const found = await findTransfer(ctx.db, caller.accountId, readTransactionId(body))
      if (found === null) throw transactionMissing()
      return statusOf(found)
    },
  )
}

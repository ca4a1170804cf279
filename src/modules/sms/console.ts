import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { invalidParameter, type Query, readPage, showPage } from '../../values/page.ts'
import type { SmsContext } from './context.ts'
import { listUnknownReceipts } from './progress/store-receipts.ts'
import { listQueues } from './search/queues.ts'

/** Receipts without a message, and the queues, for operators. */
export function smsConsole(app: FastifyInstance, ctx: SmsContext): void {
  /**
   * Includes receipts that are still being matched, so operators who set up a carrier see them without waiting an hour.
   */
  serve(app, 'GET /receipts/unknown', { may: 'operator', reads: 'receipts.read' }, async ({ query }) => {
    const page = readPage(query)
    return showPage(await listUnknownReceipts(ctx.db, readCarrier(query), page), page)
  })

  serve(app, 'GET /queues', { may: 'operator' }, async () => ({ data: await listQueues(ctx) }))
}

/** Null for all carriers. A removed carrier may still have receipts. */
function readCarrier({ carrier }: Query): string | null {
  if (carrier === undefined || carrier === '') return null
  if (typeof carrier !== 'string' || !/^[a-z0-9-]{1,32}$/.test(carrier))
    throw invalidParameter('carrier', 'the name of a carrier; run npx ngoma carrier list to see all carriers')
  return carrier
}

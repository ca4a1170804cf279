import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { queues, receipts } from '../../contract/console/sms.ts'
import { invalidParameter, type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import type { SmsContext } from './context.ts'
import { listUnknownReceipts } from './progress/store-receipts.ts'
import { schedulingApi } from './scheduling/api-scheduling.ts'
import { messagesApi } from './search/api-messages.ts'
import { listQueues } from './search/queues.ts'
import { sendApi } from './sending/api-send.ts'

/** The endpoints of the account API, and receipts without a message and the queues, for operators. */
export function smsConsole(app: FastifyInstance, ctx: SmsContext): void {
  sendApi(app, ctx)
  schedulingApi(app, ctx)
  messagesApi(app, ctx)

  /**
   * Includes receipts that are still being matched, so operators who set up a carrier see them without waiting an hour.
   */
  serve(app, receipts.listUnknown, async ({ query }) => {
    const place = readPlace(query)
    return showList(await listUnknownReceipts(ctx.db, readCarrier(query), place))
  })

  serve(app, queues.list, async () => ({ data: await listQueues(ctx) }))
}

/** Null for all carriers. A removed carrier may still have receipts. */
function readCarrier({ carrier }: Query): string | null {
  if (carrier === undefined || carrier === '') return null
  if (typeof carrier !== 'string' || !/^[a-z0-9-]{1,32}$/.test(carrier))
    throw invalidParameter('carrier', 'the name of a carrier; run npx ngoma provider list to see all carriers')
  return carrier
}

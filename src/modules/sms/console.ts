import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { messages, requests } from '../../contract/account/message-routes.ts'
import { scheduled } from '../../contract/account/sms.ts'
import { queues, receipts } from '../../contract/console/sms.ts'
import { invalidParameter, type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import type { SmsContext } from './context.ts'
import { listUnknownReceipts } from './progress/store-receipts.ts'
import { cancelMessage, cancelRequest, moveRequest } from './scheduling/scheduled.ts'
import { listScheduled } from './scheduling/store-scheduled.ts'
import { messagesApi } from './search/api-messages.ts'
import { listQueues } from './search/operator-view.ts'
import { sendApi } from './sending/api-send.ts'

/** The endpoints of the account API, and receipts without a message and the queues, for operators. */
export function smsConsole(app: FastifyInstance, ctx: SmsContext): void {
  sendApi(app, ctx)
  messagesApi(app, ctx)

  serve(app, scheduled.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    return showList(await listScheduled(ctx.db, accountId, place, ctx.clock.now()))
  })

  serve(app, requests.cancel, async ({ accountId, id, request }) => {
    const cancelled = await cancelRequest(ctx, accountId, id('request'))
    request.auditDetail = { ...cancelled }
    return cancelled
  })

  serve(app, messages.cancel, async ({ accountId, id, request }) => {
    const cancelled = await cancelMessage(ctx, accountId, id('message'))
    request.auditDetail = { ...cancelled }
    return cancelled
  })

  serve(app, requests.reschedule, async ({ accountId, id, body: { notBefore }, request }) => {
    request.auditDetail = { notBefore }
    const moved = await moveRequest(ctx, accountId, id('request'), notBefore)
    request.auditDetail = { notBefore, moved: moved.moved, tooLate: moved.tooLate }
    return moved
  })

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

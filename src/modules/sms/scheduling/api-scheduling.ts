import type { FastifyInstance } from 'fastify'
import { serve } from '../../../api-route.ts'
import { messages, requests } from '../../../contract/account/message-routes.ts'
import { scheduled } from '../../../contract/account/sms.ts'
import { showList } from '../../../values/page.ts'
import { readPlace } from '../../../values/place.ts'
import type { SmsContext } from '../context.ts'
import { cancelMessage, cancelRequest, moveRequest } from './scheduled.ts'
import { listScheduled } from './store-scheduled.ts'

/** Requests with waiting messages. */
export function schedulingApi(app: FastifyInstance, ctx: SmsContext): void {
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
}

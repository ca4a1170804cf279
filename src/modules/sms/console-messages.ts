import type { FastifyInstance } from 'fastify'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import type { SmsContext } from './context.ts'
import { missingParameter } from './errors.ts'
import { listRecipients, showMessage, viewMessage } from './message-view.ts'
import { findRequest, listMessages } from './store-messages.ts'

const config = { area: consoleArea, may: 'viewer' } as const
const account = '/console/v1/accounts/:account'

/** What became of every recipient of a request, and the way of every message. */
export function messagesConsole(app: FastifyInstance, ctx: SmsContext): void {
  app.get(`${account}/requests/:request/recipients`, { config }, async ({ accountId, params, query }) => {
    const page = readPage(query as Query)
    const { refused, ...found } = await listRecipients(ctx, accountId ?? 0, idIn(params, 'request'), page)
    return { ...showPage(found, page), refused }
  })

  app.get(`${account}/messages`, { config }, async ({ accountId, query }) => {
    const page = readPage(query as Query)
    const { phone, request: requestText } = query as Query
    if (isLeftOut(phone) && isLeftOut(requestText)) throw missingParameter('phone or request')
    const request = isLeftOut(requestText) ? null : await findRequest(ctx.db, accountId ?? 0, parseId(requestText) ?? 0)
    // What can't exist has no messages.
    const isNobody = !isLeftOut(phone) && !(typeof phone === 'string' && /^\d{1,15}$/.test(phone))
    if (isNobody || (request === null && !isLeftOut(requestText))) return showPage({ items: [], total: 0 }, page)
    const { items, total } = await listMessages(ctx.db, accountId ?? 0, { phone: isLeftOut(phone) ? null : String(phone), request }, page)
    const now = ctx.clock.now()
    return showPage({ items: items.map((message) => showMessage(message, now)), total }, page)
  })

  app.get(`${account}/messages/:message`, { config }, ({ accountId, params }) => viewMessage(ctx, accountId ?? 0, idIn(params, 'message')))
}

const isLeftOut = (value: unknown) => value === undefined || value === ''

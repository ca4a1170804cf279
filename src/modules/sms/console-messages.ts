import type { FastifyInstance } from 'fastify'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { type Query, readCount, readPage, showPage } from '../../values/page.ts'
import type { SmsContext } from './context.ts'
import { listRecipients, showMessage, viewMessage } from './message-view.ts'
import { exportMessages, searchMessages } from './search.ts'
import { formatPlace, readFilter, readPlace, readRequestBefore } from './search-rules.ts'
import { listRequests } from './store-search.ts'

const config = { area: consoleArea, may: 'viewer' } as const
const account = '/console/v1/accounts/:account'
const limitMax = 200
const limitByDefault = 50

/** What was sent and what became of it: requests, every recipient of one, and the way of every message. */
export function messagesConsole(app: FastifyInstance, ctx: SmsContext): void {
  app.get(`${account}/requests`, { config }, async ({ accountId, query }) => {
    const [filter, before] = [readFilter(query as Query), readRequestBefore(query as Query)]
    const limit = readCount(query as Query, 'limit', limitByDefault, limitMax)
    const found = await listRequests(ctx.db, accountId ?? 0, filter, before, limit + 1)
    const data = found.slice(0, limit)
    return { data, next: found.length > limit ? String(data.at(-1)?.id) : null }
  })

  app.get(`${account}/requests/:request/recipients`, { config }, async ({ accountId, params, query }) => {
    const page = readPage(query as Query)
    const { refused, ...found } = await listRecipients(ctx, accountId ?? 0, idIn(params, 'request'), page)
    return { ...showPage(found, page), refused }
  })

  app.get(`${account}/messages`, { config }, async ({ accountId, query }) => {
    const filter = readFilter(query as Query)
    const limit = readCount(query as Query, 'limit', limitByDefault, limitMax)
    const { items, next, searchedTo } = await searchMessages(ctx, accountId ?? 0, { filter, after: readPlace(query as Query, filter), limit })
    const now = ctx.clock.now()
    return { data: items.map((message) => showMessage(message, now)), next: next && formatPlace(next), searchedTo }
  })

  app.get(`${account}/messages.csv`, { config }, async ({ accountId, query, method }, reply) => {
    const filter = readFilter(query as Query)
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="messages-${accountId}.csv"`)
    // Whoever only asks for the headers would leave it unread.
    return reply.send(method === 'HEAD' ? undefined : exportMessages(ctx, accountId ?? 0, filter))
  })

  app.get(`${account}/messages/:message`, { config }, ({ accountId, params }) => viewMessage(ctx, accountId ?? 0, idIn(params, 'message')))
}

import type { FastifyInstance } from 'fastify'
import { consoleArea, idIn } from '../../../engine/http/index.ts'
import { invalidParameter, type Query, readCount, readPage, showPage } from '../../../values/page.ts'
import type { SmsContext } from '../context.ts'
import { tooManyExports } from '../errors.ts'
import { listRecipients, showMessage, viewMessage } from './message-view.ts'
import { exportMessages, searchMessages } from './search.ts'
import { formatPlace, readFilter, readPlace, readRequestBefore } from './search-rules.ts'
import { listRequests } from './store-search.ts'

const config = { area: consoleArea, may: 'viewer' } as const
const account = '/console/v1/accounts/:account'
const limitMax = 200
const limitByDefault = 50
/** At once, of an account on a process: each may read all there is. */
const exportsMax = 2

/** What was sent and what became of it: requests, every recipient of one, and the way of every message. */
export function messagesConsole(app: FastifyInstance, ctx: SmsContext): void {
  app.get(`${account}/requests`, { config }, async ({ accountId, query }) => {
    const [filter, before] = [readFilter(query as Query), readRequestBefore(query as Query)]
    // These are of messages: a request has many, and to pass over them would look as if all of these matched.
    if (filter.phone !== null)
      throw invalidParameter('phone', 'asked for messages, not for requests: leave it out here')
    if (filter.stage !== null)
      throw invalidParameter('status', 'asked for messages, not for requests: leave it out here')
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
    const { items, next, searchedTo } = await searchMessages(ctx, accountId ?? 0, {
      filter,
      after: readPlace(query as Query, filter),
      limit,
    })
    const now = ctx.clock.now()
    return { data: items.map((message) => showMessage(message, now)), next: next && formatPlace(next), searchedTo }
  })

  const exporting = new Map<number, number>()
  app.get(`${account}/messages.csv`, { config }, async ({ accountId, query, method }, reply) => {
    const filter = readFilter(query as Query)
    const running = exporting.get(accountId ?? 0) ?? 0
    if (running >= exportsMax) throw tooManyExports()
    reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="messages-${accountId}.csv"`)
    // Whoever only asks for the headers would leave it unread.
    if (method === 'HEAD') return reply.send()
    const lines = exportMessages(ctx, accountId ?? 0, filter)
    exporting.set(accountId ?? 0, running + 1)
    lines.once('close', () => {
      const left = (exporting.get(accountId ?? 0) ?? 1) - 1
      if (left === 0) exporting.delete(accountId ?? 0)
      else exporting.set(accountId ?? 0, left)
    })
    return reply.send(lines)
  })

  app.get(`${account}/messages/:message`, { config }, ({ accountId, params }) =>
    viewMessage(ctx, accountId ?? 0, idIn(params, 'message')),
  )
}

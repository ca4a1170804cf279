import type { FastifyInstance } from 'fastify'
import { serve } from '../../../api-route.ts'
import { messages, requests } from '../../../contract/account/message-routes.ts'
import { consoleMessages } from '../../../contract/console/messages.ts'
import { endWhenStalled } from '../../../engine/http/index.ts'
import { type Query, readCount, showList } from '../../../values/page.ts'
import { idsAfter, readPlace, writeCursor } from '../../../values/place.ts'
import { findCountry, listCountries } from '../../accounts/index.ts'
import type { SmsContext } from '../context.ts'
import { tooManyExports } from '../errors.ts'
import { listRecipients, showMessage, viewMessage, viewRequest } from './message-view.ts'
import { listMessagesOfRequest, viewAnyMessage, withOwners } from './operator-view.ts'
import { exportMessages, searchMessages, searchRequests } from './search.ts'
import { keyOf, readFilter, readPosition, refuseAccountFilters, refuseMessageFilters } from './search-rules.ts'
import type { MessageFilter } from './store-requests.ts'

const limitMax = 1_000
const limitByDefault = 25
/** The maximum concurrent exports of an account per process, because each may read all messages. */
const exportsMax = 2

/**
 * Requests, messages and recipients of an account, and the timeline of a message. Operators can find messages of any
 * account.
 */
export function messagesApi(app: FastifyInstance, ctx: SmsContext): void {
  const filterOf = async (accountId: number, query: Query) => readFilter(query, await findCountry(ctx, accountId))

  const searchPage = async (accountId: number | null, filter: MessageFilter, query: Query) => {
    const place = readPlace(query)
    const after = readPosition(place, filter)
    const { items, next, searchedTo } = await searchMessages(ctx, accountId, { filter, after, limit: place.limit })
    const now = ctx.clock.now()
    return {
      data: items.map((message) => showMessage(message, now)),
      next: next && writeCursor(place, keyOf(next)),
      total: null,
      searchedTo,
    }
  }

  serve(app, requests.list, async ({ accountId, query }) => {
    refuseMessageFilters(query)
    const [filter, place] = [readFilter(query, ctx.config.country), readPlace(query)]
    const [after = null] = idsAfter(place, 1) ?? []
    const { items, next, searchedTo } = await searchRequests(ctx, accountId, filter, { after, limit: place.limit })
    return { data: items, next: next === null ? null : writeCursor(place, [String(next)]), total: null, searchedTo }
  })

  serve(app, requests.get, ({ accountId, id }) => viewRequest(ctx, accountId, id('request')))

  serve(app, requests.recipients, async ({ accountId, id, query }) => {
    const place = readPlace(query)
    const { refused, ...found } = await listRecipients(ctx, accountId, id('request'), place, query.refused === 'true')
    return { ...showList(found), refused }
  })

  serve(app, messages.list, async ({ accountId, query }) =>
    searchPage(accountId, await filterOf(accountId, query), query),
  )

  const exporting = new Map<number, number>()
  serve(app, messages.export, async ({ accountId, query, request, reply }) => {
    const filter = await filterOf(accountId, query)
    request.auditDetail = { ...filter }
    const running = exporting.get(accountId) ?? 0
    if (running >= exportsMax) throw tooManyExports()
    reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="messages-${accountId}.csv"`)
    // A HEAD request would leave the stream unread.
    if (request.method === 'HEAD') return reply.send()
    const lines = exportMessages(ctx, accountId, filter)
    exporting.set(accountId, running + 1)
    lines.once('close', () => {
      const left = (exporting.get(accountId) ?? 1) - 1
      if (left === 0) exporting.delete(accountId)
      else exporting.set(accountId, left)
    })
    return reply.send(endWhenStalled(lines))
  })

  serve(app, messages.get, ({ accountId, id }) => viewMessage(ctx, accountId, id('message')))

  serve(app, consoleMessages.listAll, async ({ query, request }) => {
    refuseAccountFilters(query)
    const [country = null, ...others] = await listCountries(ctx)
    const filter = readFilter(query, others.length === 0 ? country : null)
    request.auditDetail = { ...filter }
    const { data, ...rest } = await searchPage(null, filter, query)
    return { data: await withOwners(ctx, data), ...rest }
  })

  serve(app, consoleMessages.getAny, async ({ id, request }) => {
    const message = await viewAnyMessage(ctx, id('message'))
    // So the read appears in the audit log of the account.
    request.accountId = message.accountId
    return message
  })

  serve(app, consoleMessages.ofRequest, async ({ id, query, request }) => {
    const limit = readCount(query, 'limit', limitByDefault, limitMax)
    const data = await listMessagesOfRequest(ctx, id('request'), limit)
    request.accountId = data[0]?.accountId ?? null
    return { data }
  })
}

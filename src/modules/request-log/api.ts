import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { requestLog } from '../../contract/account/request-log.ts'
import { consoleRequestLog, requestOutcomes } from '../../contract/console/request-log.ts'
import { readNumber, readOneOf, readText, readTime } from '../../values/filters.ts'
import { parseId } from '../../values/id.ts'
import { readSearch, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { findCountry } from '../accounts/index.ts'
import { findRequest, listRequests } from './store.ts'

const idLengthMax = 64

/** Bodies are for users only: a key with few scopes must not read those of other keys. */
export function requestLogApi(app: FastifyInstance, ctx: Context): void {
  const { db } = ctx
  serve(app, requestLog.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    const credential = readText(query, 'credential', 20)
    const filter = {
      isGrouped: readOneOf(query, 'grouped', ['true', 'false']) === 'true',
      outcome: readOneOf(query, 'outcome', requestOutcomes),
      method: readText(query, 'method', 10),
      search: readSearch(query),
      requestId: readText(query, 'requestId', idLengthMax),
      // An invalid id becomes 0, which does not exist.
      credentialId: credential === null ? null : (parseId(credential) ?? 0),
      phone: readNumber(query, await findCountry(ctx, accountId)),
      since: readTime(query, 'since'),
      until: readTime(query, 'until'),
    }
    return showList(await listRequests(db, accountId, filter, place))
  })

  serve(app, consoleRequestLog.listUnknown, async ({ query }) => {
    const isGrouped = readOneOf(query, 'grouped', ['true', 'false']) === 'true'
    return showList(await listRequests(db, 0, { isGrouped, search: readSearch(query) }, readPlace(query)))
  })

  serve(app, consoleRequestLog.get, async ({ accountId, params, request }) => {
    const id = params.request.slice(0, idLengthMax)
    request.auditDetail = { request: id }
    const found = await findRequest(db, accountId, id.startsWith('~') ? (parseId(id.slice(1)) ?? 0) : id)
    if (found === null) throw refuse('logged_request_not_found')
    return found
  })
}

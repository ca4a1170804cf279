import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { requestOutcomes } from '../../contract/console/request-log.ts'
import { readOneOf, readText, readTime } from '../../values/filters.ts'
import { parseId } from '../../values/id.ts'
import { readPage, readSearch, showPage } from '../../values/page.ts'
import { Refusal } from '../../values/refusal.ts'
import { findRequest, listRequests } from './store.ts'

const idLengthMax = 64

const requestNotFound = () =>
  new Refusal(404, 404, 'Request Not Found', { hint: 'the request log keeps the latest requests for seven days' })

/** For users only: a key with few scopes must not read the bodies of other keys. */
export function requestLogConsole(app: FastifyInstance, { db }: Pick<Context, 'db'>): void {
  serve(app, 'GET /accounts/:account/request-log', { may: 'viewer' }, async ({ accountId, query }) => {
    const page = readPage(query)
    const credential = readText(query, 'credential', 20)
    const filter = {
      outcome: readOneOf(query, 'outcome', requestOutcomes),
      method: readText(query, 'method', 10),
      search: readSearch(query),
      requestId: readText(query, 'requestId', idLengthMax),
      // An invalid id becomes 0, which does not exist.
      credentialId: credential === null ? null : (parseId(credential) ?? 0),
      since: readTime(query, 'since'),
      until: readTime(query, 'until'),
    }
    return showPage(await listRequests(db, accountId, filter, page), page)
  })

  serve(
    app,
    'GET /accounts/:account/request-log/:request',
    { may: 'viewer', reads: 'request-log.read' },
    async ({ accountId, params, request }) => {
      const id = params.request.slice(0, idLengthMax)
      request.auditDetail = { request: id }
      const found = await findRequest(db, accountId, id.startsWith('~') ? (parseId(id.slice(1)) ?? 0) : id)
      if (found === null) throw requestNotFound()
      return found
    },
  )
}

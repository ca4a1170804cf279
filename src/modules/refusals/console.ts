import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { parseId } from '../../values/id.ts'
import { readListPage, readSearch, showList } from '../../values/page.ts'
import { listRefusals } from './store.ts'

/** The rejected API requests of an account, so that its developers do not need the server log. */
export function refusalsConsole(app: FastifyInstance, { db }: Context): void {
  serve(app, 'GET /v2/refused', { scope: 'account:read', may: 'viewer' }, async ({ accountId, query }) => {
    const { credential = '' } = query
    const page = readListPage(query)
    // An invalid id becomes 0, which does not exist.
    const filter = {
      credentialId: credential === '' ? null : (parseId(credential) ?? 0),
      search: readSearch(query),
    }
    return showList(await listRefusals(db, accountId, filter, page), page)
  })
}

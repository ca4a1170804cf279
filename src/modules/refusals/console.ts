import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { parseId } from '../../values/id.ts'
import { readPage, readSearch, showPage } from '../../values/page.ts'
import { listRefusals } from './store.ts'

/** The rejected API requests of an account, so that its developers do not need the server log. */
export function refusalsConsole(app: FastifyInstance, { db }: Context): void {
  serve(app, 'GET /accounts/:account/refused', { may: 'viewer' }, async ({ accountId, query }) => {
    const { credential = '' } = query
    const page = readPage(query)
    // An invalid id becomes 0, which does not exist.
    const filter = {
      credentialId: credential === '' ? null : (parseId(credential) ?? 0),
      search: readSearch(query),
    }
    return showPage(await listRefusals(db, accountId, filter, page), page)
  })
}

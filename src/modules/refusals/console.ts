import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { parseId } from '../../values/id.ts'
import { readPage, readSearch, showPage } from '../../values/page.ts'
import { listRefusals } from './store.ts'

/**
 * What the API refused of an account's requests, so that whoever writes its programs need not ask for the server's log.
 */
export function refusalsConsole(app: FastifyInstance, { db }: Context): void {
  serve(app, 'GET /accounts/:account/refused', { may: 'viewer' }, async ({ accountId, query }) => {
    const { credential = '' } = query
    const page = readPage(query)
    // What is no id is 0, which nothing has.
    const filter = {
      credentialId: credential === '' ? null : (parseId(credential) ?? 0),
      search: readSearch(query),
    }
    return showPage(await listRefusals(db, accountId, filter, page), page)
  })
}

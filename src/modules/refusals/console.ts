import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { consoleArea } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { type Query, readPage, readSearch, showPage } from '../../values/page.ts'
import { listRefusals } from './store.ts'

/**
 * What the API refused of an account's requests, so that whoever writes its programs need not ask for the server's log.
 */
export function refusalsConsole(app: FastifyInstance, { db }: Context): void {
  app.get(
    '/console/v1/accounts/:account/refused',
    { config: { area: consoleArea, may: 'viewer' } },
    async ({ accountId, query }) => {
      const { credential = '' } = query as Query
      const page = readPage(query as Query)
      // What is no id is 0, which nothing has.
      const filter = {
        credentialId: credential === '' ? null : (parseId(credential) ?? 0),
        search: readSearch(query as Query),
      }
      return showPage(await listRefusals(db, accountId ?? 0, filter, page), page)
    },
  )
}

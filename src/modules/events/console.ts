import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { consoleArea } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { listEvents } from './store.ts'

export function eventsConsole(app: FastifyInstance, { db }: Context): void {
  app.get(
    '/console/v1/accounts/:account/events',
    { config: { area: consoleArea, may: 'viewer' } },
    async ({ accountId, query }) => {
      const page = readPage(query as Query)
      return showPage(await listEvents(db, accountId ?? 0, page), page)
    },
  )
}

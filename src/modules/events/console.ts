import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { readListPage, showList } from '../../values/page.ts'
import { listEvents } from './store.ts'

export function eventsConsole(app: FastifyInstance, { db }: Context): void {
  serve(app, 'GET /v2/events', { scope: 'account:read', may: 'viewer' }, async ({ accountId, query }) => {
    const page = readListPage(query)
    return showList(await listEvents(db, accountId, page), page)
  })
}

import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { readPage, showPage } from '../../values/page.ts'
import { listEvents } from './store.ts'

export function eventsConsole(app: FastifyInstance, { db }: Context): void {
  serve(app, 'GET /accounts/:account/events', { may: 'viewer' }, async ({ accountId, query }) => {
    const page = readPage(query)
    return showPage(await listEvents(db, accountId, page), page)
  })
}

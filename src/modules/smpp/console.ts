import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { smpp } from '../../contract/console/smpp.ts'
import { mapItems, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { listSmppBinds } from './server/store-binds.ts'

/** The connection of customers, and their current binds. */
export function smppConsole(app: FastifyInstance, { db, config }: Context): void {
  serve(app, smpp.allBinds, async ({ query }) => showList(await listSmppBinds(db, null, readPlace(query))))

  serve(app, smpp.get, () => ({
    host: config.publicUrl === null ? null : new URL(config.publicUrl).hostname,
    port: config.smppPort,
    tlsPort: config.smppTlsPort,
  }))

  serve(app, smpp.binds, async ({ accountId, query, request }) => {
    const found = await listSmppBinds(db, accountId, readPlace(query))
    const isOperator = request.actor?.operator ?? false
    // The names of processes contain those of the operator's machines.
    return showList(mapItems(found, (bind) => ({ ...bind, process: isOperator ? bind.process : null })))
  })
}

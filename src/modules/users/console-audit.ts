import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { endWhenStalled } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { exportAudit, readAuditFilter } from './audit-export.ts'
import type { UsersContext } from './context.ts'
import { type AuditAudience, listEntries } from './store-audit.ts'

/** The audit log: owners read the entries of their account, operators read all entries. */
export function auditConsole(app: FastifyInstance, { db }: UsersContext): void {
  const list = async (audience: AuditAudience | null, query: Query) => {
    const page = readPage(query)
    return showPage(await listEntries(db, audience, readAuditFilter(query), page), page)
  }

  const send = (audience: AuditAudience | null, query: Query, request: FastifyRequest, reply: FastifyReply) => {
    const filter = readAuditFilter(query)
    request.auditDetail = { ...filter }
    const name = audience === null ? 'audit' : `audit-${audience.accountId}`
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${name}.csv"`)
    // A HEAD request would leave the stream unread.
    return reply.send(request.method === 'HEAD' ? undefined : endWhenStalled(exportAudit(db, audience, filter)))
  }

  serve(app, 'GET /accounts/:account/audit', { may: 'owner' }, ({ accountId, query, request }) =>
    list(audienceOf(accountId, request), query),
  )

  serve(
    app,
    'GET /accounts/:account/audit.csv',
    { may: 'owner', does: 'audit.export' },
    ({ accountId, query, request, reply }) => send(audienceOf(accountId, request), query, request, reply),
  )

  serve(app, 'GET /audit', { may: 'operator' }, ({ query }) => list(null, query))

  serve(app, 'GET /audit.csv', { may: 'operator', does: 'audit.export' }, ({ query, request, reply }) =>
    send(null, query, request, reply),
  )
}

const audienceOf = (accountId: number, { actor }: FastifyRequest): AuditAudience => ({
  accountId,
  seesParent: actor !== null && (actor.operator || actor.byParent),
})

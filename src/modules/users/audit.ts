import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Queryable } from '../../engine/db/index.ts'
import { addressOf } from './guard.ts'
import { deleteEntry, insertEntry, markEntry } from './store-audit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a handler adds to its entry in the audit log: which key, for whom. Never a secret. */
    auditDetail: Readonly<Record<string, unknown>> | null
    auditId: number | null
  }
}

/**
 * Every change through the console has an entry, written before the change is made: whatever happens to the process,
 * there is no change without one. The status is added before the answer goes out.
 */
export function addAudit(app: FastifyInstance, db: Database): void {
  app.decorateRequest('auditDetail', null)
  app.decorateRequest('auditId', null)
  app.addHook('preHandler', async (request) => {
    const { does } = request.routeOptions.config
    if (does === undefined || does === null) return
    const { actor, accountId, params } = request
    const entry = {
      actor,
      accountId,
      address: addressOf(request),
      action: does,
      params: params as Record<string, unknown>,
    }
    request.auditId = await insertEntry(db, entry)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.auditId === null) return
    // The change is made, and what the caller is told about it must not depend on this.
    await closeEntry(db, request, request.auditId, reply.statusCode).catch((error) =>
      request.log.error({ err: error }, 'an audit entry stays open'),
    )
  })
}

/**
 * Where anyone may ask, of who asks too often nothing was even tried, and nothing is kept: the log could be filled with
 * it.
 */
async function closeEntry(
  db: Queryable,
  { routeOptions, auditDetail }: FastifyRequest,
  id: number,
  status: number,
): Promise<void> {
  if (routeOptions.config.may === 'anyone' && status === 429) await deleteEntry(db, id)
  else await markEntry(db, id, status, auditDetail)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Queryable } from '../../engine/db/index.ts'
import { addressOf } from './guard.ts'
import { deleteEntry, insertEntry, insertRead, markEntry, type Outcome } from './store-audit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a handler adds to its entry in the audit log: which key, for whom. Never a secret. */
    auditDetail: Readonly<Record<string, unknown>> | null
    auditId: number | null
  }
}

/**
 * Every change and every export through the console has an entry, written before it is made: whatever happens to the
 * process, there is none without one. So has a read of personal data by somebody who is no member of the account. The
 * status is added before the answer goes out.
 */
export function addAudit(app: FastifyInstance, db: Database): void {
  app.decorateRequest('auditDetail', null)
  app.decorateRequest('auditId', null)
  app.addHook('preHandler', async (request) => {
    const { does, reads } = request.routeOptions.config
    const { actor, accountId, params, isOutsider, method } = request
    const action = does ?? (isOutsider ? reads : undefined)
    // HEAD answers without the data.
    if (action === undefined || method === 'HEAD') return
    const entry = {
      actor,
      accountId,
      address: addressOf(request),
      action,
      params: params as Record<string, unknown>,
    }
    request.auditId = await (action === does ? insertEntry : insertRead)(db, entry)
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
async function closeEntry(db: Queryable, request: FastifyRequest, id: number, status: number): Promise<void> {
  const { routeOptions, auditDetail: detail, accountId } = request
  if (routeOptions.config.may === 'anyone' && status === 429) await deleteEntry(db, id)
  else await markEntry(db, id, { status, detail, accountId, signedIn: status < 400 ? signedInBy(request) : null })
}

/** Who signs in is nobody until it has worked. */
function signedInBy({ routeOptions, auditDetail }: FastifyRequest): Outcome['signedIn'] {
  const { email, user } = auditDetail ?? {}
  if (!routeOptions.config.does?.startsWith('session.begin')) return null
  return { userId: typeof user === 'string' ? user : null, email: typeof email === 'string' ? email : null }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Queryable } from '../../engine/db/index.ts'
import { addressOf } from './guard.ts'
import { deleteEntry, insertEntry, insertRead, markEntry, type Outcome } from './store-audit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Details that a handler adds to its audit entry, such as the id of a key. Never a secret. */
    auditDetail: Readonly<Record<string, unknown>> | null
    auditId: number | null
  }
}

/**
 * Every change and every export through the console has an audit entry. So has a read of personal data by a user who is
 * not a member of the account. The entry is written before the change, so that a crash cannot lose it; the status is
 * added before the response is sent.
 */
export function addAudit(app: FastifyInstance, db: Database): void {
  app.decorateRequest('auditDetail', null)
  app.decorateRequest('auditId', null)
  app.addHook('preHandler', async (request) => {
    const { does, reads, isTraffic = false } = request.routeOptions.config
    const { actor, accountId, params, isOutsider, method, caller } = request
    if (isTraffic && caller) return
    const action = does ?? (isOutsider ? reads : undefined)
    // A HEAD response has no data.
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
    // The change is already made, so a failure here must not change the response.
    await closeEntry(db, request, request.auditId, reply.statusCode).catch((error) =>
      request.log.error({ err: error }, 'failed to complete an audit entry'),
    )
  })
}

/** Characters of JSON. Entries are kept for years, and lists and exports read many of them at once. */
const detailLengthMax = 4_096

/** The detail within the limit. Its `cut` names the fields that were left out. */
export function boundDetail(detail: FastifyRequest['auditDetail']): FastifyRequest['auditDetail'] {
  if (detail === null || JSON.stringify(detail).length <= detailLengthMax) return detail
  const kept: Record<string, unknown> = {}
  const cut: string[] = []
  let length = 0
  for (const [name, value] of Object.entries(detail)) {
    const added = JSON.stringify({ [name]: value }).length
    if (length + added > detailLengthMax) cut.push(name.slice(0, cutNameLengthMax))
    else {
      kept[name] = value
      length += added
    }
  }
  return { ...kept, cut: cut.slice(0, cutNamesMax) }
}

const [cutNamesMax, cutNameLengthMax] = [20, 50]

/** Rate-limited requests to public routes changed nothing, and their entries could fill the log: they are deleted. */
async function closeEntry(db: Queryable, request: FastifyRequest, id: number, status: number): Promise<void> {
  const { routeOptions, auditDetail, accountId } = request
  const detail = boundDetail(auditDetail)
  if (routeOptions.config.may === 'anyone' && status === 429) await deleteEntry(db, id)
  else await markEntry(db, id, { status, detail, accountId, signedIn: status < 400 ? signedInBy(request) : null })
}

/** The user is known only after the sign-in succeeded. */
function signedInBy({ routeOptions, auditDetail }: FastifyRequest): Outcome['signedIn'] {
  const { email, user } = auditDetail ?? {}
  if (!routeOptions.config.does?.startsWith('session.begin')) return null
  return { userId: typeof user === 'string' ? user : null, email: typeof email === 'string' ? email : null }
}

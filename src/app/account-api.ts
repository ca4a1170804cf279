import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import {
  accountArea,
  claimKey,
  type IdempotencyKey,
  notFound,
  readIdempotencyKey,
  storeResponse,
} from '../engine/http/index.ts'
import { hasNul } from '../modules/users/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The use case stores the Idempotency-Key in its own transaction. */
    readonly storesKey?: true
    /** The response contains a secret, which must not be stored for repeated requests. */
    readonly showsSecret?: true
  }
  interface FastifyRequest {
    /** The key under which the response is stored. */
    claimedKey: IdempotencyKey | null
  }
}

type Guard = (request: FastifyRequest) => Promise<void>
type CheckCredential = (request: FastifyRequest, reply: FastifyReply, area: string) => void | Promise<void>

/**
 * Authenticates callers of the account API. A request with an Authorization header is a program; a user or the command
 * line names the account in a header or has a cookie. Everyone else gets the answer of the specification.
 */
export const openAccountGuard =
  (guardConsole: Guard, checkCredential: CheckCredential, isControl: (request: FastifyRequest) => boolean) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization, cookie, 'ngoma-account': account } = request.headers
    const isUser = cookie !== undefined || account !== undefined || isControl(request)
    if (authorization === undefined && isUser) return guardConsole(request)
    await checkCredential(request, reply, accountArea)
    if (hasNul(request)) throw notFound()
    request.actor = {
      userId: null,
      name: `credential ${request.caller.credentialId}`,
      operator: false,
      byParent: false,
    }
  }

/**
 * Makes every POST of the account API safe to repeat. The key is claimed before the handler runs, and the response is
 * stored before it is sent. Must be added before the audit log, so that a repeated request is not logged again.
 */
export function addIdempotency(app: FastifyInstance, { db, clock }: Pick<Context, 'db' | 'clock'>): void {
  app.decorateRequest('claimedKey', null)
  app.addHook('preHandler', async (request, reply) => {
    const { area, storesKey } = request.routeOptions.config
    if (area !== accountArea || request.method !== 'POST' || storesKey || request.accountId === null) return
    const key = readIdempotencyKey(request, request.accountId)
    if (key === null) return
    const earlier = await claimKey(db, key, clock.now())
    if (earlier === null) {
      request.claimedKey = key
      return
    }
    return reply
      .code(earlier.status)
      .header('Idempotent-Replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(earlier.body)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { claimedKey: key } = request
    if (key === null) return
    request.claimedKey = null
    const { showsSecret } = request.routeOptions.config
    const response =
      reply.statusCode >= 400 || (payload && typeof payload !== 'string')
        ? null
        : { status: reply.statusCode, body: showsSecret ? null : (payload as string) }
    // The change is already made, so a failure here must not change the response.
    await storeResponse(db, key, response).catch((error) =>
      request.log.error({ err: error }, 'failed to store a response under its Idempotency-Key'),
    )
  })
}

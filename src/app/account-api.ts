import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import {
  accountArea,
  claimKey,
  type IdempotencyKey,
  keyReused,
  readIdempotencyKey,
  renewKey,
  storeResponse,
} from '../engine/http/index.ts'
import { refuseNul } from '../modules/users/index.ts'
import { refuse } from '../values/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key under which the response is stored. */
    claimed: { readonly key: () => IdempotencyKey; readonly end: () => void } | null
  }
}

type Guard = (request: FastifyRequest) => Promise<void>
type CheckCredential = (request: FastifyRequest, reply: FastifyReply, area: string) => void | Promise<void>

/**
 * Authenticates callers of the account API. A user has a cookie and names the account; a proxy may add an Authorization
 * header to such a request. Any other request with this header is a program. Everyone else gets the answer of the
 * specification.
 */
export const openAccountGuard =
  (guardConsole: Guard, checkCredential: CheckCredential, isControl: (request: FastifyRequest) => boolean) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization, cookie, 'ngoma-account': header } = request.headers
    const { account: parameter } = request.query as { readonly account?: unknown }
    const account = header ?? parameter
    const isUser = isControl(request) || (cookie !== undefined && account !== undefined)
    if (isUser || (authorization === undefined && (cookie !== undefined || account !== undefined)))
      return guardConsole(request)
    await checkCredential(request, reply, accountArea)
    const named = [header, parameter].filter((one) => one !== undefined)
    if (named.some((one) => one !== String(request.accountId))) throw refuse('account_mismatch')
    refuseNul(request)
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
  app.decorateRequest('claimed', null)
  // A connection that was lost has no response.
  app.addHook('onResponse', async ({ claimed }) => claimed?.end())
  app.addHook('preHandler', async (request, reply) => {
    const { area, storesKey, does } = request.routeOptions.config
    // Without an action, a POST is a query and may run again.
    if (area !== accountArea || request.method !== 'POST' || storesKey || !does || request.accountId === null) return
    const key = readIdempotencyKey(request, request.accountId)
    if (key === null) return
    const earlier = await claimKey(db, key, clock.now())
    if (earlier === null) {
      const digest = hashRequest(request)
      const renewing = setInterval(() => void renewKey(db, key, clock.now()).catch(() => {}), renewEveryMs)
      request.claimed = {
        key: () => ({ ...key, bodyHash: digest() }),
        end: () => clearInterval(renewing),
      }
      return
    }
    const digest = hashRequest(request)
    if (request.body instanceof Readable) await finished(request.body.resume())
    if (!digest().equals(earlier.bodyHash)) throw keyReused()
    return reply
      .code(earlier.response.status)
      .header('Idempotent-Replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(earlier.response.body)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { claimed } = request
    if (claimed === null) return
    request.claimed = null
    claimed.end()
    const { showsSecret } = request.routeOptions.config
    const response =
      reply.statusCode >= 400 || (payload && typeof payload !== 'string')
        ? null
        : { status: reply.statusCode, body: showsSecret ? null : (payload as string) }
    // The change is already made, so a failure here must not change the response.
    await storeResponse(db, claimed.key(), response).catch((error) =>
      request.log.error({ err: error }, 'failed to store a response under its Idempotency-Key'),
    )
  })
}

const renewEveryMs = 30_000

/** Hashes the body and the query of a request. A streamed body is hashed while its reader receives it. */
function hashRequest(request: FastifyRequest): () => Buffer {
  const hash = createHash('sha256').update(`${request.url.split('?', 2)[1] ?? ''}\n`)
  const { body, bodyHash } = request
  if (body instanceof Readable) request.body = Readable.from(hashed(body, hash))
  else hash.update(bodyHash ?? '')
  return () => hash.copy().digest()
}

async function* hashed(source: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

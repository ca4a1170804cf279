import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSoundJson } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it came, when there is an Idempotency-Key to compare it for. */
    bodyHash: Buffer | null
  }
  interface FastifyContextConfig {
    /** How this route turns down a body that can't be read. */
    readonly malformedBody?: () => Refusal
    /** The code of this route's answer to a fault of ours. */
    readonly faultCode?: number
  }
}

const malformed = () => new Refusal(400, 400, 'Invalid Request Format')

/** JSON is read here and nowhere else: in UTF-8, not too deep, and without characters that the database could not keep. */
export function addBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readJson(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal(415, 415, 'Unsupported Media Type')
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = hash('sha256', body, 'buffer')
  const value = parseJson(body)
  if (value === undefined || !isSoundJson(value)) throw (request.routeOptions.config.malformedBody ?? malformed)()
  return value
}

function parseJson(body: Buffer): unknown {
  try {
    return isUtf8(body) ? JSON.parse(body.toString()) : undefined
  } catch {
    return undefined
  }
}

/** A GET or DELETE with a Content-Type and no body is fine: many clients always send one. */
export function forgetTypeOfNothing(request: FastifyRequest): void {
  const { headers } = request
  if (headers['content-length'] === undefined || headers['content-length'] === '0') {
    if (headers['transfer-encoding'] === undefined && (request.method === 'DELETE' || request.method === 'GET')) delete headers['content-type']
  }
}

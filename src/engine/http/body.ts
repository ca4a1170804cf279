import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { errorCodes, type FastifyInstance, type FastifyRequest, type onRouteHookHandler, type preParsingHookHandler } from 'fastify'
import { isSoundJson, JSON_DEPTH_MAX } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { parseXml, type XmlElement } from './xml.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it came, when there is an Idempotency-Key to compare it for. */
    bodyHash: Buffer | null
  }
  interface FastifyContextConfig {
    /** How this route turns down a body that can't be read. */
    readonly malformedBody?: () => Refusal
    /** Turns XML into what the same body would be in JSON, or undefined when it can't be read. A route without it takes JSON only. */
    readonly readXml?: (root: XmlElement) => unknown
    /** The code of this route's answer to a fault of ours. */
    readonly faultCode?: number
    /** The whole answer to a fault of ours, where the contract has one. While the database is away it is the same as everywhere. */
    readonly fault?: () => Refusal
  }
}

const malformed = () => new Refusal(400, 400, 'Invalid Request Format')

const xmlTypes = ['application/xml', 'text/xml']

/** Bodies are read here and nowhere else: in UTF-8, not too deep, and without characters that the database could not keep. */
export function addBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', null)
  app.removeAllContentTypeParsers()
  addParser(app, 'application/json', parseJson)
  addParser(app, xmlTypes, (text, { routeOptions: { config } }) => {
    const root = parseXml(text, JSON_DEPTH_MAX)
    return root === null ? undefined : config.readXml?.(root)
  })
  app.addHook('onRoute', takeXmlWhereItIsRead)
}

/** Fastify knows parsers of the whole server only, so it is every other route that turns XML away, and before a body is read. */
const takeXmlWhereItIsRead: onRouteHookHandler = (route) => {
  const takesBody = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
  if (takesBody && route.config?.readXml === undefined) route.preParsing = [refuseXml, ...[route.preParsing ?? []].flat()]
}

const refuseXml: preParsingHookHandler = (request, _reply, payload, done) => {
  if (xmlTypes.includes(request.mediaType ?? '')) done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  else done(null, payload)
}

/** Text to a value; undefined when it can't be read. */
type Read = (text: string, request: FastifyRequest) => unknown

function addParser(app: FastifyInstance, types: string | string[], read: Read): void {
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readBody(request, body as Buffer, read))
    } catch (error) {
      done(error as Error)
    }
  })
}

function readBody(request: FastifyRequest, body: Buffer, read: Read): unknown {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal(415, 415, 'Unsupported Media Type')
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = hash('sha256', body, 'buffer')
  const value = isUtf8(body) ? read(body.toString(), request) : undefined
  if (value === undefined || !isSoundJson(value)) throw (request.routeOptions.config.malformedBody ?? malformed)()
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
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

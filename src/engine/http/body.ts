import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import {
  errorCodes,
  type FastifyInstance,
  type FastifyRequest,
  type onRouteHookHandler,
  type preParsingHookHandler,
} from 'fastify'
import { isSoundJson, JSON_DEPTH_MAX } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { unsupportedType } from './errors.ts'
import { parseExactJson } from './exact-json.ts'
import { consoleArea } from './hosts.ts'
import { parseXml, type XmlElement } from './xml.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it came, when there is an Idempotency-Key to compare it for. */
    bodyHash: Buffer | null
  }
  interface FastifyContextConfig {
    /** How this route turns down a body that can't be read; `why` is for people. */
    readonly malformedBody?: (why: string) => Refusal
    /**
     * Turns XML into what the same body would be in JSON, or undefined when it can't be read. A route without it takes
     * JSON only.
     */
    readonly readXml?: (root: XmlElement) => unknown
    /** The code of this route's answer to a fault of ours. */
    readonly faultCode?: number
    /**
     * The whole answer to a fault of ours, where the contract has one. While the database is away it is the same as
     * everywhere.
     */
    readonly fault?: () => Refusal
  }
}

const malformed = (why: string) => new Refusal(400, 400, 'Invalid Request Format', { hint: why })

const xmlTypes = ['application/xml', 'text/xml']

/**
 * Bodies are read here and nowhere else: in UTF-8, not too deep, and without characters that the database could not
 * keep.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', null)
  app.removeAllContentTypeParsers()
  addParser(app, 'application/json', parseJson)
  addParser(app, xmlTypes, (text, { routeOptions: { config } }) => {
    const root = parseXml(text, JSON_DEPTH_MAX)
    const value = root === null ? undefined : config.readXml?.(root)
    if (value === undefined)
      throw new Unreadable('the body is no XML that can be read, or has a field twice; /docs has an example')
    return value
  })
  app.addHook('onRoute', takeXmlWhereItIsRead)
}

/**
 * Fastify knows parsers of the whole server only, so it is every other route that turns XML away, and before a body is
 * read.
 */
const takeXmlWhereItIsRead: onRouteHookHandler = (route) => {
  const takesBody = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
  if (takesBody && route.config?.readXml === undefined)
    route.preParsing = [refuseXml, ...[route.preParsing ?? []].flat()]
}

const refuseXml: preParsingHookHandler = (request, _reply, payload, done) => {
  if (xmlTypes.includes(request.mediaType ?? '')) done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  else done(null, payload)
}

/** Why a body can't be read, for people: where it goes wrong, and nothing of what stands there. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Text to a value; throws `Unreadable`. */
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
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw unsupportedType('send the body as it is, without Content-Encoding')
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = hash('sha256', body, 'buffer')
  try {
    if (!isUtf8(body)) throw new Unreadable('the body is not in UTF-8')
    const value = read(body.toString(), request)
    if (!isSoundJson(value))
      throw new Unreadable(
        `the body is nested more than ${JSON_DEPTH_MAX} deep, or has a NUL or half a character in a text`,
      )
    return value
  } catch (error) {
    throw error instanceof Unreadable ? refuseBody(request, error.message) : error
  }
}

export const refuseBody = ({ routeOptions }: FastifyRequest, why: string): Refusal =>
  (routeOptions.config.malformedBody ?? malformed)(why)

/** Console bodies are judged by schemas, and stored and audited as JSON: a bigint would break that. */
function parseJson(text: string, { routeOptions: { config } }: FastifyRequest): unknown {
  try {
    return config.area === consoleArea ? JSON.parse(text) : parseExactJson(text)
  } catch (error) {
    throw new Unreadable(
      text === '' ? 'the body is empty: send a JSON object' : `the body is no JSON: ${describeSyntax(error as Error)}`,
    )
  }
}

/** V8 says where, or shows a piece of what stands there; only the former goes on. */
function describeSyntax({ message }: Error): string {
  const [, what, line, column] =
    /^([^"]{1,80}?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ?? []
  if (what !== undefined) return `${what.charAt(0).toLowerCase()}${what.slice(1)} at line ${line}, column ${column}`
  if (message === 'Unexpected end of JSON input') return 'it ends too early'
  return 'names and texts stand in double quotes, numbers have no leading + or zeros, and after the last of a list there is no comma'
}

/** A GET or DELETE with a Content-Type and no body is fine: many clients always send one. */
export function forgetTypeOfNothing(request: FastifyRequest): void {
  const { headers } = request
  if (headers['content-length'] === undefined || headers['content-length'] === '0') {
    if (headers['transfer-encoding'] === undefined && (request.method === 'DELETE' || request.method === 'GET'))
      delete headers['content-type']
  }
}

import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  errorCodes,
  type FastifyInstance,
  type FastifyRequest,
  type onRouteHookHandler,
  type preParsingHookHandler,
} from 'fastify'
import { isSoundJson, JSON_DEPTH_MAX } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { readXml as readXmlText, type XmlElement } from '../../values/xml.ts'
import { finish, finishInTurns } from '../flow/turns.ts'
import { unsupportedType } from './errors.ts'
import { parseExactJson } from './exact-json.ts'
import { accountArea, consoleArea } from './hosts.ts'
import { findJsonExcess } from './json-bounds.ts'
import { boundUnfinished } from './unfinished.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the raw body; only set for requests with an Idempotency-Key. */
    bodyHash: Buffer | null
  }
  interface FastifyContextConfig {
    /** The error for a body that cannot be parsed; `why` becomes the hint. */
    readonly malformedBody?: (why: string) => Refusal
    /**
     * Converts XML to the equivalent JSON value, or undefined when that is not possible. Routes without it accept JSON
     * only.
     */
    readonly readXml?: (root: XmlElement) => unknown
    /** Allows as many bytes and values as a request with the maximum number of recipients needs. */
    readonly isLargeBody?: boolean
    /** The code of this route's internal errors. */
    readonly faultCode?: number
    /**
     * The whole response to an internal error, where the specification defines one. Not used while the database is
     * unavailable.
     */
    readonly fault?: () => Refusal
  }
}

const malformed = (why: string) => new Refusal(400, 400, 'Invalid Request Format', { hint: why })

const xmlTypes = ['application/xml', 'text/xml']

/**
 * The only place that parses bodies. Accepts UTF-8 within the depth limit, without characters that PostgreSQL cannot
 * store.
 */
export function addBodyParsers(app: FastifyInstance, bounds: BodyBounds): void {
  app.decorateRequest('bodyHash', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const refuse = (error: unknown) => done(asRefusal(request, error))
    const reading = readJson(request, body as Buffer, bounds)
    if (body.length > smallBodyBytesMax) finishInTurns(reading).then((value) => done(null, value), refuse)
    else {
      try {
        done(null, finish(reading))
      } catch (error) {
        refuse(error)
      }
    }
  })
  app.addContentTypeParser(xmlTypes, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    try {
      return await readXml(request, body, bounds)
    } catch (error) {
      throw asRefusal(request, error)
    }
  })
  app.addHook('onRoute', rejectXmlWhereUnsupported)
  app.addHook('onRoute', boundUnfinished(bounds.unfinishedBytesMax))
  app.addHook('onRoute', (route) => {
    if (route.config?.isLargeBody) route.bodyLimit = bounds.largeBytesMax
  })
}

export interface BodyBounds {
  /** Applies to routes with `isLargeBody`. */
  readonly largeBytesMax: number
  readonly largeElementsMax: number
  /** Applies to all partially received bodies of this process together. */
  readonly unfinishedBytesMax: number
}

/** Limits for routes without `isLargeBody`. */
export const smallBodyBytesMax = 1_048_576
const smallElementsMax = 10_000

const elementsMaxOf = ({ route: { config } }: FastifyRequest, { largeElementsMax }: BodyBounds) =>
  config.isLargeBody ? largeElementsMax : smallElementsMax

/**
 * Fastify registers parsers for the whole server, so routes without XML reject it in a hook, before the body is read.
 */
const rejectXmlWhereUnsupported: onRouteHookHandler = (route) => {
  const takesBody = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
  if (takesBody && route.config?.readXml === undefined)
    route.preParsing = [refuseXml, ...[route.preParsing ?? []].flat()]
}

const refuseXml: preParsingHookHandler = (request, _reply, payload, done) => {
  if (xmlTypes.includes(request.mediaType ?? '')) done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  else done(null, payload)
}

/** Message of a parse error. It gives the position, but never repeats content of the body. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

const asRefusal = (request: FastifyRequest, error: unknown): Error =>
  error instanceof Unreadable ? refuseBody(request, error.message) : (error as Error)

function* readJson(request: FastifyRequest, body: Buffer, bounds: BodyBounds): Generator<void, unknown> {
  takeBytes(request, body)
  const excess = findJsonExcess(body, elementsMaxOf(request, bounds))
  if (excess !== null) throw new Unreadable(excess)
  yield
  const text = body.toString()
  const value = parseJson(text, request)
  yield
  // Only an escape can write a character that UTF-8 or the syntax does not allow.
  if (text.includes('\\u') && !isSoundJson(value))
    throw new Unreadable('the body has a NUL character or an unpaired surrogate in a string')
  yield
  return value
}

async function readXml(request: FastifyRequest, body: Buffer, bounds: BodyBounds): Promise<unknown> {
  takeBytes(request, body)
  await nextTurn()
  const limits = { depthMax: JSON_DEPTH_MAX, elementsMax: elementsMaxOf(request, bounds) }
  const root = await finishInTurns(readXmlText(body.toString(), limits))
  await nextTurn()
  const value = root === null ? undefined : request.route.config.readXml?.(root)
  if (value === undefined)
    throw new Unreadable('the body is not valid XML for this path, or repeats a field; see the example in /docs')
  return value
}

function takeBytes(request: FastifyRequest, body: Buffer): void {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw unsupportedType('send the body uncompressed, without Content-Encoding')
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = hash('sha256', body, 'buffer')
  if (!isUtf8(body)) throw new Unreadable('the body is not valid UTF-8')
}

export const refuseBody = ({ route }: FastifyRequest, why: string): Refusal =>
  (route.config.malformedBody ?? malformed)(why)

/** Bodies of the console and the account API are validated by schemas and written to the audit log as JSON; neither supports bigint. */
function parseJson(text: string, { route: { config } }: FastifyRequest): unknown {
  try {
    return config.area === consoleArea || config.area === accountArea ? JSON.parse(text) : parseExactJson(text)
  } catch (error) {
    throw new Unreadable(
      text === ''
        ? 'the body is empty: send a JSON object'
        : `the body is not valid JSON: ${describeSyntax(error as Error)}`,
    )
  }
}

/** V8 reports either the position or an excerpt of the text. Only the position is passed on. */
function describeSyntax({ message }: Error): string {
  const [, what, line, column] =
    /^([^"]{1,80}?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ?? []
  if (what !== undefined) return `${what.charAt(0).toLowerCase()}${what.slice(1)} at line ${line}, column ${column}`
  if (message === 'Unexpected end of JSON input') return 'it ends too early'
  return 'write names and strings in double quotes, numbers without a leading + or zero, and no comma after the last item of a list'
}

/** Accepts GET and DELETE requests with a Content-Type but no body: many clients always send the header. */
export function ignoreContentTypeWithoutBody(request: FastifyRequest): void {
  const { headers } = request
  if (headers['content-length'] === undefined || headers['content-length'] === '0') {
    if (headers['transfer-encoding'] === undefined && (request.method === 'DELETE' || request.method === 'GET'))
      delete headers['content-type']
  }
}

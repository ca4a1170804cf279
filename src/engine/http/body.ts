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
import { finish, finishInTurns } from '../flow/turns.ts'
import { unsupportedType } from './errors.ts'
import { parseExactJson } from './exact-json.ts'
import { consoleArea } from './hosts.ts'
import { findJsonExcess } from './json-bounds.ts'
import { boundUnfinished } from './unfinished.ts'
import { parseXmlInTurns, type XmlElement } from './xml.ts'

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
    /** The body may have as many bytes and values as a send to very many recipients. */
    readonly isLargeBody?: boolean
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
  app.addHook('onRoute', takeXmlWhereItIsRead)
  app.addHook('onRoute', boundUnfinished(bounds.unfinishedBytesMax))
  app.addHook('onRoute', (route) => {
    if (route.config?.isLargeBody) route.bodyLimit = bounds.largeBytesMax
  })
}

export interface BodyBounds {
  /** Of a large body. */
  readonly largeBytesMax: number
  /** How many values a large body may have. */
  readonly largeElementsMax: number
  /** Of all bodies of this process that have not come whole yet. */
  readonly unfinishedBytesMax: number
}

/** The limits of all other bodies. */
export const smallBodyBytesMax = 1_048_576
const smallElementsMax = 10_000

const elementsMaxOf = ({ routeOptions: { config } }: FastifyRequest, { largeElementsMax }: BodyBounds) =>
  config.isLargeBody ? largeElementsMax : smallElementsMax

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

const asRefusal = (request: FastifyRequest, error: unknown): Error =>
  error instanceof Unreadable ? refuseBody(request, error.message) : (error as Error)

function* readJson(request: FastifyRequest, body: Buffer, bounds: BodyBounds): Generator<void, unknown> {
  takeBytes(request, body)
  const excess = findJsonExcess(body, elementsMaxOf(request, bounds))
  if (excess !== null) throw new Unreadable(excess)
  yield
  const value = parseJson(body.toString(), request)
  yield
  if (!isSoundJson(value)) throw new Unreadable('the body has a NUL or half a character in a text')
  yield
  return value
}

async function readXml(request: FastifyRequest, body: Buffer, bounds: BodyBounds): Promise<unknown> {
  takeBytes(request, body)
  await nextTurn()
  const limits = { depthMax: JSON_DEPTH_MAX, elementsMax: elementsMaxOf(request, bounds) }
  const root = await parseXmlInTurns(body.toString(), limits)
  await nextTurn()
  const value = root === null ? undefined : request.routeOptions.config.readXml?.(root)
  if (value === undefined)
    throw new Unreadable('the body is no XML that can be read, or has a field twice; /docs has an example')
  return value
}

function takeBytes(request: FastifyRequest, body: Buffer): void {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw unsupportedType('send the body as it is, without Content-Encoding')
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = hash('sha256', body, 'buffer')
  if (!isUtf8(body)) throw new Unreadable('the body is not in UTF-8')
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

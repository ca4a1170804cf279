/** Checks every answer of a server against its OpenAPI document and the console contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Schema from 'typebox/schema'
import { File, Nothing } from '../src/contract/route.ts'
import { accountArea, consoleArea } from '../src/engine/http/index.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown; readonly description?: string }>>
}

interface Content {
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly 'x-role'?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly description?: string
    readonly schema: object
    readonly example?: unknown
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<
    Record<
      string,
      Content & {
        readonly $ref?: string
        readonly headers: Readonly<Record<string, { readonly schema: { readonly examples: unknown[] } }>>
      }
    >
  >
}

export interface Document {
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export const jsonType = 'application/json'

/** The paths of the public API, without those of the account API. */
export const publicPathsOf = ({ paths }: Document): Document['paths'] =>
  Object.fromEntries(Object.entries(paths).filter(([path]) => !path.startsWith('/v2/')))

type Check = ReturnType<typeof Schema.Compile>

/** Cached: all servers of a process have the same document. */
const compiled = new Map<object, Check>()
let operations: ReadonlyMap<string, Operation> | null = null

/** The schema errors of a value; null if it is valid. */
export function schemaErrorsOf(schema: object, value: unknown): string | null {
  const check = compiled.get(schema) ?? Schema.Compile(schema)
  compiled.set(schema, check)
  if (check.Check(value)) return null
  const [, errors] = check.Errors(value)
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join(', ')
}

/**
 * Adds undocumented answers to the returned list. Must be called before the server is ready. Answers are checked before
 * they are rewritten for lenient credentials.
 */
export function checkAgainstDocument(http: FastifyInstance): string[] {
  const faults: string[] = []
  if (!http.hasDecorator('swagger')) {
    // Only a worker may lack a document, because it has no routes.
    if (http.hasRoute({ method: 'POST', url: '/v1/send' })) throw new Error('the API has no OpenAPI document')
    return faults
  }
  http.addHook('onSend', (request, reply, payload, done) => {
    operations ??= readOperations(http.swagger() as unknown as Document)
    const misfit = consoleSchemaErrors(request, reply, payload)
    if (misfit !== null) faults.push(`${request.method} ${request.url} answered ${payload}: ${misfit}`)
    const operation = operations.get(`${request.method} ${request.routeOptions.url}`)
    const check = request.routeOptions.config.area === accountArea ? problemFaultOf : faultOf
    const fault = operation ? check(operation, request, reply, payload) : null
    if (fault !== null) faults.push(`${operation?.operationId} answered ${reply.statusCode} ${payload}: ${fault}`)
    done()
  })
  return faults
}

/** Null if a successful answer of the console or the account API matches the contract. */
function consoleSchemaErrors({ routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const { config, schema } = routeOptions
  const shapes = (schema?.response ?? {}) as Readonly<Record<number, object>>
  const isOurs = config.area === consoleArea || config.area === accountArea
  if (!isOurs || reply.statusCode >= 300 || Object.keys(shapes).length === 0) return null
  const shape = shapes[reply.statusCode]
  if (shape === undefined) return `the contract has no answer with status ${reply.statusCode}`
  if (shape === File) return typeof payload === 'string' && payload !== '' ? 'the contract promises a file' : null
  if (shape === Nothing) return payload ? 'the contract promises no body' : null
  return schemaErrorsOf(shape, JSON.parse(String(payload)))
}

/** By method and route pattern. */
const readOperations = ({ paths }: Document) =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation] as const,
      ),
    ),
  )

/** Null if a rejection of the account API has a documented code. Its other answers are checked against the contract. */
function problemFaultOf(
  { responses }: Operation,
  { refusal }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | null {
  if (refusal === null || refusal.problem === null || refusal.problem === 'not_found') return null
  const { code, status } = JSON.parse(String(payload))
  const codes = responses[reply.statusCode]?.$ref?.split('/').at(-1)?.split('.') ?? []
  return codes.includes(code) && status === reply.statusCode ? null : 'this code is not documented'
}

function faultOf(
  { responses }: Operation,
  { refusal }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | null {
  // The operation does not exist on another host or path.
  if (refusal?.code === 404 && refusal.message.startsWith('Not Found')) return null
  const documented = responses[reply.statusCode]
  // Internal errors are not documented per operation.
  if (documented === undefined && refusal?.status === 500 && refusal.message === 'Internal Error') return null
  if (documented === undefined) return 'this status is not documented'
  const media = documented.content?.[jsonType]
  if (media === undefined) return payload ? 'no body is documented' : null
  if (!String(reply.getHeader('content-type')).startsWith(jsonType))
    return `unexpected content type ${reply.getHeader('content-type')}`
  return schemaErrorsOf(media.schema, JSON.parse(String(payload)))
}

import { Readable } from 'node:stream'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { AnswerOf, BodyOf, ConsoleRoute, ParameterNames, PathNames } from './contract/console/index.ts'
import { CsvFile, ForeignQuery, type Operation, type RoutePolicy } from './contract/route.ts'
import { objectOf, queryTextLengthMax, type Sendable } from './contract/shapes.ts'
import { namesOnly, wireSchema } from './contract/wire-schema.ts'
import { accountArea, consoleArea, idIn } from './engine/http/index.ts'
import { accountApiRoot, splitRoute } from './values/address.ts'
import { cursorLengthMax, invalidParameter, type Query } from './values/page.ts'
import { Refusal, refuse } from './values/refusal.ts'
import type { Scope } from './values/scopes.ts'
import { fromWire, toAnswer, toWireName } from './values/wire-names.ts'

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RoutePolicy> {}
}

type Hook = (request: FastifyRequest) => Promise<void>

interface Options extends Pick<Operation, 'bodyLimit' | 'bodyValidatedByModule'> {
  /** Runs before the body is read. */
  readonly onRequest?: Hook
  /** Runs before the body is validated and the audit entry is written. */
  readonly preValidation?: Hook
}

/** An authorized request to a route of the console or the account API. */
export interface ConsoleCall<Route extends ConsoleRoute> {
  /** The account of the request. It exists, and the caller has the required permission on it. */
  readonly accountId: 'account' extends PathNames<Route> ? number : never
  /** Whether a credential also has another scope. Users have roles, and all scopes. */
  readonly allows: (scope: Scope) => boolean
  readonly params: Readonly<Record<ParameterNames<Route>, string>>
  /** An id in the path. Invalid text becomes an id that does not exist. */
  readonly id: (name: ParameterNames<Route>) => number
  readonly query: Query
  readonly body: BodyOf<Route>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

// biome-ignore lint/suspicious/noConfusingVoidType: handlers of responses without a body return nothing
type Answer<Route extends ConsoleRoute> = AnswerOf<Route> extends null ? void : Sendable<AnswerOf<Route>>

type Handler<Route extends ConsoleRoute> = (
  call: ConsoleCall<Route>,
) => Answer<Route> | FastifyReply | Promise<Answer<Route> | FastifyReply>

/**
 * Serves a route of the console or the account API as the contract declares it: the hooks of the server enforce its
 * policy, the body is validated at run time, the type of the answer by the compiler. A handler that returns the reply has
 * already sent its response, for example a stream.
 */
export function serve<One extends Operation & { readonly route: ConsoleRoute }>(
  app: FastifyInstance,
  operation: One,
  handle: Handler<One['route']>,
  options: Options = {},
): void {
  const { route, query, body, answer, status = 200, validatesQuery }: Operation = operation
  const { bodyLimit = operation.bodyLimit, bodyValidatedByModule = operation.bodyValidatedByModule, ...hooks } = options
  const { method, pattern } = splitRoute(route)
  const edge = pattern.startsWith(accountApiRoot) ? accountEdge : consoleEdge
  const bodySchema = edge.schema(body ?? NoFields)
  const checkQuery = queryCheck(query, edge)
  app.route({
    method,
    url: `${edge.root}${pattern}`,
    config: { ...policyOf(operation), area: edge.area },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...hooks,
    // Answers are type-checked and tested, so they are not validated again at run time.
    serializerCompiler: () => JSON.stringify,
    schema: {
      ...(method === 'GET'
        ? {}
        : { body: body === undefined || bodyValidatedByModule ? namesOnly(bodySchema) : bodySchema }),
      ...(validatesQuery && query ? { querystring: openQuery(edge.schema(query)) } : {}),
      response: { [status]: edge.schema(answer) },
    },
    async handler(request, reply) {
      checkQuery(request.query as Query)
      // The schema of a nullable body accepts a missing one.
      if (body !== undefined && body !== CsvFile && !bodyValidatedByModule && request.body === undefined)
        throw bodyMissing()
      const answered = await handle({
        accountId: request.accountId as ConsoleCall<One['route']>['accountId'],
        allows: (scope) => request.allows?.(scope) ?? true,
        params: request.params as ConsoleCall<One['route']>['params'],
        id: (name) => idIn(request.params, name),
        query: edge.read(request.query) as Query,
        body: edge.read(request.body) as BodyOf<One['route']>,
        request,
        reply,
      })
      // A reply is thenable: awaiting it yields undefined once it has been sent.
      return answered === undefined && status !== 204 ? reply : reply.code(status).send(edge.write(answered))
    },
  })
}

/** Without undefined values, so that the list of all policies has only declared ones. */
function policyOf({
  may,
  does,
  reads,
  scope,
  asksProof,
  isTraffic,
  storesKey,
  showsSecret,
  isLargeBody,
  body,
}: Operation): FastifyContextConfig {
  const streamsBody = body === CsvFile || undefined
  const policy = { may, does, reads, scope, asksProof, isTraffic, storesKey, showsSecret, isLargeBody, streamsBody }
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined))
}

const NoFields = objectOf({})

/** `queryCheck` refuses unknown parameters, with a better hint. */
const openQuery = (schema: TSchema): TSchema => ({ ...schema, additionalProperties: true })

const unchanged = <T>(value: T): T => value

/** The console has the names of the contract on the wire. */
const consoleEdge = {
  area: consoleArea,
  root: '/console/v1',
  schema: unchanged<TSchema>,
  read: unchanged<unknown>,
  write: unchanged<unknown>,
  nameOf: unchanged<string>,
  /** Parameters of every route. */
  parameters: [] as readonly string[],
}

const accountEdge: typeof consoleEdge = {
  area: accountArea,
  root: '',
  schema: wireSchema,
  read: (value) => (value instanceof Readable ? value : fromWire(value)),
  write: toAnswer,
  nameOf: toWireName,
  parameters: ['account'],
}

/** Unless the schema of a parameter allows a list, it is a text that is given once. */
function queryCheck(shape: TSchema | undefined, { nameOf, parameters }: typeof consoleEdge): (query: Query) => void {
  if (shape === ForeignQuery) return () => {}
  const { properties = {} } = (shape ?? {}) as { readonly properties?: Readonly<Record<string, { type?: string }>> }
  const known = Object.keys(properties).map(nameOf)
  const lists = Object.keys(properties)
    .filter((name) => properties[name]?.type !== 'string')
    .map(nameOf)
  return (query) => {
    for (const [name, value] of Object.entries(query)) {
      // A misspelt filter that is ignored would list everything.
      if (!known.includes(name) && !parameters.includes(name)) throw unknownParameter(name, known)
      if (typeof value !== 'string' && !lists.includes(name)) throw invalidParameter(name, 'one value: give it once')
      const lengthMax = name === 'cursor' ? cursorLengthMax : queryTextLengthMax
      if (typeof value === 'string' && value.length > lengthMax)
        throw invalidParameter(name, `a string of at most ${lengthMax} characters`)
    }
  }
}

const unknownParameter = (name: string, known: readonly string[]) => {
  const text = name.slice(0, 100)
  return new Refusal(400, 104, `Unknown Parameter: ${text}`, {
    plain: 'Unknown Parameter',
    hint: known.length === 0 ? 'leave it out: this request has no parameters' : `use only ${known.join(', ')}`,
    problem: 'invalid_parameter',
    detail: `The parameter ${text} is unknown.`,
    errors: [{ field: text, message: 'is unknown', isOnWire: true }],
  })
}

const bodyMissing = () => refuse('invalid_request', { detail: 'The body is missing.', hint: 'send the body as JSON' })

import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnswerOf,
  type BodyOf,
  type ConsoleRoute,
  consoleRoutes,
  type PathNames,
} from './contract/console/index.ts'
import { CsvFile, type RouteShape } from './contract/console/route.ts'
import { queryTextLengthMax, type Sendable } from './contract/shapes.ts'
import { consoleArea, idIn, skipSchemaValidation } from './engine/http/index.ts'
import { splitRoute } from './values/address.ts'
import { invalidParameter, type Query } from './values/page.ts'
import { Refusal } from './values/refusal.ts'

type Hook = (request: FastifyRequest) => Promise<void>

type Config = Omit<FastifyContextConfig, 'area'>

/** Who may call a route, and what it does for the audit log when it changes something. */
interface RouteOptions extends Config {
  readonly may: NonNullable<Config['may']>
  readonly bodyLimit?: number
  /** The module's rules judge the body, in an order of their own; its schema only describes it. */
  readonly bodyJudgedByRules?: boolean
  /** Before the body is read. */
  readonly onRequest?: Hook
  /** Before the body is judged, and before there is an audit entry. */
  readonly preValidation?: Hook
  /** The query is judged by its schema too; by default rules read it. */
  readonly queryJudgedBySchema?: boolean
}

/** A request to a route of the console, once the caller may make it. */
export interface ConsoleCall<Route extends ConsoleRoute> {
  /** The account that the path names. It exists, and the caller has the right that the route asks for in it. */
  readonly accountId: 'account' extends PathNames<Route> ? number : never
  readonly params: Readonly<Record<PathNames<Route>, string>>
  /** An id in the path. Text that is not an id is an id that does not exist. */
  readonly id: (name: PathNames<Route>) => number
  readonly query: Query
  readonly body: BodyOf<Route>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

// biome-ignore lint/suspicious/noConfusingVoidType: the handler of an answer without a body returns nothing
type Answer<Route extends ConsoleRoute> = AnswerOf<Route> extends null ? void : Sendable<AnswerOf<Route>>

type Handler<Route extends ConsoleRoute> = (
  call: ConsoleCall<Route>,
) => Answer<Route> | FastifyReply | Promise<Answer<Route> | FastifyReply>

/**
 * Serves a route of the console. Its shapes come from the contract: the body is checked by its schema, and the type of
 * the answer by the compiler. A handler that returns the reply has answered by itself, as streams do.
 */
export function serve<Route extends ConsoleRoute>(
  app: FastifyInstance,
  route: Route,
  {
    bodyLimit,
    bodyJudgedByRules = false,
    queryJudgedBySchema = false,
    onRequest,
    preValidation,
    ...config
  }: RouteOptions,
  handle: Handler<Route>,
): void {
  const { method, pattern } = splitRoute(route)
  const { body, query, answer, status = 200 }: RouteShape = consoleRoutes[route]
  app.route({
    method,
    url: `/console/v1${pattern}`,
    config: { ...config, area: consoleArea },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(onRequest === undefined ? {} : { onRequest }),
    ...(preValidation === undefined ? {} : { preValidation }),
    ...(bodyJudgedByRules ? skipSchemaValidation : {}),
    // The shape of an answer is checked when the program is compiled and tested; at run time it is only written.
    serializerCompiler: () => JSON.stringify,
    schema: {
      ...(body === undefined ? {} : { body }),
      ...(queryJudgedBySchema && query ? { querystring: query } : {}),
      response: { [status]: answer },
    },
    async handler(request, reply) {
      refuseLongTexts(request.query as Query)
      // Fastify holds nothing to a schema when there is nothing.
      if (body !== undefined && body !== CsvFile && !bodyJudgedByRules && request.body === undefined)
        throw bodyMissing()
      const answered = await handle({
        accountId: request.accountId as ConsoleCall<Route>['accountId'],
        params: request.params as ConsoleCall<Route>['params'],
        id: (name) => idIn(request.params, name),
        query: request.query as Query,
        body: request.body as BodyOf<Route>,
        request,
        reply,
      })
      // A reply is thenable: awaited, it is over and gives nothing.
      return answered === undefined && status !== 204 ? reply : reply.code(status).send(answered)
    },
  })
}

const bodyMissing = () =>
  new Refusal(400, 400, 'Invalid Request: the body is missing', { hint: 'send the body as JSON' })

function refuseLongTexts(query: Query): void {
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && value.length > queryTextLengthMax)
      throw invalidParameter(name.slice(0, 100), `a text of at most ${queryTextLengthMax} characters`)
}

import type { Method } from '../values/address.ts'
import type { ProblemCode } from '../values/problems.ts'
import { type Role, type Scope, scopes } from '../values/scopes.ts'
import { type Static, type TSchema, Type } from './type.ts'

/** The schemas of one route. */
export interface RouteShape {
  /** The query parameters, by name; rules validate their values. */
  readonly query?: TSchema
  readonly body?: TSchema
  /** The success status; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204
  readonly answer: TSchema
}

/** Method and path: of the account API under `/v2`, of the console without `/console/v1`. */
type RouteName = `${Method} /${string}`
type AccountRouteName = `${Method} /v2/${string}`

/** Routes of the public API, whose modules describe them. */
export type RouteShapes = Readonly<Record<RouteName, RouteShape>>

/** Who may call a route. A role includes the roles below it. */
export type Right = 'anyone' | 'user' | Role | 'operator'

/** A role is one in the account of the request. Credentials of the account API have no other rights. */
type RightOf<Name extends RouteName> = Name extends AccountRouteName
  ? Role
  : Name extends `${Method} /accounts/:account${string}`
    ? Right
    : Exclude<Right, Role>

/** The rules of a route, which the hooks of the server enforce. */
export interface RoutePolicy {
  readonly may: Right
  /**
   * The action in the audit log, required for every route that changes or exports data. Null for a query that is a POST
   * only because it is too long for a URL.
   */
  readonly does?: string | null
  /** The audit action for a route with personal data, logged when the reader is not a member of the account. */
  readonly reads?: string
  /**
   * The user must have proved their identity within the last minutes, however old the session is. A list names the fields
   * of the body that need it; programs, which cannot prove it, may not set them.
   */
  readonly asksProof?: true | readonly string[]
  /** Programs call the route often, so only calls of users are in the audit log. */
  readonly isTraffic?: true
  /** The use case stores the Idempotency-Key in its own transaction. */
  readonly storesKey?: true
  /** The response contains a secret, which must not be stored for repeated requests. */
  readonly showsSecret?: true
  /** Allows as many bytes and values as a request with the maximum number of recipients needs. */
  readonly isLargeBody?: boolean
  /** The right that a credential needs in the account API. */
  readonly scope?: Scope
}

/** The schemas, the rules and the documentation of a route. A DELETE without an answer responds with status 204. */
interface Details extends Omit<RouteShape, 'answer'>, Omit<RoutePolicy, 'may'> {
  readonly answer?: TSchema
  readonly bodyLimit?: number
  /** The module validates the values in its own order; the schema only refuses unknown fields. */
  readonly bodyValidatedByModule?: true
  /** Validates the query by its schema. By default the module validates it. */
  readonly validatesQuery?: true
  readonly description?: string
  /** Replaces the general description of a query parameter, by its name in TypeScript. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Of the body, with the names of TypeScript; a CSV file is a string. A test sends it to a server. */
  readonly example?: unknown
  /** The codes of this route only. Codes that follow from its method, path, query and body are added. */
  readonly problems?: readonly ProblemCode[]
  /** The answer is a file that is not CSV. */
  readonly isBinary?: true
  /**
   * The words of its command; by default `contact-field change` for `contactFields.update`. A switch at the end chooses
   * the route among several with the same words, as in `sender list --all`. Several names, each with the part of the
   * body that it says, or null for a body that is null, are a map. Null without a command, or with a hand-written one.
   */
  readonly command?: string | Readonly<Record<string, Readonly<Record<string, unknown>> | null>> | null
  /** The values that the command shows, as `id, results.delivered`; by default all values that fit into a line. */
  readonly columns?: string
  /** Texts that the command shows for empty values, by path, such as "all". */
  readonly empty?: Readonly<Record<string, string>>
  /**
   * The sentence of a finished command, with values of the answer and the path, such as `{replaces.expiresAt}`. By
   * default "Sender 3 approved."
   */
  readonly done?: string
  /**
   * Sentences below the values: the consequences, and a command to go on, after a colon at the end. A sentence
   * with an empty value is left out.
   */
  readonly next?: readonly string[]
  /** A list of the same resource that the command shows below the values, by its action: the latest items, oldest first. */
  readonly below?: string
  /** The number of the answer that is 0 when nothing was done: then the command fails. */
  readonly counts?: string
  /** For a list: the fields that identify an item to people. Commands take them in place of the ID. */
  readonly names?: readonly string[]
}

type Frozen<Shape> = Shape extends object ? { readonly [Field in keyof Shape]: Frozen<Shape[Field]> } : Shape
type Example<Body extends TSchema> = Static<Body> extends Bytes ? string : Frozen<Static<Body>>

/** A change has an action, and a body of the account API has an example. */
type Needs<Name extends RouteName, More> = (Name extends `GET ${string}` ? unknown : { readonly does: string | null }) &
  (Name extends `DELETE ${string}` ? unknown : { readonly answer: TSchema }) &
  (Name extends AccountRouteName
    ? More extends { readonly body: infer Body extends TSchema }
      ? { readonly example: Example<Body> }
      : unknown
    : { readonly scope?: never }) & { readonly [Unknown in Exclude<keyof More, keyof Details>]: never }

interface Named<Name extends RouteName = RouteName> {
  readonly route: Name
  readonly may: Right
  readonly summary: string
}

type Declared<Name extends RouteName = RouteName> = Named<Name> & Details & Pick<RouteShape, 'answer'>

interface Identified {
  /** The name of the route in clients: its resource and its action. */
  readonly id: string
}

export type Operation = Declared & Identified

/** A response without a body. */
export const Nothing = Type.Unsafe<null>(Type.Null())

/** Added by a resource to its routes without an answer. */
const noAnswer = { status: 204, answer: Nothing } as const

type Answered<More> = More extends Pick<RouteShape, 'answer'> ? More : More & typeof noAnswer

export const route = <const Name extends RouteName, const More extends Details>(
  name: Name,
  may: RightOf<Name>,
  summary: string,
  details: More & Needs<Name, More>,
): Named<Name> & Answered<More> => ({ ...details, route: name, may, summary }) as Named<Name> & Answered<More>

type Routes<Name extends RouteName> = Readonly<Record<string, Declared<Name>>>
type OfConsole<Entries> = {
  readonly [Action in keyof Entries]: Entries[Action] extends Named<AccountRouteName> ? never : unknown
}

type Operations<Entries> = { readonly [Action in keyof Entries]: Entries[Action] & Identified }

type ScopeArea<One extends Scope = Scope> = One extends `${infer Area}:${string}` ? Area : never

type Reads = { readonly route: `GET ${string}` } | { readonly does: null }
/** An area without the scope that a route needs leaves no valid route. */
type Scoped<Area extends string, Entries> = {
  readonly [Action in keyof Entries]: Entries[Action] extends { readonly scope: Scope }
    ? unknown
    : `${Area}:${Entries[Action] extends Reads ? 'read' : 'write'}` extends Scope
      ? unknown
      : never
}

/** The routes of a resource of the account API. Reads need the scope `area:read`, changes `area:write`. */
export const resource = <const Area extends ScopeArea, Entries extends Routes<AccountRouteName>>(
  name: string,
  area: Area,
  entries: Entries & Scoped<Area, Entries>,
): Operations<Entries> =>
  identify<Entries>(name, entries, ({ route: path, does }) => {
    const isRead = path.startsWith('GET ') || does === null
    return { scope: scopes.find((one) => one === `${area}:${isRead ? 'read' : 'write'}`) }
  })

/** The routes of a resource of the console. */
export const consoleResource = <Entries extends Routes<RouteName>>(
  name: string,
  entries: Entries & OfConsole<Entries>,
): Operations<Entries> => identify<Entries>(name, entries, () => ({}))

const identify = <Entries extends Routes<RouteName>>(
  name: string,
  entries: Entries,
  defaultsOf: (entry: Declared) => object,
) =>
  Object.fromEntries(
    Object.entries(entries).map(([action, entry]) => [
      action,
      { ...(entry.answer === undefined && noAnswer), ...defaultsOf(entry), ...entry, id: `${name}.${action}` },
    ]),
  ) as Operations<Entries>

type OperationIn<Resource> = Resource extends unknown ? Resource[keyof Resource] : never

type ByRoute<One> = { readonly [Each in One as Each extends Named ? Each['route'] : never]: Each }

/** The operations of resources, by method and path. */
export const byRoute = <const Resource extends object>(resources: readonly Resource[]) =>
  Object.fromEntries(
    resources.flatMap((one) => Object.values(one) as Operation[]).map((one) => [one.route, one]),
  ) as ByRoute<OperationIn<Resource>>

/** Query parameters that another service defines and may extend. */
export const ForeignQuery = Type.Unsafe<Readonly<Record<string, unknown>>>({ description: 'parameters of a redirect' })

declare const fileMark: unique symbol

/** Bytes that are not JSON. */
export interface Bytes {
  readonly [fileMark]: true
}

/** A response that is a file or a stream. */
export const File = Type.Unsafe<Bytes>({ description: 'a file' })

/** The body is a CSV file, which is streamed. */
export const CsvFile = Type.Unsafe<Bytes>({ description: 'a CSV file' })

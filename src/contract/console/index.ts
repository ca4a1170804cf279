import type { Param } from '../../values/address.ts'
import { type AccountApiRoute, accountApiRoutes } from '../account/index.ts'
import { type Bytes, byRoute } from '../route.ts'
import type { Static, TSchema } from '../type.ts'
import { accounts } from './accounts.ts'
import { consoleAirtime } from './airtime.ts'
import { archive } from './archive.ts'
import { audit } from './audit.ts'
import { consolePrices, credit, ledger } from './balance.ts'
import { doNotDisturb } from './consent.ts'
import { credentials } from './credentials.ts'
import { consoleInbound, inboundNumbers, phones } from './inbound.ts'
import { consoleMessages } from './messages.ts'
import { consoleOtp } from './otp.ts'
import { consoleOverview, live } from './overview.ts'
import { payments } from './payments.ts'
import { person } from './person.ts'
import { chatTemplates, providers } from './providers.ts'
import { consoleReports } from './reports.ts'
import { consoleRequestLog } from './request-log.ts'
import { retention } from './retention.ts'
import { routes } from './routing.ts'
import { simulator } from './sandbox.ts'
import { consoleSearch } from './search.ts'
import { secret } from './secret.ts'
import { consoleSenders } from './senders.ts'
import { setup } from './setup.ts'
import { oidc, passkeys, passwords, sessions, twoFactor } from './sign-in.ts'
import { smpp } from './smpp.ts'
import { queues, receipts } from './sms.ts'
import { system } from './system.ts'
import { invitations, members, users } from './users.ts'

/** Every route of the console and of the account API, with the schemas of its requests and responses. */
export const consoleRoutes = {
  ...accountApiRoutes,
  ...byRoute([
    accounts,
    credentials,
    consoleAirtime,
    archive,
    audit,
    credit,
    ledger,
    consolePrices,
    chatTemplates,
    doNotDisturb,
    consoleInbound,
    inboundNumbers,
    phones,
    consoleMessages,
    consoleOtp,
    consoleOverview,
    live,
    payments,
    person,
    providers,
    consoleReports,
    consoleRequestLog,
    retention,
    routes,
    simulator,
    consoleSearch,
    secret,
    consoleSenders,
    setup,
    passkeys,
    sessions,
    passwords,
    oidc,
    twoFactor,
    smpp,
    receipts,
    queues,
    system,
    users,
    members,
    invitations,
  ]),
}

type ConsoleRoutes = typeof consoleRoutes

/** The method and path of a route, which identify it for server and clients. */
export type ConsoleRoute = keyof ConsoleRoutes

export type AnswerOf<Route extends ConsoleRoute> = Static<ConsoleRoutes[Route]['answer']>

export type BodyOf<Route extends ConsoleRoute> = ConsoleRoutes[Route] extends {
  readonly body: infer Body extends TSchema
}
  ? Static<Body>
  : undefined

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameter names in a path, such as `account` and `sender`. */
export type ParameterNames<Route extends ConsoleRoute> = NamesIn<Route>

/** The names that identify the object of a request. Routes of the account API get the account in a header. */
export type PathNames<Route extends ConsoleRoute> =
  | ParameterNames<Route>
  | (Route extends AccountApiRoute ? 'account' : never)

type QueryOf<Route extends ConsoleRoute> = ConsoleRoutes[Route] extends { readonly query: infer Query extends TSchema }
  ? { readonly [Name in keyof Static<Query>]?: Param }
  : Record<never, never>

type PathPart<Route extends ConsoleRoute> = [PathNames<Route>] extends [never]
  ? { readonly path?: Record<never, never> }
  : { readonly path: Readonly<Record<PathNames<Route>, string | number>> }

type BodyPart<Route extends ConsoleRoute> =
  BodyOf<Route> extends Bytes | undefined ? { readonly body?: undefined } : { readonly body: BodyOf<Route> }

/** A request of a client: path parameters, query and body. */
export type RequestOf<Route extends ConsoleRoute> = PathPart<Route> &
  BodyPart<Route> & { readonly query?: QueryOf<Route> }

/** The routes that return a file or a stream. */
export type FileRoute = {
  [Route in ConsoleRoute]: AnswerOf<Route> extends Bytes ? Route : never
}[ConsoleRoute]

/** The routes that accept a CSV file. */
export type UploadRoute = {
  [Route in ConsoleRoute]: BodyOf<Route> extends Bytes ? Route : never
}[ConsoleRoute]

export type ListRoute = {
  [Route in ConsoleRoute]: AnswerOf<Route> extends { readonly data: readonly unknown[] } ? Route : never
}[ConsoleRoute]

/** A part of a list. A short list has no pages. */
export interface ListPart<Item> {
  readonly data: readonly Item[]
  readonly next?: string | null
  readonly total?: number | null
  /** How far back a search went that stopped early. */
  readonly searchedTo?: string | null
}

export type ItemOf<Route extends ConsoleRoute> =
  AnswerOf<Route> extends { readonly data: readonly (infer Item)[] } ? Item : never

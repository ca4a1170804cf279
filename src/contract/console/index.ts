import type { Static, TSchema } from 'typebox'
import type { Param } from '../../values/address.ts'
import { type AccountApiRoute, accountApiRoutes } from '../account/index.ts'
import type { Bytes } from '../route.ts'
import type { Page } from '../shapes.ts'
import { accountRoutes } from './accounts.ts'
import { airtimeRoutes } from './airtime.ts'
import { archiveRoutes } from './archive.ts'
import { auditRoutes } from './audit.ts'
import { balanceRoutes } from './balance.ts'
import { chatRoutes } from './chat.ts'
import { consentRoutes } from './consent.ts'
import { inboundRoutes } from './inbound.ts'
import { messageRoutes } from './messages.ts'
import { otpRoutes } from './otp.ts'
import { overviewRoutes } from './overview.ts'
import { paymentRoutes } from './payments.ts'
import { personRoutes } from './person.ts'
import { providerRoutes } from './providers.ts'
import { reportRoutes } from './reports.ts'
import { requestLogRoutes } from './request-log.ts'
import { retentionRoutes } from './retention.ts'
import { routingRoutes } from './routing.ts'
import { sandboxRoutes } from './sandbox.ts'
import { searchRoutes } from './search.ts'
import { secretRoutes } from './secret.ts'
import { senderRoutes } from './senders.ts'
import { setupRoutes } from './setup.ts'
import { signInRoutes } from './sign-in.ts'
import { smppRoutes } from './smpp.ts'
import { smsRoutes } from './sms.ts'
import { systemRoutes } from './system.ts'
import { userRoutes } from './users.ts'

/** Every route of the console and of the account API, with the schemas of its requests and responses. */
export const consoleRoutes = {
  ...accountApiRoutes,
  ...accountRoutes,
  ...airtimeRoutes,
  ...archiveRoutes,
  ...auditRoutes,
  ...balanceRoutes,
  ...chatRoutes,
  ...consentRoutes,
  ...inboundRoutes,
  ...messageRoutes,
  ...otpRoutes,
  ...overviewRoutes,
  ...paymentRoutes,
  ...personRoutes,
  ...providerRoutes,
  ...reportRoutes,
  ...requestLogRoutes,
  ...retentionRoutes,
  ...routingRoutes,
  ...sandboxRoutes,
  ...searchRoutes,
  ...secretRoutes,
  ...senderRoutes,
  ...setupRoutes,
  ...signInRoutes,
  ...smppRoutes,
  ...smsRoutes,
  ...systemRoutes,
  ...userRoutes,
} as const

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
  BodyPart<Route> & { readonly query?: QueryOf<Route> | undefined }

/** The routes that return a file or a stream. */
export type FileRoute = {
  [Route in ConsoleRoute]: AnswerOf<Route> extends Bytes ? Route : never
}[ConsoleRoute]

/** The routes that accept a CSV file. */
export type UploadRoute = {
  [Route in ConsoleRoute]: BodyOf<Route> extends Bytes ? Route : never
}[ConsoleRoute]

/** The routes that return a list. */
export type ListRoute = {
  [Route in ConsoleRoute]: AnswerOf<Route> extends { readonly data: readonly unknown[] } ? Route : never
}[ConsoleRoute]

/** A part of a list: a numbered page, or a page of the account API with a cursor. */
export interface ListPart<Item> extends Partial<Pick<Page<Item>, 'pagination'>> {
  readonly data: readonly Item[]
  readonly next?: string | null
  readonly total?: number | null
  /** How far back a search went that stopped early. */
  readonly searchedTo?: string | null
}

/** One item of a list. */
export type ItemOf<Route extends ConsoleRoute> =
  AnswerOf<Route> extends { readonly data: readonly (infer Item)[] } ? Item : never

import type { Static, TSchema } from 'typebox'
import type { Param } from '../../values/address.ts'
import type { Page } from '../shapes.ts'
import { accountRoutes } from './accounts.ts'
import { airtimeRoutes } from './airtime.ts'
import { archiveRoutes } from './archive.ts'
import { auditRoutes } from './audit.ts'
import { balanceRoutes } from './balance.ts'
import { chatRoutes } from './chat.ts'
import { checkoutRoutes } from './checkout.ts'
import { consentRoutes } from './consent.ts'
import { contactRoutes } from './contacts.ts'
import { eventRoutes } from './events.ts'
import { inboundRoutes } from './inbound.ts'
import { messageRoutes } from './messages.ts'
import { otpRoutes } from './otp.ts'
import { overviewRoutes } from './overview.ts'
import { paymentRoutes } from './payments.ts'
import { personRoutes } from './person.ts'
import { providerRoutes } from './providers.ts'
import { refusalRoutes } from './refusals.ts'
import { retentionRoutes } from './retention.ts'
import type { Bytes } from './route.ts'
import { routingRoutes } from './routing.ts'
import { sandboxRoutes } from './sandbox.ts'
import { secretRoutes } from './secret.ts'
import { senderRoutes } from './senders.ts'
import { signInRoutes } from './sign-in.ts'
import { smppRoutes } from './smpp.ts'
import { smsRoutes } from './sms.ts'
import { systemRoutes } from './system.ts'
import { templateRoutes } from './templates.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every console route, with the schemas of its requests and responses. */
export const consoleRoutes = {
  ...accountRoutes,
  ...airtimeRoutes,
  ...archiveRoutes,
  ...auditRoutes,
  ...balanceRoutes,
  ...chatRoutes,
  ...checkoutRoutes,
  ...consentRoutes,
  ...contactRoutes,
  ...eventRoutes,
  ...inboundRoutes,
  ...messageRoutes,
  ...otpRoutes,
  ...overviewRoutes,
  ...paymentRoutes,
  ...personRoutes,
  ...providerRoutes,
  ...refusalRoutes,
  ...retentionRoutes,
  ...routingRoutes,
  ...sandboxRoutes,
  ...secretRoutes,
  ...senderRoutes,
  ...signInRoutes,
  ...smppRoutes,
  ...smsRoutes,
  ...systemRoutes,
  ...templateRoutes,
  ...userRoutes,
  ...webhookRoutes,
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
export type PathNames<Route extends ConsoleRoute> = NamesIn<Route>

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

/** The routes that return a page of a list. */
export type PagedRoute = {
  [Route in ConsoleRoute]: AnswerOf<Route> extends Page<unknown> ? Route : never
}[ConsoleRoute]

/** The routes that return a list. */
export type ListRoute = {
  [Route in ConsoleRoute]: AnswerOf<Route> extends { readonly data: readonly unknown[] } ? Route : never
}[ConsoleRoute]

/** One item of a list. */
export type ItemOf<Route extends ConsoleRoute> =
  AnswerOf<Route> extends { readonly data: readonly (infer Item)[] } ? Item : never

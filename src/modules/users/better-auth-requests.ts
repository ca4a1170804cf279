import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { signInRoutes } from '../../contract/console/sign-in.ts'
import type { RouteShape } from '../../contract/route.ts'
import { parseEmail } from '../../values/email.ts'
import { Refusal } from '../../values/refusal.ts'
import type { UsersContext } from './context.ts'
import { addressHeader, authOrigin, type Endpoint, knownDeviceHeader } from './endpoints.ts'
import { secondFactorUnreadable, signInHint } from './errors.ts'
import { addressOf } from './guard.ts'
import { refuseWeakPassword } from './passwords.ts'
import { passwordLengthMin } from './rules.ts'
import { cookiesOf, copyCookies } from './session-cookie.ts'
import { deleteVerifications, findResetUser, findUser } from './store.ts'
import { deleteDevices } from './store-devices.ts'
import { listMemberships } from './store-members.ts'

/** A string field of an unvalidated body; empty when it is missing. */
export const textIn = (body: unknown, name: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** The plugin answers 500 for a registration that it cannot parse. */
const isBadPasskey = (answer: unknown) => textIn(answer, 'code') === 'FAILED_TO_VERIFY_REGISTRATION'

/** The decryption error for data that was encrypted with another key. */
const isUnreadable = (error: unknown) => error instanceof Error && error.message === 'invalid tag'

/** Passes a request to better-auth and returns its response. Refusals get our error format. */
export async function forwardToBetterAuth(
  ctx: UsersContext,
  { route }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const cookie = cookiesOf(request)
  const { 'user-agent': userAgent } = request.headers
  const headers = new Headers({
    [addressHeader]: addressOf(request) ?? '127.0.0.1',
    'content-type': 'application/json',
  })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  const { origin } = request.headers
  // Passkeys are bound to the origin of the page. The guard has refused other sites.
  if (origin !== undefined) headers.set('origin', origin)
  if (request.tries?.isKnownDevice) headers.set(knownDeviceHeader, '1')
  request.auditDetail = await findSubject(ctx, route, request)
  const fields = fieldsOf(route)
  if (fields.includes('newPassword')) await judgeNewPassword(ctx, request)
  const sent = request.method === 'POST' ? { body: JSON.stringify(bodyFor(route, fields, request)) } : {}
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const { handler } = await ctx.auth()
  const asked = new Request(`${authOrigin}${request.routeOptions.url}`, { method, headers, ...sent })
  const response = await handler(asked).catch((error: unknown) => {
    throw isUnreadable(error) ? secondFactorUnreadable() : error
  })

  copyCookies(response, request, reply)
  const answer = (await response.json().catch(() => null)) as { readonly user?: { readonly id?: string } } | null
  if (response.status >= 500 && !isBadPasskey(answer)) throw new Error(`better-auth failed at ${route}`)
  if (!response.ok) throw refusalOf(response, answer)
  const user = answer?.user?.id
  if (user !== undefined) request.auditDetail = { ...request.auditDetail, user }
  if (route === 'POST /auth/change-password' && user !== undefined) {
    await deleteVerifications(ctx.db, user)
    await deleteDevices(ctx.db, user)
  }
  // Serialized here, because Fastify would send no body for null.
  reply.code(response.status).type('application/json; charset=utf-8')
  return JSON.stringify(answer)
}

/** better-auth checks the length. */
async function judgeNewPassword({ db }: UsersContext, { actor, auditDetail, body }: FastifyRequest): Promise<void> {
  const password = textIn(body, 'newPassword')
  if (password.length < passwordLengthMin) return
  const userId = actor?.userId ?? auditDetail?.user
  const user = typeof userId === 'string' ? await findUser(db, userId) : null
  const accounts = user === null ? [] : await listMemberships(db, user.id)
  const names = accounts.map(({ accountName }) => accountName)
  await refuseWeakPassword(password, user?.email ?? null, names)
}

/** The body fields that are passed on: better-auth reads more fields than we offer. */
function fieldsOf(route: Endpoint['route']): readonly string[] {
  const { body }: RouteShape = signInRoutes[route]
  return Object.keys((body as TObject | undefined)?.properties ?? {})
}

function bodyFor(
  route: Endpoint['route'],
  fields: readonly string[],
  { body }: FastifyRequest,
): Record<string, unknown> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const picked = Object.fromEntries(
    fields.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]),
  )
  if (route === 'POST /auth/sign-in/email' && typeof picked.email === 'string')
    picked.email = picked.email.trim().toLowerCase()
  // A password change ends all other sessions, whatever the client asks for; this session is renewed.
  return route === 'POST /auth/change-password' ? { ...picked, revokeOtherSessions: true } : picked
}

/**
 * The user whom a request without session is about. A malformed email is not logged, because people sometimes type
 * their password there.
 */
async function findSubject(
  { db }: UsersContext,
  route: Endpoint['route'],
  { body }: FastifyRequest,
): Promise<Record<string, unknown> | null> {
  if (route === 'POST /auth/sign-in/email') return { email: parseEmail(textIn(body, 'email')) }
  if (route === 'POST /auth/reset-password') return { user: await findResetUser(db, textIn(body, 'token')) }
  return null
}

function refusalOf(response: Response, answer: unknown): Refusal {
  const { message, code } = (answer ?? {}) as { message?: string; code?: string }
  const retryAfter = response.headers.get('x-retry-after')
  const status = response.status < 500 ? response.status : 400
  return new Refusal(status, status, message ?? 'Refused', {
    body: { code: status, message: message ?? 'Refused', ...(code === undefined ? {} : { reason: code }) },
    headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
    hint: response.status === 429 ? 'wait a moment, then try again' : signInHint(code),
  })
}

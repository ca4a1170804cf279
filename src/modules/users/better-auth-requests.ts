import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { parseEmail } from '../../values/email.ts'
import type { Problem } from '../../values/problems/problem.ts'
import { type ProblemCode, problems } from '../../values/problems.ts'
import { Refusal, refuse } from '../../values/refusal.ts'
import type { UsersContext } from './context.ts'
import { addressHeader, authOrigin, type Endpoint, knownDeviceHeader } from './endpoints.ts'
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

export function headersFor(request: FastifyRequest): Headers {
  const cookie = cookiesOf(request)
  const { 'user-agent': userAgent } = request.headers
  const headers = new Headers({
    [addressHeader]: addressOf(request) ?? '127.0.0.1',
    'content-type': 'application/json',
  })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  return headers
}

/** Passes a request to better-auth and returns its response. Refusals get our error format. */
export async function forwardToBetterAuth(
  ctx: UsersContext,
  { operation: { route, body: shape } }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const headers = headersFor(request)
  const { origin } = request.headers
  // Passkeys are bound to the origin of the page. The guard has refused other sites.
  if (origin !== undefined) headers.set('origin', origin)
  if (request.tries?.isKnownDevice) headers.set(knownDeviceHeader, '1')
  request.auditDetail = await findSubject(ctx, route, request)
  // better-auth reads more fields than we offer.
  const fields = Object.keys((shape as TObject | undefined)?.properties ?? {})
  if (fields.includes('newPassword')) await checkNewPassword(ctx, request)
  const sent = request.method === 'POST' ? { body: JSON.stringify(bodyFor(route, fields, request)) } : {}
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const { handler } = await ctx.auth()
  const asked = new Request(`${authOrigin}${request.routeOptions.url}`, { method, headers, ...sent })
  const response = await handler(asked).catch((error: unknown) => {
    throw isUnreadable(error) ? refuse('second_factor_unreadable') : error
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
async function checkNewPassword({ db }: UsersContext, { actor, auditDetail, body }: FastifyRequest): Promise<void> {
  const password = textIn(body, 'newPassword')
  if (password.length < passwordLengthMin) return
  const userId = actor?.userId ?? auditDetail?.user
  const user = typeof userId === 'string' ? await findUser(db, userId) : null
  const accounts = user === null ? [] : await listMemberships(db, user.id)
  const names = accounts.map(({ accountName }) => accountName)
  await refuseWeakPassword(password, user?.email ?? null, names)
}

function bodyFor(
  route: Endpoint['operation']['route'],
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
  route: Endpoint['operation']['route'],
  { body }: FastifyRequest,
): Promise<Record<string, unknown> | null> {
  if (route === 'POST /auth/sign-in/email') return { email: parseEmail(textIn(body, 'email')) }
  if (route === 'POST /auth/reset-password') return { user: await findResetUser(db, textIn(body, 'token')) }
  return null
}

/** The codes of better-auth are ours in capital letters. */
function problemOf(code: string): ProblemCode {
  const problem = code.toLowerCase()
  return Object.hasOwn(problems, problem) ? (problem as ProblemCode) : 'sign_in_failed'
}

function refusalOf(response: Response, answer: unknown): Refusal {
  const { code = '' } = (answer ?? {}) as { code?: string }
  const retryAfter = response.headers.get('x-retry-after')
  const status = response.status < 500 ? response.status : 400
  const problem = status === 429 ? 'too_many_requests' : problemOf(code)
  const [, sentence, hint = 'wait a moment, then try again']: Problem = problems[problem]
  return new Refusal(status, status, sentence, {
    problem,
    headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
    hint,
  })
}

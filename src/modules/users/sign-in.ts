import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { parseEmail } from '../../values/email.ts'
import { Refusal } from '../../values/refusal.ts'
import type { UsersContext } from './context.ts'
import { addressHeader, authOrigin, type Endpoint, endpoints } from './endpoints.ts'
import { secondFactorUnreadable, signInHint, tooManyGuesses, tooManyWrong, wrongCode, wrongPassword } from './errors.ts'
import { forgottenRoutes } from './forgotten.ts'
import { addressOf, findActor } from './guard.ts'
import type { Actor } from './rules.ts'
import { deleteSession, deleteVerifications, findPasswordHash, findResetUser } from './store.ts'
import { giveBackCode, takeCode } from './store-codes.ts'
import { forgetFailures, giveBackTry, takeTry } from './store-failures.ts'

/** Anyone may send a body here, and none of them is long. */
const bodyBytesMax = 16_384

/**
 * How many guesses an address has, of passwords, tokens and codes together. Better-auth counts as well, more strictly
 * and for all processes, but at a price.
 */
const guessRate = { size: 60, perSecond: 1 }

export function signInRoutes(app: FastifyInstance, ctx: UsersContext): void {
  const mayGuess = async (request: FastifyRequest) => {
    const key = `guesses ${neighbourhoodOf(addressOf(request) ?? '')}`
    if (!ctx.rates.take(key, guessRate)) throw tooManyGuesses()
  }
  forgottenRoutes(app, ctx, mayGuess)
  for (const endpoint of endpoints) {
    const { route, may, does, judgedBySchema = false, asksPassword, secondStep } = endpoint
    const handle = asksPassword ? tryPassword : route === 'POST /auth/two-factor/verify-totp' ? tryCode : passOn
    const isGuess = asksPassword || (may === 'anyone' && does !== undefined)
    const options = {
      may,
      bodyLimit: bodyBytesMax,
      bodyJudgedByRules: !judgedBySchema,
      ...(does ? { does } : {}),
      // Before anything is read or written for it: guessing must cost us less than whoever guesses.
      ...(isGuess ? { onRequest: mayGuess } : {}),
      ...(secondStep ? { preValidation: (request: FastifyRequest) => nameActor(ctx, request) } : {}),
      // Before there is an audit entry: who guesses must not be able to fill the log.
      ...(asksPassword ? { preValidation: (request: FastifyRequest) => mayTry(ctx, request) } : {}),
    }
    serve(app, route, options, async ({ request, reply }) => reply.send(await handle(ctx, endpoint, request, reply)))
  }
}

/** For the audit log alone: whether they may do it is better-auth's to say. */
async function nameActor(ctx: UsersContext, request: FastifyRequest): Promise<void> {
  request.actor ??= (await findActor(ctx, request)) ?? (await findHalfSignedIn(ctx, request))
}

async function findHalfSignedIn(
  { auth }: UsersContext,
  { headers: { cookie } }: FastifyRequest,
): Promise<Actor | null> {
  if (cookie === undefined) return null
  const { api } = await auth()
  const user = await api.findHalfSignedIn({ headers: new Headers({ cookie }) })
  return user ? { userId: user.id, name: user.email, operator: false } : null
}

async function mayTry({ db }: UsersContext, request: FastifyRequest): Promise<void> {
  const seconds = await takeTry(db, whoTries(request), addressOf(request) ?? '')
  if (seconds > 0) throw tooManyWrong(seconds)
}

async function tryPassword(
  ctx: UsersContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const [email, address] = [whoTries(request), addressOf(request) ?? '']
  try {
    const isSignIn = endpoint.route === 'POST /auth/sign-in/email'
    const hash = isSignIn ? await findPasswordHash(ctx.db, email) : null
    const answer = await passOn(ctx, endpoint, request, reply)
    if (isSignIn && (await findPasswordHash(ctx.db, email)) !== hash) await refuseLate(ctx, answer, reply)
    await forgetFailures(ctx.db, email, address)
    return answer
  } catch (error) {
    if (error instanceof Refusal && !isWrongPassword(error)) await giveBackTry(ctx.db, email, address)
    throw error
  }
}

/**
 * Better-auth takes a code for as long as it is right. Whoever looked over a shoulder would have half a minute for it,
 * so it is taken once.
 */
async function tryCode(
  ctx: UsersContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const [userId, code] = [request.actor?.userId ?? null, textIn(request.body, 'code')]
  // Better-auth turns away who is nobody.
  if (userId === null) return passOn(ctx, endpoint, request, reply)
  if (!(await takeCode(ctx.db, userId, code))) throw wrongCode()
  try {
    return await passOn(ctx, endpoint, request, reply)
  } catch (error) {
    if (error instanceof Refusal) await giveBackCode(ctx.db, userId, code)
    throw error
  }
}

/**
 * The password was changed while the old one was being checked: this session was not there yet when all of them were
 * ended.
 */
async function refuseLate({ db }: UsersContext, answer: string, reply: FastifyReply): Promise<never> {
  await deleteSession(db, textIn(JSON.parse(answer), 'token'))
  reply.removeHeader('Set-Cookie')
  throw wrongPassword()
}

const isWrongPassword = ({ status, body }: Refusal) => status === 401 || body.reason === 'INVALID_PASSWORD'

const emailLengthMax = 320

/**
 * Whose password it is about: one's own once one has signed in, and otherwise that of the e-mail in the body, as
 * better-auth will look for it.
 */
function whoTries({ actor, body }: FastifyRequest): string {
  return actor?.userId != null ? actor.name : textIn(body, 'email').trim().toLowerCase().slice(0, emailLengthMax)
}

const textIn = (body: unknown, name: string) => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** What its decryption says of something that another key encrypted. */
const isUnreadable = (error: unknown) => error instanceof Error && error.message === 'invalid tag'

/** Hands a request to better-auth and its answer back, in our words where it refuses. */
async function passOn(
  ctx: UsersContext,
  { fields = [], route }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { cookie, 'user-agent': userAgent } = request.headers
  const headers = new Headers({
    [addressHeader]: addressOf(request) ?? '127.0.0.1',
    'content-type': 'application/json',
  })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  request.auditDetail = await aboutWhom(ctx, route, request)
  const sent = request.method === 'POST' ? { body: JSON.stringify(bodyFor(route, fields, request)) } : {}
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const { handler } = await ctx.auth()
  const asked = new Request(`${authOrigin}${request.routeOptions.url}`, { method, headers, ...sent })
  const response = await handler(asked).catch((error: unknown) => {
    throw isUnreadable(error) ? secondFactorUnreadable() : error
  })

  for (const line of response.headers.getSetCookie())
    reply.header('Set-Cookie', request.protocol === 'https' ? `${line}; Secure` : line)
  const answer = (await response.json().catch(() => null)) as { readonly user?: { readonly id?: string } } | null
  if (response.status >= 500) throw new Error(`better-auth failed at ${route}`)
  if (!response.ok) throw refusalOf(response, answer)
  const user = answer?.user?.id
  if (user !== undefined) request.auditDetail = { ...request.auditDetail, user }
  if (route === 'POST /auth/change-password' && user !== undefined) await deleteVerifications(ctx.db, user)
  // As text, because what is null would otherwise be no body at all.
  reply.code(response.status).type('application/json; charset=utf-8')
  return JSON.stringify(answer)
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
  // No session outlives the password that it was begun with, whatever the caller wishes; this one gets a new one.
  return route === 'POST /auth/change-password' ? { ...picked, revokeOtherSessions: true } : picked
}

/**
 * Who is meant, where nobody has signed in yet. What is no e-mail is not written down: people type their password
 * there.
 */
async function aboutWhom(
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
  return new Refusal(response.status, response.status, message ?? 'Refused', {
    body: { code: response.status, message: message ?? 'Refused', ...(code === undefined ? {} : { reason: code }) },
    headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
    hint: response.status === 429 ? 'wait a little, and try again' : signInHint(code),
  })
}

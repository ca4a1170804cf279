import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ConsoleCall, serve } from '../../api-route.ts'
import { sessions, twoFactor } from '../../contract/console/sign-in.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { Refusal, refuse } from '../../values/refusal.ts'
import { forwardToBetterAuth, textIn } from './better-auth-requests.ts'
import type { UsersContext } from './context.ts'
import { deviceOf, rememberDevice } from './devices.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { tooManyGuesses, tooManyWrong } from './errors.ts'
import { addressOf, findSession } from './guard.ts'
import { invitationRoutes } from './invitations.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { passwordResetRoutes } from './password-reset.ts'
import { proofRoutes } from './prove.ts'
import type { Actor } from './rules.ts'
import { cookiesOf, sessionTokenIn } from './session-cookie.ts'
import { deleteSession, findPasswordHash } from './store.ts'
import { giveBackCode, isKnownDevice, markProof, takeCode } from './store-devices.ts'
import { type Counter, countersOf, forgetFailures, giveBackTry, takeTry } from './store-failures.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The counters that a wrong password of this request increments. */
    tries: { readonly counters: readonly Counter[]; readonly isKnownDevice: boolean } | null
  }
}

/** These routes are public, and their bodies are small. */
const bodyBytesMax = 16_384

/**
 * The guesses of passwords, tokens and codes for each address. better-auth also counts them, more strictly and across
 * processes, but at a higher cost.
 */
const guessRate = { size: 60, perSecond: 1 }

export function signInRoutes(app: FastifyInstance, ctx: UsersContext): void {
  // A known device has its own limit, so that others at the same address cannot use it up.
  const limitGuesses = async (request: FastifyRequest) => {
    const source = deviceOf(ctx, request) ?? neighbourhoodOf(addressOf(request) ?? '')
    if (!ctx.rates.take(`guesses ${source}`, guessRate)) throw tooManyGuesses()
  }
  app.decorateRequest('tries', null)
  passwordResetRoutes(app, ctx, limitGuesses)
  invitationRoutes(app, ctx, limitGuesses)
  oidcRoutes(app, ctx, { limitGuesses, began: (request, reply) => beginSession(ctx, false, request, reply) })
  proofRoutes(app, ctx, { onRequest: limitGuesses, preValidation: (request) => takeAttempt(ctx, request) })
  for (const endpoint of endpoints) {
    const { operation, validatedBySchema = false, asksPassword, secondStep } = endpoint
    const handle = asksPassword ? tryPassword : operation === twoFactor.verify ? tryCode : forwardToBetterAuth
    const isGuess = asksPassword || endpoint.isLimited || (operation.may === 'anyone' && operation.does !== undefined)
    const options = {
      bodyLimit: bodyBytesMax,
      ...(validatedBySchema ? {} : { bodyValidatedByModule: true as const }),
      // Before any query, so that a guess costs us less than the attacker.
      ...(isGuess ? { onRequest: limitGuesses } : {}),
      ...(secondStep ? { preValidation: (request: FastifyRequest) => nameActor(ctx, request) } : {}),
      // Before the audit entry, so that guesses cannot fill the log.
      ...(asksPassword ? { preValidation: (request: FastifyRequest) => takeAttempt(ctx, request) } : {}),
    }
    const answerWith = async ({ request, reply }: Pick<ConsoleCall<'POST /auth/sign-out'>, 'request' | 'reply'>) => {
      const answer = await handle(ctx, endpoint, request, reply)
      if (endpoint.secondFactor !== undefined) await beginSession(ctx, endpoint.secondFactor, request, reply)
      return reply.send(answer)
    }
    serve(app, operation, answerWith, options)
  }
}

/** Stores the proof of a new session and marks the device as known. Returns its user. */
async function beginSession(
  ctx: UsersContext,
  secondFactor: NonNullable<Endpoint['secondFactor']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const token = sessionTokenIn(reply)
  if (token === null) return null
  const kept = request.proof?.secondFactor ?? false
  await markProof(ctx.db, token, secondFactor === 'kept' ? kept : secondFactor)
  return rememberDevice(ctx, token, request, reply)
}

/** For the audit log and the check for known devices. better-auth decides on the request itself. */
async function nameActor(ctx: UsersContext, request: FastifyRequest): Promise<void> {
  request.actor ??= await findSession(ctx, request)
  if (request.actor !== null) return
  request.actor = await findHalfSignedIn(ctx, request)
  // better-auth counts the codes of each half-done sign-in. In a session, only the limit by address applies.
  if (request.actor !== null)
    request.tries = { counters: [], isKnownDevice: await isKnownFor(ctx, request.actor.name, deviceOf(ctx, request)) }
}

const isKnownFor = async ({ db }: UsersContext, email: string, device: string | null) =>
  device !== null && (await isKnownDevice(db, email, device))

async function findHalfSignedIn({ auth }: UsersContext, request: FastifyRequest): Promise<Actor | null> {
  const cookie = cookiesOf(request)
  if (cookie === undefined) return null
  const { api } = await auth()
  const user = await api.findHalfSignedIn({ headers: new Headers({ cookie }) })
  return user ? { userId: user.id, name: user.email, operator: false, byParent: false } : null
}

async function takeAttempt(ctx: UsersContext, request: FastifyRequest): Promise<void> {
  const email = emailTried(request)
  const device = deviceOf(ctx, request)
  const known = (await isKnownFor(ctx, email, device)) ? device : null
  const counters = countersOf(email, known === null ? { address: addressOf(request) ?? '' } : { device: known })
  request.tries = { counters, isKnownDevice: known !== null }
  const seconds = await takeTry(ctx.db, counters)
  if (seconds > 0) throw tooManyWrong(seconds)
}

async function tryPassword(
  ctx: UsersContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const email = emailTried(request)
  const { counters } = request.tries ?? { counters: [] }
  try {
    const isSignIn = endpoint.operation === sessions.signIn
    const hash = isSignIn ? await findPasswordHash(ctx.db, email) : null
    const answer = await forwardToBetterAuth(ctx, endpoint, request, reply)
    if (isSignIn && (await findPasswordHash(ctx.db, email)) !== hash) await refuseLate(ctx, answer, reply)
    await forgetFailures(ctx.db, counters)
    return answer
  } catch (error) {
    if (error instanceof Refusal && !isWrongPassword(error)) await giveBackTry(ctx.db, counters)
    throw error
  }
}

/**
 * better-auth accepts a code for as long as it is valid. We accept it once, so that a code seen over the shoulder is
 * useless.
 */
async function tryCode(
  ctx: UsersContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const [userId, code] = [request.actor?.userId ?? null, textIn(request.body, 'code')]
  // better-auth refuses unknown callers.
  if (userId === null) return forwardToBetterAuth(ctx, endpoint, request, reply)
  if (!(await takeCode(ctx.db, userId, code))) throw refuse('invalid_code')
  try {
    return await forwardToBetterAuth(ctx, endpoint, request, reply)
  } catch (error) {
    if (error instanceof Refusal) await giveBackCode(ctx.db, userId, code)
    throw error
  }
}

/** The password was changed during this sign-in, after all sessions were ended: this session must end too. */
async function refuseLate({ db }: UsersContext, answer: string, reply: FastifyReply): Promise<never> {
  await deleteSession(db, textIn(JSON.parse(answer), 'token'))
  reply.removeHeader('Set-Cookie')
  throw refuse('invalid_email_or_password')
}

const isWrongPassword = ({ status, problem }: Refusal) => status === 401 || problem === 'invalid_password'

const emailLengthMax = 320

/**
 * The email whose password is tried: the user's own in a session, otherwise the email in the body, normalized like in
 * better-auth.
 */
const emailTried = ({ actor, body }: FastifyRequest): string =>
  actor?.userId != null ? actor.name : textIn(body, 'email').trim().toLowerCase().slice(0, emailLengthMax)

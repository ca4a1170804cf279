import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { Refusal } from '../../values/refusal.ts'
import type { UsersContext } from './context.ts'
import { deviceOf, rememberDevice } from './devices.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { tooManyGuesses, tooManyWrong, wrongCode, wrongPassword } from './errors.ts'
import { forgottenRoutes } from './forgotten.ts'
import { addressOf, findSession } from './guard.ts'
import { invitationRoutes } from './invitations.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { passOn, textIn } from './pass-on.ts'
import { proofRoutes } from './prove.ts'
import type { Actor } from './rules.ts'
import { sessionTokenIn } from './session-cookie.ts'
import { deleteSession, findPasswordHash } from './store.ts'
import { giveBackCode, takeCode } from './store-codes.ts'
import { isKnownDevice } from './store-devices.ts'
import { type Counter, countersOf, forgetFailures, giveBackTry, takeTry } from './store-failures.ts'
import { markProof } from './store-sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a wrong password of this request counts for. */
    tries: { readonly counters: readonly Counter[]; readonly isKnownDevice: boolean } | null
  }
}

/** Anyone may send a body here, and none of them is long. */
const bodyBytesMax = 16_384

/**
 * How many guesses an address has, of passwords, tokens and codes together. Better-auth counts as well, more strictly
 * and for all processes, but at a price.
 */
const guessRate = { size: 60, perSecond: 1 }

export function signInRoutes(app: FastifyInstance, ctx: UsersContext): void {
  // A device that signed in before has guesses of its own: others at its address must not use them up.
  const mayGuess = async (request: FastifyRequest) => {
    const source = deviceOf(ctx, request) ?? neighbourhoodOf(addressOf(request) ?? '')
    if (!ctx.rates.take(`guesses ${source}`, guessRate)) throw tooManyGuesses()
  }
  app.decorateRequest('tries', null)
  forgottenRoutes(app, ctx, mayGuess)
  invitationRoutes(app, ctx, mayGuess)
  oidcRoutes(app, ctx, { mayGuess, began: (request, reply) => beginSession(ctx, false, request, reply) })
  proofRoutes(app, ctx, { onRequest: mayGuess, preValidation: (request) => mayTry(ctx, request) })
  for (const endpoint of endpoints) {
    const { route, may, does, judgedBySchema = false, asksPassword, asksProof, secondStep } = endpoint
    const handle = asksPassword ? tryPassword : route === 'POST /auth/two-factor/verify-totp' ? tryCode : passOn
    const isGuess = asksPassword || endpoint.isLimited || (may === 'anyone' && does !== undefined)
    const options = {
      may,
      bodyLimit: bodyBytesMax,
      bodyJudgedByRules: !judgedBySchema,
      ...(does ? { does } : {}),
      ...(asksProof ? { asksProof } : {}),
      // Before anything is read or written for it: guessing must cost us less than whoever guesses.
      ...(isGuess ? { onRequest: mayGuess } : {}),
      ...(secondStep ? { preValidation: (request: FastifyRequest) => nameActor(ctx, request) } : {}),
      // Before there is an audit entry: who guesses must not be able to fill the log.
      ...(asksPassword ? { preValidation: (request: FastifyRequest) => mayTry(ctx, request) } : {}),
    }
    serve(app, route, options, async ({ request, reply }) => {
      const answer = await handle(ctx, endpoint, request, reply)
      if (endpoint.secondFactor !== undefined) await beginSession(ctx, endpoint.secondFactor, request, reply)
      return reply.send(answer)
    })
  }
}

/** What follows from a session that an answer begins: its proof, and that this device is known. Returns its user. */
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

/** For the audit log, and to tell known devices: whether they may do it is better-auth's to say. */
async function nameActor(ctx: UsersContext, request: FastifyRequest): Promise<void> {
  request.actor ??= await findSession(ctx, request)
  if (request.actor !== null) return
  request.actor = await findHalfSignedIn(ctx, request)
  // Better-auth counts the codes of every half sign-in; in a session the limit by address is the only one.
  if (request.actor !== null)
    request.tries = { counters: [], isKnownDevice: await isKnownFor(ctx, request.actor.name, deviceOf(ctx, request)) }
}

const isKnownFor = async ({ db }: UsersContext, email: string, device: string | null) =>
  device !== null && (await isKnownDevice(db, email, device))

async function findHalfSignedIn(
  { auth }: UsersContext,
  { headers: { cookie } }: FastifyRequest,
): Promise<Actor | null> {
  if (cookie === undefined) return null
  const { api } = await auth()
  const user = await api.findHalfSignedIn({ headers: new Headers({ cookie }) })
  return user ? { userId: user.id, name: user.email, operator: false, byParent: false } : null
}

async function mayTry(ctx: UsersContext, request: FastifyRequest): Promise<void> {
  const email = whoTries(request)
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
  const email = whoTries(request)
  const { counters } = request.tries ?? { counters: [] }
  try {
    const isSignIn = endpoint.route === 'POST /auth/sign-in/email'
    const hash = isSignIn ? await findPasswordHash(ctx.db, email) : null
    const answer = await passOn(ctx, endpoint, request, reply)
    if (isSignIn && (await findPasswordHash(ctx.db, email)) !== hash) await refuseLate(ctx, answer, reply)
    await forgetFailures(ctx.db, counters)
    return answer
  } catch (error) {
    if (error instanceof Refusal && !isWrongPassword(error)) await giveBackTry(ctx.db, counters)
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

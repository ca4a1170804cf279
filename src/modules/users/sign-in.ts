import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseEmail } from '../../values/email.ts'
import { Refusal } from '../../values/refusal.ts'
import { addressHeader, authOrigin, authPath, findResetUser } from './auth.ts'
import type { UsersContext } from './context.ts'
import { tooManyWrong, wrongPassword } from './errors.ts'
import { addressOf, consoleArea } from './guard.ts'
import type { Right } from './rules.ts'
import { NameBody } from './schema.ts'
import { deleteSession, deleteVerifications, findPasswordHash } from './store.ts'
import { forgetFailures, giveBackTry, takeTry } from './store-failures.ts'

interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly may: Right
  readonly does?: string
  /** What is handed on of a body: better-auth reads more than we mean to offer. */
  readonly fields?: readonly string[]
  readonly schema?: { readonly body: unknown }
  /** Wrong passwords are counted here as they are where one signs in: whoever got hold of a session must not be able to guess for ever. */
  readonly asksPassword?: true
}

/** Those of better-auth's endpoints that we serve, and who may call them. What is not here does not exist for the outside: signing up, for one. */
const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/get-session', may: 'anyone' },
  { method: 'POST', path: '/sign-in/email', may: 'anyone', does: 'session.begin', fields: ['email', 'password', 'rememberMe'], asksPassword: true },
  { method: 'POST', path: '/sign-out', may: 'user', does: 'session.end' },
  { method: 'GET', path: '/list-sessions', may: 'user' },
  { method: 'POST', path: '/revoke-session', may: 'user', does: 'session.revoke', fields: ['token'] },
  { method: 'POST', path: '/revoke-other-sessions', may: 'user', does: 'session.revoke-others' },
  { method: 'POST', path: '/update-user', may: 'user', does: 'user.update', fields: ['name'], schema: { body: NameBody } },
  { method: 'POST', path: '/change-password', may: 'user', does: 'password.change', fields: ['currentPassword', 'newPassword'], asksPassword: true },
  { method: 'POST', path: '/reset-password', may: 'anyone', does: 'password.reset', fields: ['token', 'newPassword'] },
  { method: 'POST', path: '/two-factor/enable', may: 'user', does: 'two-factor.enable', fields: ['password'], asksPassword: true },
  { method: 'POST', path: '/two-factor/disable', may: 'user', does: 'two-factor.disable', fields: ['password'], asksPassword: true },
  { method: 'POST', path: '/two-factor/generate-backup-codes', may: 'user', does: 'two-factor.backup-codes', fields: ['password'], asksPassword: true },
  { method: 'POST', path: '/two-factor/verify-totp', may: 'anyone', does: 'two-factor.verify', fields: ['code', 'trustDevice'] },
  { method: 'POST', path: '/two-factor/verify-backup-code', may: 'anyone', does: 'two-factor.verify-backup-code', fields: ['code', 'trustDevice'] },
]

/** Anyone may send a body here, and none of them is long. */
const bodyBytesMax = 16_384

export function signInRoutes(app: FastifyInstance, ctx: UsersContext): void {
  for (const endpoint of endpoints) {
    const { method, path, may, does, schema, asksPassword } = endpoint
    app.route({
      method,
      url: `${authPath}${path}`,
      bodyLimit: bodyBytesMax,
      config: { area: consoleArea, may, ...(does ? { does } : {}) },
      ...(schema ? { schema } : {}),
      // Before there is an audit entry: who guesses must not be able to fill the log.
      ...(asksPassword ? { preValidation: (request: FastifyRequest) => mayTry(ctx, request) } : {}),
      handler: (request, reply) => (asksPassword ? tryPassword(ctx, endpoint, request, reply) : passOn(ctx, endpoint, request, reply)),
    })
  }
}

async function mayTry({ db }: UsersContext, request: FastifyRequest): Promise<void> {
  const seconds = await takeTry(db, whoTries(request), addressOf(request) ?? '')
  if (seconds > 0) throw tooManyWrong(seconds)
}

async function tryPassword(ctx: UsersContext, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const [email, address] = [whoTries(request), addressOf(request) ?? '']
  try {
    const isSignIn = endpoint.path === '/sign-in/email'
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

/** The password was changed while the old one was being checked: this session was not there yet when all of them were ended. */
async function refuseLate({ db }: UsersContext, answer: string, reply: FastifyReply): Promise<never> {
  await deleteSession(db, textIn(JSON.parse(answer), 'token'))
  reply.removeHeader('Set-Cookie')
  throw wrongPassword()
}

const isWrongPassword = ({ status, body }: Refusal) => status === 401 || body.reason === 'INVALID_PASSWORD'

const emailLengthMax = 320

/** Whose password it is about: one's own once one has signed in, and otherwise that of the e-mail in the body, as better-auth will look for it. */
function whoTries({ actor, body }: FastifyRequest): string {
  return actor?.userId != null ? actor.name : textIn(body, 'email').trim().toLowerCase().slice(0, emailLengthMax)
}

const textIn = (body: unknown, name: string) => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** Hands a request to better-auth and its answer back, in our words where it refuses. */
async function passOn(ctx: UsersContext, { fields = [], path }: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { cookie, 'user-agent': userAgent } = request.headers
  const headers = new Headers({ [addressHeader]: addressOf(request) ?? '127.0.0.1', 'content-type': 'application/json' })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  request.auditDetail = await aboutWhom(ctx, path, request)
  const sent = request.method === 'POST' ? { body: JSON.stringify(bodyFor(path, fields, request)) } : {}
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const response = await ctx.auth.handler(new Request(`${authOrigin}${request.routeOptions.url}`, { method, headers, ...sent }))

  for (const line of response.headers.getSetCookie()) reply.header('Set-Cookie', request.protocol === 'https' ? `${line}; Secure` : line)
  const answer = (await response.json().catch(() => null)) as { readonly user?: { readonly id?: string } } | null
  if (response.status >= 500) throw new Error(`better-auth failed at ${path}`)
  if (!response.ok) throw refusalOf(response, answer)
  const user = answer?.user?.id
  if (user !== undefined) request.auditDetail = { ...request.auditDetail, user }
  if (path === '/change-password' && user !== undefined) await deleteVerifications(ctx.db, user)
  // As text, because what is null would otherwise be no body at all.
  reply.code(response.status).type('application/json; charset=utf-8')
  return JSON.stringify(answer)
}

function bodyFor(path: string, fields: readonly string[], { body }: FastifyRequest): Record<string, unknown> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const picked = Object.fromEntries(fields.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]))
  if (path === '/sign-in/email' && typeof picked.email === 'string') picked.email = picked.email.trim().toLowerCase()
  // No session outlives the password that it was begun with, whatever the caller wishes; this one gets a new one.
  return path === '/change-password' ? { ...picked, revokeOtherSessions: true } : picked
}

/** Who is meant, where nobody has signed in yet. What is no e-mail is not written down: people type their password there. */
async function aboutWhom({ auth }: UsersContext, path: string, { body }: FastifyRequest): Promise<Record<string, unknown> | null> {
  if (path === '/sign-in/email') return { email: parseEmail(textIn(body, 'email')) }
  if (path === '/reset-password') return { user: await findResetUser(auth, textIn(body, 'token')) }
  return null
}

function refusalOf(response: Response, answer: unknown): Refusal {
  const { message, code } = (answer ?? {}) as { message?: string; code?: string }
  const retryAfter = response.headers.get('x-retry-after')
  return new Refusal(response.status, response.status, message ?? 'Refused', {
    body: { code: response.status, message: message ?? 'Refused', ...(code === undefined ? {} : { reason: code }) },
    headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
  })
}

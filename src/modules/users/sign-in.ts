import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../values/refusal.ts'
import { addressHeader, authOrigin, authPath } from './auth.ts'
import type { UsersContext } from './context.ts'
import { tooManyWrong } from './errors.ts'
import { findWait, forgetFailures, noteFailure } from './failures.ts'
import { consoleArea } from './guard.ts'
import type { Right } from './rules.ts'

/** Those of better-auth's endpoints that we serve, and who may call them. What is not here does not exist for the outside: signing up, for one. */
const endpoints: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly may: Right; readonly does?: string }[] = [
  { method: 'GET', path: '/get-session', may: 'anyone' },
  { method: 'POST', path: '/sign-out', may: 'user', does: 'session.end' },
  { method: 'GET', path: '/list-sessions', may: 'user' },
  { method: 'POST', path: '/revoke-session', may: 'user', does: 'session.revoke' },
  { method: 'POST', path: '/revoke-other-sessions', may: 'user', does: 'session.revoke-others' },
  { method: 'POST', path: '/update-user', may: 'user', does: 'user.update' },
  { method: 'POST', path: '/reset-password', may: 'anyone', does: 'password.reset' },
  { method: 'POST', path: '/two-factor/enable', may: 'user', does: 'two-factor.enable' },
  { method: 'POST', path: '/two-factor/disable', may: 'user', does: 'two-factor.disable' },
  { method: 'POST', path: '/two-factor/generate-backup-codes', may: 'user', does: 'two-factor.backup-codes' },
  { method: 'POST', path: '/two-factor/verify-totp', may: 'anyone', does: 'two-factor.verify' },
  { method: 'POST', path: '/two-factor/verify-backup-code', may: 'anyone', does: 'two-factor.verify-backup-code' },
]

export function signInRoutes(app: FastifyInstance, ctx: UsersContext): void {
  for (const { method, path, may, does } of endpoints) {
    const config = { area: consoleArea, may, ...(does ? { does } : {}) }
    app.route({ method, url: `${authPath}${path}`, config, handler: (request, reply) => passOn(ctx, request, reply) })
  }

  app.post(
    `${authPath}/sign-in/email`,
    {
      config: { area: consoleArea, may: 'anyone', does: 'session.begin' },
      // Before there is an audit entry: who guesses must not be able to fill the log.
      async preValidation(request) {
        const seconds = await findWait(ctx.db, emailIn(request), request.ip)
        if (seconds > 0) throw tooManyWrong(seconds)
      },
    },
    async (request, reply) => {
      const email = emailIn(request)
      request.auditDetail = { email }
      try {
        const answer = await passOn(ctx, request, reply)
        await forgetFailures(ctx.db, email, request.ip)
        return answer
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) await noteFailure(ctx.db, email, request.ip)
        throw error
      }
    },
  )

  // No session outlives the password that it was begun with, whatever the caller wishes; this one gets a new one.
  app.post(`${authPath}/change-password`, { config: { area: consoleArea, may: 'user', does: 'password.change' } }, (request, reply) =>
    passOn(ctx, request, reply, { ...(request.body as object), revokeOtherSessions: true }),
  )
}

const emailLengthMax = 320

function emailIn({ body }: FastifyRequest): string {
  const { email } = (body ?? {}) as { email?: unknown }
  return String(email ?? '')
    .trim()
    .toLowerCase()
    .slice(0, emailLengthMax)
}

/** Hands a request to better-auth and its answer back, in our words where it refuses. */
async function passOn({ auth }: UsersContext, request: FastifyRequest, reply: FastifyReply, body: unknown = request.body): Promise<unknown> {
  const { cookie, 'user-agent': userAgent } = request.headers
  const headers = new Headers({ [addressHeader]: request.ip, 'content-type': 'application/json' })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  const sent = request.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }
  const response = await auth.handler(new Request(`${authOrigin}${request.routeOptions.url}`, { method: request.method, headers, ...sent }))

  for (const line of response.headers.getSetCookie()) reply.header('Set-Cookie', request.protocol === 'https' ? `${line}; Secure` : line)
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return reply.code(response.status).type('application/json; charset=utf-8').send(JSON.stringify(answer))
  throw refusalOf(response, answer)
}

function refusalOf(response: Response, answer: unknown): Refusal {
  const { message, code } = (answer ?? {}) as { message?: string; code?: string }
  const retryAfter = response.headers.get('x-retry-after')
  return new Refusal(response.status, response.status, message ?? 'Refused', {
    body: { code: response.status, message: message ?? 'Refused', ...(code === undefined ? {} : { reason: code }) },
    headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
  })
}

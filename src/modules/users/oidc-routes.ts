import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import type { UsersContext } from './context.ts'
import { addressHeader, authOrigin, authPath } from './endpoints.ts'
import { oidcNotConfigured, oidcUnavailable } from './errors.ts'
import { addressOf } from './guard.ts'
import { nonceOf, oidcId } from './oidc.ts'
import { cookiesOf, copyCookies } from './session-cookie.ts'

const errorPage = '/sign-in'
const callbackPath = `/oauth2/callback/${oidcId}`

interface Hooks {
  readonly limitGuesses: (request: FastifyRequest) => Promise<void>
  /** Called after a session started; returns its user, or null if none started. */
  readonly began: (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>
}

/** Sign-in through the configured provider. It creates no users: they are invited. */
export function oidcRoutes(app: FastifyInstance, ctx: UsersContext, { limitGuesses, began }: Hooks): void {
  serve(app, 'POST /auth/oidc', { may: 'anyone', does: null, onRequest: limitGuesses }, ({ request, reply }) =>
    begin(ctx, request, reply, '/sign-in/oauth2', '/'),
  )

  serve(app, 'POST /auth/oidc/link', { may: 'user', does: 'oidc.link', asksProof: true }, ({ request, reply }) =>
    begin(ctx, request, reply, '/oauth2/link', '/profile'),
  )

  serve(
    app,
    'GET /auth/oauth2/callback/oidc',
    { may: 'anyone', does: 'session.begin-oidc', onRequest: limitGuesses },
    async ({ request, reply }) => {
      const { search } = new URL(request.url, authOrigin)
      const response = await handOn(ctx, request, `${callbackPath}${search}`, null)
      copyCookies(response, request, reply)
      request.auditDetail = { user: await began(request, reply) }
      // For unexpected errors, better-auth redirects to an error page that we do not serve.
      const location = response.headers.get('location') ?? `${errorPage}?error=oidc`
      return reply.redirect(location.replace(`${authOrigin}${authPath}/error`, errorPage), 302)
    },
  )
}

/** Returns the URL of the provider. The nonce is ours: better-auth only uses state and PKCE. */
async function begin(
  ctx: UsersContext,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  callbackURL: string,
): Promise<{ url: string }> {
  if (ctx.oidc === null) throw oidcNotConfigured()
  await ctx.oidc.prepare().catch(() => {
    throw oidcUnavailable()
  })
  const body = { providerId: oidcId, callbackURL, errorCallbackURL: errorPage, disableRedirect: true }
  const response = await handOn(ctx, request, path, body)
  const answer = (await response.json()) as { readonly url?: string }
  if (!response.ok || answer.url === undefined) throw oidcUnavailable()
  copyCookies(response, request, reply)
  const url = new URL(answer.url)
  url.searchParams.set('nonce', nonceOf(url.searchParams.get('code_challenge') ?? ''))
  return { url: url.href }
}

async function handOn(
  { auth }: UsersContext,
  request: FastifyRequest,
  path: string,
  body: Readonly<Record<string, unknown>> | null,
): Promise<Response> {
  const cookie = cookiesOf(request)
  const { 'user-agent': userAgent } = request.headers
  const headers = new Headers({
    [addressHeader]: addressOf(request) ?? '127.0.0.1',
    'content-type': 'application/json',
  })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  const { handler } = await auth()
  const sent = body === null ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
  return handler(new Request(`${authOrigin}${authPath}${path}`, { headers, ...sent }))
}

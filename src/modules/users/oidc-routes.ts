import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import { oidc } from '../../contract/console/sign-in.ts'
import { refuse } from '../../values/refusal.ts'
import { headersFor } from './better-auth-requests.ts'
import type { UsersContext } from './context.ts'
import { authOrigin, authPath } from './endpoints.ts'
import { oidcUnavailable } from './errors.ts'
import { nonceOf, oidcId } from './oidc.ts'
import { copyCookies } from './session-cookie.ts'

const errorPage = '/sign-in'
const callbackPath = `/oauth2/callback/${oidcId}`

interface Hooks {
  readonly limitGuesses: (request: FastifyRequest) => Promise<void>
  /** Called after a session started; returns its user, or null if none started. */
  readonly began: (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>
}

/** Sign-in through the configured provider. It creates no users: they are invited. */
export function oidcRoutes(app: FastifyInstance, ctx: UsersContext, { limitGuesses, began }: Hooks): void {
  serve(app, oidc.begin, ({ request, reply }) => begin(ctx, request, reply, '/sign-in/oauth2', '/'), {
    onRequest: limitGuesses,
  })

  serve(app, oidc.link, ({ request, reply }) => begin(ctx, request, reply, '/oauth2/link', '/profile'))

  serve(
    app,
    oidc.callback,
    async ({ request, reply }) => {
      const { search } = new URL(request.url, authOrigin)
      const response = await handOn(ctx, request, `${callbackPath}${search}`, null)
      copyCookies(response, request, reply)
      request.auditDetail = { user: await began(request, reply) }
      // For unexpected errors, better-auth redirects to an error page that we do not serve.
      const location = response.headers.get('location') ?? `${errorPage}?error=oidc`
      return reply.redirect(location.replace(`${authOrigin}${authPath}/error`, errorPage), 302)
    },
    { onRequest: limitGuesses },
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
  if (ctx.oidc === null) throw refuse('sso_not_configured')
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
  const headers = headersFor(request)
  const { handler } = await auth()
  const sent = body === null ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
  return handler(new Request(`${authOrigin}${authPath}${path}`, { headers, ...sent }))
}

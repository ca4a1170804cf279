/** A local OpenID Connect provider. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Claims of the person at the provider. */
export interface Claims {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
}

export interface Provider {
  readonly issuer: string
  readonly server: Server
  /** The next person to sign in. */
  claims: Claims
}

export const clientSecret = 'a secret of the client: with / odd + signs'

/** Signs in every visitor as `claims` and grants all scopes. */
export async function openProvider(redirectUri: string): Promise<Provider> {
  const { default: OidcProvider } = await import('oidc-provider')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const opened: Provider = { issuer, server, claims: { sub: 'nobody' } }
  const provider = new OidcProvider(issuer, {
    clients: [{ client_id: 'ngoma', client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/agree/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...opened.claims, sub }),
    }),
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/agree/')) return handle(request, response)
    const { prompt, params, grantId } = await provider.interactionDetails(request, response)
    const accountId = opened.claims.sub
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } })
    const known = grantId ? await provider.Grant.find(grantId) : undefined
    const grant = known ?? new provider.Grant({ accountId, clientId: String(params.client_id) })
    grant.addOIDCScope('openid email profile')
    const consent = { consent: { grantId: await grant.save() } }
    return provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true })
  })
  return opened
}

import { hash } from 'node:crypto'
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import type { Context } from '../../context.ts'
import { type Outbound, openOutbound } from '../../engine/outbound/index.ts'
import { parseEmail } from '../../values/email.ts'
import { authPath } from './endpoints.ts'
import { dashboardOrigin } from './links.ts'
import { markUnclaimedVerified } from './store.ts'

export const oidcId = 'oidc'

/** Sign-in through the configured OpenID Connect provider. */
export interface Oidc {
  /** Read by better-auth with every request. */
  readonly provider: GenericOAuthConfig
  /** Loads the endpoints of the provider before every sign-in, because they may change. */
  prepare(): Promise<void>
  close(): Promise<void>
}

const answerBytesMax = 65_536
const timeoutMs = 10_000

/**
 * Bound to the code challenge, and so to the browser that started the sign-in: an ID token of another sign-in has
 * another nonce.
 */
export const nonceOf = (codeChallenge: string) => hash('sha256', `nonce ${codeChallenge}`, 'base64url')

/** Null when no provider is configured. */
export function openOidc({ config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): Oidc | null {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcDomains } = config
  if (oidcIssuer === null || oidcClientId === null || oidcClientSecret === null) return null
  // The operator chose the provider, so any address is allowed. Redirects are not followed, and responses are limited
  // in size.
  const outbound = openOutbound({ reach: 'anywhere' })
  const [clientId, clientSecret] = [oidcClientId, oidcClientSecret]
  let discovery: Discovery | null = null

  const provider: GenericOAuthConfig = {
    providerId: oidcId,
    clientId,
    clientSecret,
    authorizationUrl: '',
    tokenUrl: '',
    redirectURI: `${originOf(config)}${authPath}/oauth2/callback/${oidcId}`,
    issuer: oidcIssuer,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    disableSignUp: true,
    async getToken({ code, codeVerifier = '' }) {
      const found = discovery ?? (await discover())
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: provider.redirectURI ?? '',
        code_verifier: codeVerifier,
        ...(found.postsSecret ? { client_id: clientId, client_secret: clientSecret } : {}),
      })
      const tokens = await askJson(outbound, found.tokenUrl, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(found.postsSecret ? {} : { authorization: basicOf(clientId, clientSecret) }),
        },
        body: body.toString(),
      })
      const [idToken, accessToken] = [String(tokens.id_token ?? ''), String(tokens.access_token ?? '')]
      const challenge = hash('sha256', codeVerifier, 'base64url')
      await verifyIdToken(idToken, found, nonceOf(challenge))
      return { idToken, accessToken }
    },
    async getUserInfo({ idToken = '', accessToken = '' }) {
      const found = discovery ?? (await discover())
      const { decodeJwt } = await import('jose')
      const claims = decodeJwt(idToken)
      // Some providers put the email into the ID token, others into the user info.
      const info =
        claims.email === undefined && found.userInfoUrl !== null
          ? await askJson(outbound, found.userInfoUrl, { headers: { authorization: `Bearer ${accessToken}` } })
          : claims
      const email = parseEmail(String(info.email ?? ''))
      const isAccepted = oidcDomains === null || oidcDomains.some((domain) => email?.endsWith(`@${domain}`))
      if (email === null || info.sub !== claims.sub || info.email_verified !== true || !isAccepted) return null
      await markUnclaimedVerified(db, email)
      return { id: String(claims.sub), email, emailVerified: true, name: email }
    },
  }

  async function discover(): Promise<Discovery> {
    const url = `${oidcIssuer?.replace(/\/$/, '')}/.well-known/openid-configuration`
    const found = parseDiscovery(await askJson(outbound, url, { headers: {} }), oidcIssuer ?? '')
    if (found === null)
      throw new Error('the discovery document of the OpenID Connect provider is incomplete or names another issuer')
    Object.assign(provider, { authorizationUrl: found.authorizationUrl, tokenUrl: found.tokenUrl })
    discovery = found
    return found
  }

  async function verifyIdToken(idToken: string, { jwksUrl }: Discovery, nonce: string): Promise<void> {
    const { createLocalJWKSet, jwtVerify } = await import('jose')
    const keys = await askJson(outbound, jwksUrl, { headers: {} })
    const { payload } = await jwtVerify(idToken, createLocalJWKSet({ keys: [], ...keys }), {
      issuer: oidcIssuer ?? '',
      audience: clientId,
      requiredClaims: ['sub', 'exp', 'iat'],
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      clockTolerance: 60,
    })
    if (payload.nonce !== nonce) throw new Error('the ID token belongs to another sign-in')
  }

  return {
    provider,
    async prepare() {
      try {
        await discover()
      } catch (error) {
        log.error({ err: error }, 'failed to reach the OpenID Connect provider')
        throw error
      }
    },
    close: () => outbound.close(),
  }
}

const originOf = (config: Context['config']) =>
  dashboardOrigin(config, { protocol: 'http', host: `localhost:${config.port}`, actor: null }) ??
  `https://${config.hostConsole?.[0] ?? 'localhost'}`

const basicOf = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

async function askJson(
  outbound: Outbound,
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body?: string },
): Promise<Record<string, unknown>> {
  const { status, text } = await outbound.send({ url, timeoutMs, answerBytesMax, ...request })
  if (status !== 200) throw new Error(`the OpenID Connect provider answered ${status}`)
  return JSON.parse(text) as Record<string, unknown>
}

interface Discovery {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly jwksUrl: string
  readonly userInfoUrl: string | null
  /** Sends the client secret in the body, for providers that do not accept it in a header. */
  readonly postsSecret: boolean
}

/** Null for a document that is incomplete or from another issuer. */
export function parseDiscovery(document: Readonly<Record<string, unknown>>, issuer: string): Discovery | null {
  const url = (name: string) => {
    const value = document[name]
    return typeof value === 'string' && URL.canParse(value) ? value : null
  }
  const [authorizationUrl, tokenUrl, jwksUrl] = [url('authorization_endpoint'), url('token_endpoint'), url('jwks_uri')]
  if (authorizationUrl === null || tokenUrl === null || jwksUrl === null || document.issuer !== issuer) return null
  const methods = document.token_endpoint_auth_methods_supported
  const postsSecret = Array.isArray(methods) && !methods.includes('client_secret_basic')
  return { authorizationUrl, tokenUrl, jwksUrl, userInfoUrl: url('userinfo_endpoint'), postsSecret }
}

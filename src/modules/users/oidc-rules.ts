/** The endpoints of a provider. */
export interface Discovery {
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

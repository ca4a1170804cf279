import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDiscovery } from './oidc-rules.ts'

const issuer = 'https://login.example.com'
const whole = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/me`,
}

describe('The description of an OpenID Connect provider', () => {
  it('names its endpoints', () =>
    assert.deepEqual(parseDiscovery(whole, issuer), {
      authorizationUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      jwksUrl: `${issuer}/keys`,
      userInfoUrl: `${issuer}/me`,
      postsSecret: false,
    }))

  it('may take the secret in the body alone', () =>
    assert.equal(
      parseDiscovery({ ...whole, token_endpoint_auth_methods_supported: ['client_secret_post'] }, issuer)?.postsSecret,
      true,
    ))

  for (const [title, document] of [
    ['of another issuer', { ...whole, issuer: 'https://evil.example' }],
    ['without keys', { ...whole, jwks_uri: undefined }],
    ['without a token endpoint', { ...whole, token_endpoint: 'no url' }],
    ['that is empty', {}],
  ] as const)
    it(`is refused ${title}`, () => assert.equal(parseDiscovery(document, issuer), null))
})

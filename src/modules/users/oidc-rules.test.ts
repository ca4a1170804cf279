import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDiscovery } from './oidc.ts'

const issuer = 'https://login.example.com'
const whole = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/me`,
}

describe('parseDiscovery', () => {
  it('reads the endpoints', () =>
    assert.deepEqual(parseDiscovery(whole, issuer), {
      authorizationUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      jwksUrl: `${issuer}/keys`,
      userInfoUrl: `${issuer}/me`,
      postsSecret: false,
    }))

  it('supports providers that accept the secret only in the body', () =>
    assert.equal(
      parseDiscovery({ ...whole, token_endpoint_auth_methods_supported: ['client_secret_post'] }, issuer)?.postsSecret,
      true,
    ))

  for (const [title, document] of [
    ['a document of another issuer', { ...whole, issuer: 'https://evil.example' }],
    ['a document without keys', { ...whole, jwks_uri: undefined }],
    ['a document without a token endpoint', { ...whole, token_endpoint: 'no url' }],
    ['an empty document', {}],
  ] as const)
    it(`rejects ${title}`, () => assert.equal(parseDiscovery(document, issuer), null))
})

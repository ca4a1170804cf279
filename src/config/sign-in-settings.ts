import { bool, hostNames, issuerUrl, optional, secretText, setting, text } from './kinds.ts'

/** How people sign in. */
export const signInSettings = {
  oidcIssuer: optional(
    'NGOMA_OIDC_ISSUER',
    'none',
    issuerUrl,
    'The OpenID Connect provider that people can sign in through, as its issuer.',
  ),
  oidcClientId: optional('NGOMA_OIDC_CLIENT_ID', 'none', text, 'What the provider calls this installation.'),
  oidcClientSecret: optional('NGOMA_OIDC_CLIENT_SECRET', 'none', secretText, 'The secret that goes with it.'),
  oidcName: setting('NGOMA_OIDC_NAME', 'single sign-on', text, 'What the button says after "Sign in with".'),
  oidcDomains: optional(
    'NGOMA_OIDC_DOMAINS',
    'every domain',
    hostNames,
    'Domains of e-mail addresses, separated by commas, that the provider is believed for.',
  ),
  operatorTwoFactor: setting(
    'NGOMA_OPERATOR_TWO_FACTOR',
    'false',
    bool,
    'Operators may do nothing in the console without a second factor.',
  ),
} as const

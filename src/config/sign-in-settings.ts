import { bool, hostNames, issuerUrl, optional, secretText, setting, text } from './kinds.ts'

/** Settings for signing in to the dashboard. */
export const signInSettings = {
  oidcIssuer: optional(
    'NGOMA_OIDC_ISSUER',
    'none',
    issuerUrl,
    'Issuer URL of the OpenID Connect provider for single sign-on.',
  ),
  oidcClientId: optional('NGOMA_OIDC_CLIENT_ID', 'none', text, 'Client ID of this installation at the provider.'),
  oidcClientSecret: optional(
    'NGOMA_OIDC_CLIENT_SECRET',
    'none',
    secretText,
    'Client secret that belongs to NGOMA_OIDC_CLIENT_ID.',
  ),
  oidcName: setting('NGOMA_OIDC_NAME', 'single sign-on', text, 'Name of the provider on the "Sign in with" button.'),
  oidcDomains: optional(
    'NGOMA_OIDC_DOMAINS',
    'every domain',
    hostNames,
    'Comma-separated email domains whose users may sign in through the provider.',
  ),
  operatorTwoFactor: setting(
    'NGOMA_OPERATOR_TWO_FACTOR',
    'false',
    bool,
    'Require operators to set up a second factor before they can use the dashboard.',
  ),
} as const

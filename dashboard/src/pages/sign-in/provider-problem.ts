/** Why somebody who comes back from the provider is not signed in, by the error that the server wrote. */
const problems: Readonly<Record<string, string>> = {
  signup_disabled: 'Nobody here has that e-mail address. Ask an owner of the account to invite you first.',
  account_not_linked: 'Sign in with your password, and connect the provider under Profile and security.',
  user_info_is_missing:
    'The provider has not verified your e-mail address, or it is of a domain that is not accepted here.',
  access_denied: 'The provider did not let you in.',
}

export const providerProblem = (error: string) =>
  problems[error] ??
  (error.startsWith('state')
    ? 'That took too long, or was begun in another browser. Please try again.'
    : 'The provider could not sign you in. Please try again, or use your password.')

import { t } from '../../text.ts'

/** Why the identity provider did not sign the user in, by the error that the server reports. */
export function providerProblem(error: string): string {
  const problems: Readonly<Record<string, string>> = t.signIn.providerProblems
  return (
    problems[error] ??
    (error.startsWith('state') ? t.signIn.providerProblems.expired : t.signIn.providerProblems.unknown)
  )
}

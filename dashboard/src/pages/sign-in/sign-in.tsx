import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { queryClient, useAsk, useChange } from '../../data.ts'
import { signInWithPasskey, usePasskeys } from '../../parts/passkey.ts'
import { Note } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { EmailInput, Outside, OutsideForm, StepLink } from './outside.tsx'
import { SecondStep } from './second-step.tsx'
import { targetOf } from './target.ts'

/** Opens the page that the user came from, never another site. */
function useContinue(): () => void {
  const { from } = useSearch({ strict: false }) as { from?: unknown }
  return () => {
    queryClient.clear()
    location.assign(targetOf(from, location.origin))
  }
}

export function SignInPage() {
  const proceed = useContinue()
  const { forgot, error } = useSearch({ strict: false }) as { forgot?: boolean; error?: string }
  const refused = error === undefined ? null : new Error(providerProblem(error))
  const [step, setStep] = useState<'password' | 'code' | 'forgotten'>(forgot ? 'forgotten' : 'password')
  const { data: about } = useAsk('GET /about', {})
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } })
  const signIn = useChange((body: typeof form.values) => ask('POST /auth/sign-in/email', { body }), {
    onDone: ({ twoFactorRedirect }) => (twoFactorRedirect ? setStep('code') : proceed()),
  })
  const byProvider = useChange(() => ask('POST /auth/oidc', {}), { onDone: ({ url }) => location.assign(url) })
  const hasPasskeys = usePasskeys()
  const byPasskey = useChange(signInWithPasskey, { onDone: proceed })
  if (step === 'code') return <SecondStep onDone={proceed} />
  if (step === 'forgotten') return <ForgotPassword email={form.getValues().email} onBack={() => setStep('password')} />
  return (
    <Outside title={t.signIn.title}>
      <OutsideForm
        onSubmit={form.onSubmit((values) => signIn.mutate(values))}
        change={signIn}
        error={byPasskey.error ?? byProvider.error ?? refused}
        submit={t.signIn.submit}
        below={
          <>
            {about?.oidc != null && (
              <OtherWay change={byProvider}>{fill(t.signIn.withProvider, { provider: about.oidc })}</OtherWay>
            )}
            {hasPasskeys && <OtherWay change={byPasskey}>{t.signIn.withPasskey}</OtherWay>}
            {about?.mail === true && <StepLink onClick={() => setStep('forgotten')}>{t.signIn.forgot}</StepLink>}
            {about?.mail === false && <Note>{t.signIn.forgotAskOperator}</Note>}
          </>
        }
      >
        <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
        <PasswordInput
          label={t.signIn.password}
          autoComplete="current-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </OutsideForm>
    </Outside>
  )
}

interface OtherWayProps {
  readonly change: {
    readonly isPending: boolean
    readonly isSuccess: boolean
    readonly mutate: (input: undefined) => void
  }
  readonly children: string
}

const OtherWay = ({ change, children }: OtherWayProps) => (
  <Button variant="default" loading={change.isPending || change.isSuccess} onClick={() => change.mutate(undefined)}>
    {children}
  </Button>
)

/** Why the identity provider did not sign the user in, by the error that the server reports. */
function providerProblem(error: string): string {
  const problems: Readonly<Record<string, string>> = t.signIn.providerProblems
  return (
    problems[error] ??
    (error.startsWith('state') ? t.signIn.providerProblems.expired : t.signIn.providerProblems.unknown)
  )
}

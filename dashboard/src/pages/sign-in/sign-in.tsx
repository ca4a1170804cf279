import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { queryClient, useAsk, useChange } from '../../data.ts'
import { signInWithPasskey, usePasskeys } from '../../parts/passkey.ts'
import { Problem } from '../../parts/problem.tsx'
import { fill, t } from '../../text.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { Outside } from './outside.tsx'
import { providerProblem } from './provider-problem.ts'
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
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack gap="sm">
          <TextInput
            label={t.signIn.email}
            type="email"
            autoComplete="username"
            autoFocus
            required
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t.signIn.password}
            autoComplete="current-password"
            required
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Problem error={signIn.error ?? byPasskey.error ?? byProvider.error ?? refused} />
          <Button type="submit" loading={signIn.isPending || signIn.isSuccess}>
            {t.signIn.submit}
          </Button>
          {about?.oidc != null && (
            <Button
              variant="default"
              loading={byProvider.isPending || byProvider.isSuccess}
              onClick={() => byProvider.mutate(undefined)}
            >
              {fill(t.signIn.withProvider, { provider: about.oidc })}
            </Button>
          )}
          {hasPasskeys && (
            <Button
              variant="default"
              loading={byPasskey.isPending || byPasskey.isSuccess}
              onClick={() => byPasskey.mutate(undefined)}
            >
              {t.signIn.withPasskey}
            </Button>
          )}
          {about?.mail === true && (
            <Anchor component="button" type="button" size="sm" onClick={() => setStep('forgotten')}>
              {t.signIn.forgot}
            </Anchor>
          )}
          {about?.mail === false && (
            <Text size="sm" c="dimmed">
              {t.signIn.forgotAskOperator}
            </Text>
          )}
        </Stack>
      </form>
    </Outside>
  )
}

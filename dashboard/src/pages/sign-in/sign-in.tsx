import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { queryClient, useAsk, useChange } from '../../data.ts'
import { signInWithPasskey, usePasskeys } from '../../parts/passkey.ts'
import { Problem } from '../../parts/problem.tsx'
import { Forgotten } from './forgotten.tsx'
import { Outside } from './outside.tsx'
import { providerProblem } from './provider-problem.ts'
import { SecondStep } from './second-step.tsx'
import { targetOf } from './target.ts'

/** Where one wanted to go before one was sent here. Never to another site. */
function useGoOn(): () => void {
  const { from } = useSearch({ strict: false }) as { from?: unknown }
  return () => {
    queryClient.clear()
    location.assign(targetOf(from, location.origin))
  }
}

export function SignInPage() {
  const goOn = useGoOn()
  const { forgot, error } = useSearch({ strict: false }) as { forgot?: boolean; error?: string }
  const refused = error === undefined ? null : new Error(providerProblem(error))
  const [step, setStep] = useState<'password' | 'code' | 'forgotten'>(forgot ? 'forgotten' : 'password')
  const { data: about } = useAsk('GET /about', {})
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } })
  const signIn = useChange((body: typeof form.values) => ask('POST /auth/sign-in/email', { body }), {
    onDone: ({ twoFactorRedirect }) => (twoFactorRedirect ? setStep('code') : goOn()),
  })
  const byProvider = useChange(() => ask('POST /auth/oidc', {}), { onDone: ({ url }) => location.assign(url) })
  const hasPasskeys = usePasskeys()
  const byPasskey = useChange(signInWithPasskey, { onDone: goOn })
  if (step === 'code') return <SecondStep onDone={goOn} />
  if (step === 'forgotten') return <Forgotten email={form.getValues().email} onBack={() => setStep('password')} />
  return (
    <Outside title="Sign in">
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            required
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Problem error={signIn.error ?? byPasskey.error ?? byProvider.error ?? refused} />
          <Button type="submit" loading={signIn.isPending || signIn.isSuccess}>
            Sign in
          </Button>
          {about?.oidc != null && (
            <Button
              variant="default"
              loading={byProvider.isPending || byProvider.isSuccess}
              onClick={() => byProvider.mutate(undefined)}
            >
              Sign in with {about.oidc}
            </Button>
          )}
          {hasPasskeys && (
            <Button
              variant="default"
              loading={byPasskey.isPending || byPasskey.isSuccess}
              onClick={() => byPasskey.mutate(undefined)}
            >
              Sign in with a passkey
            </Button>
          )}
          {about?.mail === true && (
            <Anchor component="button" type="button" size="sm" onClick={() => setStep('forgotten')}>
              Forgot your password?
            </Anchor>
          )}
          {about?.mail === false && (
            <Text size="sm" c="dimmed">
              Forgot your password? The operator of this server can give you a link to choose a new one.
            </Text>
          )}
        </Stack>
      </form>
    </Outside>
  )
}

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient, send, useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { Outside } from './outside.tsx'
import { SecondStep } from './second-step.tsx'

interface Answer {
  readonly twoFactorRedirect?: boolean
}

/** Where one wanted to go before one was sent here. Never to another site. */
function useGoOn(): () => void {
  const { from } = useSearch({ strict: false }) as { from?: string }
  const target = typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/'
  return () => {
    queryClient.clear()
    location.assign(target)
  }
}

export function SignInPage() {
  const goOn = useGoOn()
  const [isHalf, setHalf] = useState(false)
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } })
  const signIn = useChange((values: typeof form.values) => send<Answer>('POST', '/auth/sign-in/email', values), {
    onDone: ({ twoFactorRedirect }) => (twoFactorRedirect ? setHalf(true) : goOn()),
  })
  if (isHalf) return <SecondStep onDone={goOn} />
  return (
    <Outside title="Sign in">
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack gap="sm">
          <TextInput label="E-mail" type="email" autoComplete="username" autoFocus required key={form.key('email')} {...form.getInputProps('email')} />
          <PasswordInput label="Password" autoComplete="current-password" required key={form.key('password')} {...form.getInputProps('password')} />
          <Problem error={signIn.error} />
          <Button type="submit" loading={signIn.isPending || signIn.isSuccess}>
            Sign in
          </Button>
        </Stack>
      </form>
    </Outside>
  )
}

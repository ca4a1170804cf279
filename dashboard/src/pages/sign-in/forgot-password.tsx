import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { rich, t } from '../../text.ts'
import { Outside } from './outside.tsx'

/** Requests an email with a reset link. The answer does not reveal which addresses are registered. */
export function ForgotPassword({ email: initial, onBack }: { readonly email: string; readonly onBack: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: initial } })
  const reset = useChange(async ({ email }: typeof form.values) => {
    await ask('POST /auth/request-password-reset', { body: { email: email.trim() } })
    return email.trim()
  })
  return (
    <Outside title={t.signIn.resetTitle}>
      {reset.isSuccess ? (
        <Stack gap="sm">
          <Alert color="green" variant="light" role="status">
            {rich(t.signIn.resetSent, { email: reset.data, b: (text: ReactNode) => <strong>{text}</strong> })}
          </Alert>
          <Text size="sm" c="dimmed">
            {t.signIn.resetMissing}
          </Text>
          <Button variant="default" onClick={onBack}>
            {t.signIn.backToSignIn}
          </Button>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit((values) => reset.mutate(values))}>
          <Stack gap="sm">
            <Text>{t.signIn.resetIntro}</Text>
            <TextInput
              label={t.signIn.email}
              type="email"
              autoComplete="username"
              autoFocus
              required
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Problem error={reset.error} />
            <Button type="submit" loading={reset.isPending}>
              {t.signIn.sendLink}
            </Button>
            <Anchor component="button" type="button" size="sm" onClick={onBack}>
              {t.signIn.backToSignIn}
            </Anchor>
          </Stack>
        </form>
      )}
    </Outside>
  )
}

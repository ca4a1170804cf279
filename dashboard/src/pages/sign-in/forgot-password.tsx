import { Alert, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Note } from '../../parts/text.tsx'
import { rich, t } from '../../text.ts'
import { EmailInput, Outside, OutsideForm, StepLink } from './outside.tsx'

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
          <Note>{t.signIn.resetMissing}</Note>
          <Button variant="default" onClick={onBack}>
            {t.signIn.backToSignIn}
          </Button>
        </Stack>
      ) : (
        <OutsideForm
          onSubmit={form.onSubmit((values) => reset.mutate(values))}
          change={reset}
          submit={t.signIn.sendLink}
          below={<StepLink onClick={onBack}>{t.signIn.backToSignIn}</StepLink>}
        >
          <Text>{t.signIn.resetIntro}</Text>
          <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
        </OutsideForm>
      )}
    </Outside>
  )
}

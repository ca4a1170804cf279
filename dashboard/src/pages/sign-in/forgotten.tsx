import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { Outside } from './outside.tsx'

/** Asks for a letter with a link. What it answers does not tell who is known here. */
export function Forgotten({ email: known, onBack }: { readonly email: string; readonly onBack: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: known } })
  const reset = useChange(async ({ email }: typeof form.values) => {
    await ask('POST /auth/request-password-reset', { body: { email: email.trim() } })
    return email.trim()
  })
  return (
    <Outside title="A new password">
      {reset.isSuccess ? (
        <Stack gap="sm">
          <Alert color="green" variant="light" role="status">
            If somebody signs in here with <strong>{reset.data}</strong>, a letter with a link is on its way to them.
            The link works once, for an hour.
          </Alert>
          <Text size="sm" c="dimmed">
            Nothing there after a few minutes? Look among the unwanted mail, and whether the address is the one you sign
            in with.
          </Text>
          <Button variant="default" onClick={onBack}>
            Back to the sign-in
          </Button>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit((values) => reset.mutate(values))}>
          <Stack gap="sm">
            <Text>
              Type the e-mail address that you sign in with. We send a link there with which you choose a new password.
            </Text>
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              autoFocus
              required
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Problem error={reset.error} />
            <Button type="submit" loading={reset.isPending}>
              Send the link
            </Button>
            <Anchor component="button" type="button" size="sm" onClick={onBack}>
              Back to the sign-in
            </Anchor>
          </Stack>
        </form>
      )}
    </Outside>
  )
}

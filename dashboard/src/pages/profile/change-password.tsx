import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'

export function ChangePassword({ email }: { readonly email: string }) {
  const form = useForm({
    initialValues: { currentPassword: '', ...emptyPassword },
    validate: {
      currentPassword: (value) => (value === '' ? 'Type the password that you have now.' : null),
      ...passwordRules,
    },
  })
  const change = useChange(
    ({ currentPassword, newPassword }: typeof form.values) =>
      ask('POST /auth/change-password', { body: { currentPassword, newPassword } }),
    {
      refreshes: ['/auth'],
      onDone: () => {
        form.reset()
        sayDone('Your password is changed. Everywhere else you are signed out.')
      },
    },
  )
  return (
    <Section title="Password" about="With a new password you stay signed in here, and are signed out everywhere else.">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="sm" maw={400}>
          {/* For the browser, which would otherwise not know whose password it is to keep. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />
          <Problem error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

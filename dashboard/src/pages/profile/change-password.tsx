import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { t } from '../../text.ts'

export function ChangePassword({ email }: { readonly email: string }) {
  const form = useForm({
    initialValues: { currentPassword: '', ...emptyPassword },
    validate: {
      currentPassword: (value) => (value === '' ? t.profile.currentPasswordMissing : null),
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
        sayDone(t.profile.passwordChanged)
      },
    },
  )
  return (
    <Section title={t.profile.passwordTitle} about={t.profile.passwordAbout}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="sm" maw={400}>
          {/* Tells password managers whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordInput
            label={t.profile.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />
          <Problem error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t.profile.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

import { PasswordInput } from '@mantine/core'
import { PageForm } from '../../parts/edit-dialog.tsx'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Section } from '../../parts/section.tsx'
import { t } from '../../text.ts'

export function ChangePassword({ email }: { readonly email: string }) {
  return (
    <Section title={t.profile.passwordTitle} about={t.profile.passwordAbout}>
      <PageForm
        route="POST /auth/change-password"
        submit={t.profile.changePassword}
        maxWidth={400}
        hasSecret
        values={{ currentPassword: '', ...emptyPassword }}
        fields={{}}
        rules={{
          currentPassword: (value) => (value === '' ? t.profile.currentPasswordMissing : null),
          ...passwordRules,
        }}
        body={({ currentPassword, newPassword }) => ({ currentPassword, newPassword })}
        refreshes={['/auth']}
        done={t.profile.passwordChanged}
      >
        {(_, form) => (
          <>
            {/* Tells password managers whose password this is. */}
            <input type="hidden" name="username" autoComplete="username" value={email} />
            <PasswordInput
              label={t.profile.currentPassword}
              autoComplete="current-password"
              required
              {...form.getInputProps('currentPassword')}
            />
            <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />
          </>
        )}
      </PageForm>
    </Section>
  )
}

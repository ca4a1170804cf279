import { Alert, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, hasCode } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Icon } from '../../parts/icon.tsx'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Note, PageLink } from '../../parts/text.tsx'
import { t } from '../../text.ts'
import { Outside, OutsideForm } from './outside.tsx'

/** The page that the link in an invitation or a password-reset email opens. */
export function ResetPasswordPage() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const navigate = useNavigate()
  const form = useForm({ initialValues: emptyPassword, validate: passwordRules })
  const choose = useChange(
    ({ newPassword }: typeof form.values) => ask('POST /auth/reset-password', { body: { token, newPassword } }),
    {
      onDone: () => {
        sayDone(t.signIn.passwordSet)
        // Replaces the history entry, because the used link leads nowhere.
        void navigate({ to: '/sign-in', replace: true })
      },
    },
  )
  const isExpired = hasCode(choose.error, 'invalid_token')
  if (token === '' || isExpired) return <Expired isComplete={token !== ''} />
  return (
    <Outside title={t.signIn.setPasswordTitle}>
      <OutsideForm
        onSubmit={form.onSubmit((values) => choose.mutate(values))}
        change={choose}
        submit={t.signIn.savePassword}
        noValidate
      >
        <Text>{t.signIn.setPasswordIntro}</Text>
        <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />
      </OutsideForm>
    </Outside>
  )
}

function Expired({ isComplete }: { readonly isComplete: boolean }) {
  const { data: about } = useAsk('GET /about', {})
  return (
    <Outside title={t.signIn.setPasswordTitle}>
      <Stack gap="sm">
        <Alert
          color="yellow"
          variant="light"
          icon={<Icon name="warning" />}
          role="alert"
          title={isComplete ? t.signIn.linkExpired : t.signIn.linkIncomplete}
        >
          {isComplete ? t.signIn.linkExpiredHint : t.signIn.linkIncompleteHint}
        </Alert>
        {about?.mail ? (
          <PageLink to="/sign-in" search={{ forgot: true }}>
            {t.signIn.newLink}
          </PageLink>
        ) : (
          <Note>{t.signIn.newLinkAskOperator}</Note>
        )}
        <Button component={Link} to="/sign-in" variant="default">
          {t.signIn.goToSignIn}
        </Button>
      </Stack>
    </Outside>
  )
}

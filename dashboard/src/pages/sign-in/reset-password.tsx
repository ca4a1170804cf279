import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, Refused } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Icon } from '../../parts/icon.tsx'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Problem } from '../../parts/problem.tsx'
import { t } from '../../text.ts'
import { Outside } from './outside.tsx'

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
  const isExpired = choose.error instanceof Refused && choose.error.reason === 'INVALID_TOKEN'
  if (token === '' || isExpired) return <Expired isComplete={token !== ''} />
  return (
    <Outside title={t.signIn.setPasswordTitle}>
      <form onSubmit={form.onSubmit((values) => choose.mutate(values))} noValidate>
        <Stack gap="sm">
          <Text>{t.signIn.setPasswordIntro}</Text>
          <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />
          <Problem error={choose.error} />
          <Button type="submit" loading={choose.isPending || choose.isSuccess}>
            {t.signIn.savePassword}
          </Button>
        </Stack>
      </form>
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
          <Anchor component={Link} to="/sign-in" search={{ forgot: true } as never} size="sm">
            {t.signIn.newLink}
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            {t.signIn.newLinkAskOperator}
          </Text>
        )}
        <Button component={Link} to="/sign-in" variant="default">
          {t.signIn.goToSignIn}
        </Button>
      </Stack>
    </Outside>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { AnswerOf } from '../../../../src/contract/console/index.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Problem, Waiting } from '../../parts/problem.tsx'
import { linkOutside, Note } from '../../parts/text.tsx'

import { fill, rich, t } from '../../text.ts'
import { Outside, OutsideForm } from './outside.tsx'

type Invitation = AnswerOf<'POST /auth/invitation'>

const bold = (text: ReactNode) => <strong>{text}</strong>

/** The page that the link in an invitation opens. */
export function InvitationPage() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const lookup = useChange(() => ask('POST /auth/invitation', { body: { token } }))
  const { mutate } = lookup
  useEffect(() => mutate(undefined), [mutate])
  return (
    <Outside title={t.signIn.invitationTitle}>
      {lookup.data ? (
        lookup.data.signInFirst ? (
          <SignInFirst email={lookup.data.email} onRetry={() => mutate(undefined)} />
        ) : (
          <Accept token={token} invitation={lookup.data} />
        )
      ) : lookup.error ? (
        <Stack gap="sm">
          <Problem error={lookup.error} />
          <Note>{t.signIn.invitationExpired}</Note>
          <Button component={Link} to="/sign-in" variant="default">
            {t.signIn.goToSignIn}
          </Button>
        </Stack>
      ) : (
        <Waiting />
      )}
    </Outside>
  )
}

/** Uses another tab, because a redirect back would put the token into an address that servers log. */
function SignInFirst({ email, onRetry }: { readonly email: string; readonly onRetry: () => void }) {
  return (
    <Stack gap="sm">
      <Text>
        {rich(t.signIn.signInFirst, {
          email,
          b: bold,
          link: linkOutside('/sign-in'),
        })}
      </Text>
      <Button onClick={onRetry}>{t.signIn.signedIn}</Button>
    </Stack>
  )
}

function Accept({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { accountName, email, role, choosesPassword } = invitation
  const navigate = useNavigate()
  const form = useForm({ initialValues: emptyPassword, validate: choosesPassword ? passwordRules : {} })
  const accept = useChange(
    ({ newPassword }: typeof form.values) =>
      ask('POST /auth/accept-invitation', { body: { token, ...(choosesPassword ? { newPassword } : {}) } }),
    {
      onDone: () => {
        sayDone(fill(t.signIn.accepted, { account: accountName }))
        void navigate({ to: '/sign-in', replace: true })
      },
    },
  )
  return (
    <OutsideForm
      onSubmit={form.onSubmit((values) => accept.mutate(values))}
      change={accept}
      submit={t.signIn.accept}
      noValidate
    >
      <Text>
        {rich(choosesPassword ? t.signIn.invitedNew : t.signIn.invitedKnown, {
          account: accountName,
          role,
          email,
          b: bold,
        })}
      </Text>
      {choosesPassword && <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />}
    </OutsideForm>
  )
}

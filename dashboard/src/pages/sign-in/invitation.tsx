import { Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../../../src/contract/console/index.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Outside } from './outside.tsx'

type Found = AnswerOf<'POST /auth/invitation'>

/** Where the link of an owner's invitation leads. */
export function InvitationPage() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const look = useChange(() => ask('POST /auth/invitation', { body: { token } }))
  const { mutate } = look
  useEffect(() => mutate(undefined), [mutate])
  return (
    <Outside title="Your invitation">
      {look.data ? (
        look.data.signInFirst ? (
          <SignInFirst email={look.data.email} onRetry={() => mutate(undefined)} />
        ) : (
          <Accept token={token} found={look.data} />
        )
      ) : look.error ? (
        <Stack gap="sm">
          <Problem error={look.error} />
          <Text size="sm" c="dimmed">
            An invitation works once, for three days. Ask whoever invited you for a new one.
          </Text>
          <Button component={Link} to="/sign-in" variant="default">
            Go to the sign-in
          </Button>
        </Stack>
      ) : (
        <Loader aria-label="Loading" />
      )}
    </Outside>
  )
}

/** In another tab: the link must not get into an address that servers see. */
function SignInFirst({ email, onRetry }: { readonly email: string; readonly onRetry: () => void }) {
  return (
    <Stack gap="sm">
      <Text>
        <strong>{email}</strong> is known here. To make sure that it is you,{' '}
        <Anchor href="/sign-in" target="_blank" rel="noreferrer" underline="always">
          sign in in another tab
        </Anchor>
        , and come back to this page.
      </Text>
      <Button onClick={onRetry}>I am signed in</Button>
    </Stack>
  )
}

function Accept({ token, found }: { readonly token: string; readonly found: Found }) {
  const { accountName, email, role, choosesPassword } = found
  const navigate = useNavigate()
  const form = useForm({ initialValues: emptyPassword, validate: choosesPassword ? passwordRules : {} })
  const accept = useChange(
    ({ newPassword }: typeof form.values) =>
      ask('POST /auth/accept-invitation', { body: { token, ...(choosesPassword ? { newPassword } : {}) } }),
    {
      onDone: () => {
        sayDone(`You are in ${accountName} now. Sign in to see it.`)
        void navigate({ to: '/sign-in', replace: true })
      },
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate(values))} noValidate>
      <Stack gap="sm">
        <Text>
          You are invited to <strong>{accountName}</strong>, as {role}. You sign in as <strong>{email}</strong>
          {choosesPassword ? ', with a password that you choose now.' : ', as before.'}
        </Text>
        {choosesPassword && <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />}
        <Problem error={accept.error} />
        <Button type="submit" loading={accept.isPending || accept.isSuccess}>
          Accept invitation
        </Button>
      </Stack>
    </form>
  )
}

import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, Refused } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Icon } from '../../parts/icon.tsx'
import { emptyPassword, NewPasswordInputs, passwordRules } from '../../parts/new-password.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Outside } from './outside.tsx'

/** Where the link of an invitation leads, and that of a letter about a forgotten password. */
export function ResetPasswordPage() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const navigate = useNavigate()
  const form = useForm({ initialValues: emptyPassword, validate: passwordRules })
  const choose = useChange(
    ({ newPassword }: typeof form.values) => ask('POST /auth/reset-password', { body: { token, newPassword } }),
    {
      onDone: () => {
        sayDone('Your password is set. Sign in with it.')
        // In its place: nobody has to come back to a link that is used up.
        void navigate({ to: '/sign-in', replace: true })
      },
    },
  )
  const isUsedUp = choose.error instanceof Refused && choose.error.reason === 'INVALID_TOKEN'
  if (token === '' || isUsedUp) return <UsedUp isWhole={token !== ''} />
  return (
    <Outside title="Choose a password">
      <form onSubmit={form.onSubmit((values) => choose.mutate(values))} noValidate>
        <Stack gap="sm">
          <Text>
            From now on you sign in with your e-mail address and this password. Wherever you are signed in with an old
            one, you are signed out.
          </Text>
          <NewPasswordInputs inputOf={(name) => form.getInputProps(name)} />
          <Problem error={choose.error} />
          <Button type="submit" loading={choose.isPending || choose.isSuccess}>
            Save password
          </Button>
        </Stack>
      </form>
    </Outside>
  )
}

function UsedUp({ isWhole }: { readonly isWhole: boolean }) {
  const { data: about } = useAsk('GET /about', {})
  return (
    <Outside title="Choose a password">
      <Stack gap="sm">
        <Alert
          color="yellow"
          variant="light"
          icon={<Icon name="warning" />}
          role="alert"
          title={isWhole ? 'This link is used up' : 'This link is not whole'}
        >
          {isWhole
            ? 'A link works once, and for a limited time. If you have chosen a password with it, sign in with that.'
            : 'Copy all of it into the address line: it ends in a long row of letters and digits.'}
        </Alert>
        {about?.mail ? (
          <Anchor component={Link} to="/sign-in" search={{ forgot: true } as never} size="sm">
            Send me a new link
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            Need a new one? Ask whoever invited you, or the operator of this server.
          </Text>
        )}
        <Button component={Link} to="/sign-in" variant="default">
          Go to the sign-in
        </Button>
      </Stack>
    </Outside>
  )
}

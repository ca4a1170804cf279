import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ask } from '../api.ts'
import { useChange } from '../data.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { signInWithPasskey, usePasskeys } from '../parts/passkey.ts'
import { useAbout, useMe } from '../session.tsx'
import { fill, t } from '../text.ts'

/** Asks for a code when `isCode`, otherwise for the password or any other factor that the user has. */
export function Prove({
  isCode: codeOnly = false,
  onClose,
}: {
  readonly isCode?: boolean
  readonly onClose: (isProved: boolean) => void
}) {
  const { user } = useMe()
  const { oidc } = useAbout()
  const [isCode, setCode] = useState(codeOnly || !(user?.hasPassword ?? true))
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (value) => (value === '' ? (isCode ? t.shell.codeMissing : t.shell.passwordMissing) : null) },
  })
  const prove = useChange(
    ({ text }: typeof form.values) =>
      ask('POST /auth/prove', { body: isCode ? { code: text.replaceAll(/\s/g, '') } : { password: text } }),
    { refreshes: ['/me'], onDone: () => onClose(true) },
  )
  const isOffered = usePasskeys()
  const hasPasskeys = isOffered && (user?.passkeys ?? 0) > 0
  const byProvider = useChange(() => ask('POST /auth/oidc', {}), { onDone: ({ url }) => location.assign(url) })
  // A passkey starts a new session, which counts as proof.
  const byPasskey = useChange(signInWithPasskey, { refreshes: ['/me'], onDone: () => onClose(true) })
  return (
    <FormDialog
      title={t.shell.confirmIdentity}
      isOpen
      onClose={() => onClose(false)}
      change={{ isPending: prove.isPending, error: prove.error ?? byPasskey.error ?? byProvider.error }}
      submit={t.shell.confirm}
      onSubmit={form.onSubmit((values) => prove.mutate(values))}
    >
      <Text size="sm">{codeOnly ? t.shell.confirmSession : t.shell.confirmOldSession}</Text>
      {isCode ? (
        <TextInput
          label={t.shell.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('text')}
        />
      ) : (
        <PasswordInput
          label={t.shell.password}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('text')}
        />
      )}
      {hasPasskeys && (
        <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate(undefined)}>
          {t.shell.usePasskey}
        </Button>
      )}
      {!codeOnly && oidc !== null && !user?.hasPassword && (
        <Button variant="default" loading={byProvider.isPending} onClick={() => byProvider.mutate(undefined)}>
          {fill(t.shell.signInWith, { provider: oidc })}
        </Button>
      )}
      {!codeOnly && user?.twoFactor && user.hasPassword && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            form.reset()
            setCode(!isCode)
          }}
        >
          {isCode ? t.shell.usePassword : t.shell.useCode}
        </Anchor>
      )}
    </FormDialog>
  )
}

import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { ask, onProofWanted } from '../api.ts'
import { useChange } from '../data.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { signInWithPasskey, usePasskeys } from '../parts/passkey.ts'
import { useAbout, useMe } from '../session.tsx'

/** Asks for a password or a code when the server wants a fresh proof. Requests wait until it is given or refused. */
export function ProveDialog() {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<((isProved: boolean) => void)[]>([])
  useEffect(() => {
    onProofWanted(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve)
          setOpen(true)
        }),
    )
    return () => onProofWanted(null)
  }, [])
  const close = (isProved: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(isProved)
  }
  return isOpen ? <Prove onClose={close} /> : null
}

/** With a code when `isCode`; otherwise with what the user has. */
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
    validate: { text: (value) => (value === '' ? (isCode ? 'Type a code.' : 'Type your password.') : null) },
  })
  const prove = useChange(
    ({ text }: typeof form.values) =>
      ask('POST /auth/prove', { body: isCode ? { code: text.replaceAll(/\s/g, '') } : { password: text } }),
    { refreshes: ['/me'], onDone: () => onClose(true) },
  )
  const isOffered = usePasskeys()
  const hasPasskeys = isOffered && (user?.passkeys ?? 0) > 0
  const byProvider = useChange(() => ask('POST /auth/oidc', {}), { onDone: ({ url }) => location.assign(url) })
  // It begins a new session, which is proved.
  const byPasskey = useChange(signInWithPasskey, { refreshes: ['/me'], onDone: () => onClose(true) })
  return (
    <FormDialog
      title="Confirm that it is you"
      isOpen
      onClose={() => onClose(false)}
      change={{ isPending: prove.isPending, error: prove.error ?? byPasskey.error ?? byProvider.error }}
      submit="Confirm"
      onSubmit={form.onSubmit((values) => prove.mutate(values))}
    >
      <Text size="sm">
        {codeOnly
          ? 'This account is open to sessions with a second factor alone.'
          : 'You signed in a while ago. Before keys, secrets and backups we make sure that nobody else sits here.'}
      </Text>
      {isCode ? (
        <TextInput
          label="Code of your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('text')}
        />
      ) : (
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('text')}
        />
      )}
      {hasPasskeys && (
        <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate(undefined)}>
          Use a passkey
        </Button>
      )}
      {!codeOnly && oidc !== null && !user?.hasPassword && (
        <Button variant="default" loading={byProvider.isPending} onClick={() => byProvider.mutate(undefined)}>
          Sign in again with {oidc}
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
          {isCode ? 'Use your password' : 'Use a code of your authenticator app'}
        </Anchor>
      )}
    </FormDialog>
  )
}

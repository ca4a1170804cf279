import { Box, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { AnswerOf } from '../../../../src/contract/console/index.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { Problem } from '../../parts/problem.tsx'
import { CodeLine } from '../../parts/text.tsx'
import { AskPassword } from './ask-password.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { QrCode } from './qr-code.tsx'

type Prepared = AnswerOf<'POST /auth/two-factor/enable'>

/** Password, app, first code, backup codes. Nothing is asked of anybody before the first code was right. */
export function SetUp({ onClose }: { readonly onClose: () => void }) {
  useFocusBack()
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [isTried, setTried] = useState(false)
  if (prepared === null)
    return (
      <AskPassword
        title="Set up a second factor"
        submit="Go on"
        onClose={onClose}
        change={(password) => ask('POST /auth/two-factor/enable', { body: { password } })}
        onDone={setPrepared}
      >
        <Text>
          You need a phone with an authenticator app: any will do, such as Aegis, Google Authenticator or Microsoft
          Authenticator. To make sure that it is you, type your password first.
        </Text>
      </AskPassword>
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={isTried ? 'Your backup codes' : 'Set up a second factor'}
      withCloseButton={!isTried}
      closeOnClickOutside={false}
      closeOnEscape={!isTried}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isTried ? (
        <BackupCodes codes={prepared.backupCodes} onClose={onClose} />
      ) : (
        <FirstCode uri={prepared.totpURI} onDone={() => setTried(true)} />
      )}
    </Modal>
  )
}

function FirstCode({ uri, onDone }: { readonly uri: string; readonly onDone: () => void }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (/^\s*\d{3}\s*\d{3}\s*$/.test(value) ? null : 'The code has six digits.') },
  })
  const verify = useChange(
    ({ code }: typeof form.values) =>
      ask('POST /auth/two-factor/verify-totp', { body: { code: code.replaceAll(/\s/g, '') } }),
    {
      refreshes: ['/me', '/auth'],
      onDone: () => {
        sayDone('The second factor is on.')
        onDone()
      },
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => verify.mutate(values))} noValidate>
      <Stack gap="sm">
        <Text>1. Point the camera of the app at this picture.</Text>
        <Box ta="center">
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Box>
        <Text size="sm" c="dimmed">
          No camera? Type this secret into the app instead:
        </Text>
        <CodeLine value={secret} label="Secret" />
        <TextInput
          label="2. The six digits that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Problem error={verify.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={verify.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import { Box, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { encode } from 'uqr'
import type { AnswerOf } from '../../../../src/contract/console/index.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { Problem } from '../../parts/problem.tsx'
import { CodeLine, Note } from '../../parts/text.tsx'
import { t } from '../../text.ts'
import { AskPassword } from './ask-password.tsx'
import { BackupCodes } from './backup-codes.tsx'

type Prepared = AnswerOf<'POST /auth/two-factor/enable'>

/** Steps: password, app, first code, backup codes. Two-factor authentication starts only after a correct first code. */
export function SetUp({ onClose }: { readonly onClose: () => void }) {
  useFocusBack()
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [isVerified, setVerified] = useState(false)
  if (prepared === null)
    return (
      <AskPassword
        title={t.profile.setUpTitle}
        submit={t.profile.continue}
        onClose={onClose}
        change={(password) => ask('POST /auth/two-factor/enable', { body: { password } })}
        onDone={setPrepared}
      >
        <Text>{t.profile.setUpAbout}</Text>
      </AskPassword>
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={isVerified ? t.profile.codesTitle : t.profile.setUpTitle}
      withCloseButton={!isVerified}
      closeOnClickOutside={false}
      closeOnEscape={!isVerified}
      closeButtonProps={{ 'aria-label': t.shared.close }}
    >
      {isVerified ? (
        <BackupCodes codes={prepared.backupCodes} onClose={onClose} />
      ) : (
        <FirstCode uri={prepared.totpURI} onDone={() => setVerified(true)} />
      )}
    </Modal>
  )
}

function FirstCode({ uri, onDone }: { readonly uri: string; readonly onDone: () => void }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (/^\s*\d{3}\s*\d{3}\s*$/.test(value) ? null : t.profile.codeInvalid) },
  })
  const verify = useChange(
    ({ code }: typeof form.values) =>
      ask('POST /auth/two-factor/verify-totp', { body: { code: code.replaceAll(/\s/g, '') } }),
    {
      refreshes: ['/me', '/auth'],
      onDone: () => {
        sayDone(t.profile.turnedOn)
        onDone()
      },
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => verify.mutate(values))} noValidate>
      <Stack gap="sm">
        <Text>{t.profile.scan}</Text>
        <Box ta="center">
          <QrCode text={uri} label={t.profile.qrCode} />
        </Box>
        <Note>{t.profile.noCamera}</Note>
        <CodeLine value={secret} label={t.profile.secret} />
        <TextInput
          label={t.profile.firstCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Problem error={verify.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={verify.isPending}>
            {t.profile.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A QR code. Black on white in dark mode too, because many apps cannot read inverted codes. */
function QrCode({
  text,
  label,
  size = 208,
}: {
  readonly text: string
  readonly label: string
  readonly size?: number
}) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 3 })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

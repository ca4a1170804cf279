import { Checkbox, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../text.ts'
import { Outside, OutsideForm, StepLink } from './outside.tsx'

/** Asks users with two-factor authentication for a code of their app, or for a backup code. */
export function SecondStep({ onDone }: { readonly onDone: () => void }) {
  const [isBackup, setBackup] = useState(false)
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '', trustDevice: false } })
  const route = isBackup ? 'POST /auth/two-factor/verify-backup-code' : 'POST /auth/two-factor/verify-totp'
  const verify = useChange(
    ({ code, trustDevice }: typeof form.values) => ask(route, { body: { code: code.trim(), trustDevice } }),
    { onDone },
  )
  return (
    <Outside title={t.signIn.codeTitle}>
      <OutsideForm
        onSubmit={form.onSubmit((values) => verify.mutate(values))}
        change={verify}
        submit={t.signIn.continue}
        below={
          <StepLink onClick={() => setBackup(!isBackup)}>
            {isBackup ? t.signIn.useApp : t.signIn.useBackupCode}
          </StepLink>
        }
      >
        <Text>{isBackup ? t.signIn.backupIntro : t.signIn.codeIntro}</Text>
        <TextInput
          label={isBackup ? t.signIn.backupCode : t.signIn.code}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoFocus
          required
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Checkbox
          label={t.signIn.trustDevice}
          key={form.key('trustDevice')}
          {...form.getInputProps('trustDevice', { type: 'checkbox' })}
        />
      </OutsideForm>
    </Outside>
  )
}

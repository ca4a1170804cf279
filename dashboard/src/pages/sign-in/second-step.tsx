import { Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { Outside } from './outside.tsx'

/** After the password, where a second factor is on: a code of the authenticator app, or one of the backup codes. */
export function SecondStep({ onDone }: { readonly onDone: () => void }) {
  const [isBackup, setBackup] = useState(false)
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '', trustDevice: false } })
  const route = isBackup ? 'POST /auth/two-factor/verify-backup-code' : 'POST /auth/two-factor/verify-totp'
  const verify = useChange(
    ({ code, trustDevice }: typeof form.values) => ask(route, { body: { code: code.trim(), trustDevice } }),
    { onDone },
  )
  return (
    <Outside title="One more step">
      <form onSubmit={form.onSubmit((values) => verify.mutate(values))}>
        <Stack gap="sm">
          <Text>
            {isBackup
              ? 'Type one of your backup codes. Each works once.'
              : 'Type the six digits that your authenticator app shows.'}
          </Text>
          <TextInput
            label={isBackup ? 'Backup code' : 'Code'}
            inputMode={isBackup ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoFocus
            required
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
          <Checkbox
            label="Ask for no code on this device for 30 days"
            key={form.key('trustDevice')}
            {...form.getInputProps('trustDevice', { type: 'checkbox' })}
          />
          <Problem error={verify.error} />
          <Button type="submit" loading={verify.isPending || verify.isSuccess}>
            Go on
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={() => setBackup(!isBackup)}>
            {isBackup ? 'Use the authenticator app' : 'Use a backup code'}
          </Anchor>
        </Stack>
      </form>
    </Outside>
  )
}

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { sayDone } from '../../parts/done.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/text.tsx'
import { t } from '../../text.ts'
import { AskPassword } from './ask-password.tsx'
import { NewCodes } from './new-codes.tsx'
import { SetUp } from './set-up.tsx'

export function SecondFactor({ isOn }: { readonly isOn: boolean }) {
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section
      title={t.profile.twoFactorTitle}
      about={t.profile.twoFactorAbout}
      action={<Status value={isOn ? 'enabled' : 'off'} />}
    >
      {isOn ? (
        <Group gap="sm">
          <Button variant="default" onClick={() => setOpen('codes')}>
            {t.profile.newCodes}
          </Button>
          <Button variant="default" onClick={() => setOpen('off')}>
            {t.profile.turnOff}
          </Button>
        </Group>
      ) : (
        <Group>
          <Button onClick={() => setOpen('set-up')}>{t.profile.setUp}</Button>
        </Group>
      )}
      {open === 'set-up' && <SetUp onClose={close} />}
      {open === 'codes' && <NewCodes onClose={close} />}
      {open === 'off' && (
        <AskPassword
          title={t.profile.turnOffTitle}
          submit={t.profile.turnOff}
          isDangerous
          onClose={close}
          change={(password) => ask('POST /auth/two-factor/disable', { body: { password } })}
          onDone={() => {
            sayDone(t.profile.turnedOff)
            close()
          }}
        >
          <Text>{t.profile.turnOffAbout}</Text>
        </AskPassword>
      )}
    </Section>
  )
}

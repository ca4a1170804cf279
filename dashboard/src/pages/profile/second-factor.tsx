import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { sayDone } from '../../parts/done.ts'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/text.tsx'
import { AskPassword } from './ask-password.tsx'
import { NewCodes } from './new-codes.tsx'
import { SetUp } from './set-up.tsx'

export function SecondFactor({ isOn }: { readonly isOn: boolean }) {
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section
      title="Second factor"
      about="Besides your password, a code that an app on your phone shows. Whoever finds out your password can’t sign in with it alone."
      action={<Status value={isOn ? 'enabled' : 'off'} />}
    >
      {isOn ? (
        <Group gap="sm">
          <Button variant="default" onClick={() => setOpen('codes')}>
            New backup codes
          </Button>
          <Button variant="default" onClick={() => setOpen('off')}>
            Turn off
          </Button>
        </Group>
      ) : (
        <Group>
          <Button onClick={() => setOpen('set-up')}>Set up</Button>
        </Group>
      )}
      {open === 'set-up' && <SetUp onClose={close} />}
      {open === 'codes' && <NewCodes onClose={close} />}
      {open === 'off' && (
        <AskPassword
          title="Turn off the second factor"
          submit="Turn off"
          isDangerous
          onClose={close}
          change={(password) => ask('POST /auth/two-factor/disable', { body: { password } })}
          onDone={() => {
            sayDone('The second factor is off.')
            close()
          }}
        >
          <Text>
            From then on your password alone is enough to sign in, and your backup codes are good for nothing.
          </Text>
        </AskPassword>
      )}
    </Section>
  )
}

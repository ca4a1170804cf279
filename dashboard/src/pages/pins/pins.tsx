import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PinApp } from '../../../../src/contract/console/otp.ts'
import { useAsk } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { AppDialog } from './app-dialog.tsx'
import { Apps } from './apps.tsx'
import { Blocks } from './blocks.tsx'
import { Requests } from './requests.tsx'

/** One-time PINs: what they are sent for, how many come back, and what is kept from being sent. */
export function PinsPage() {
  const account = useThisAccount()
  /** An application to change, or a new one. */
  const [edited, setEdited] = useState<PinApp | 'new' | null>(null)
  const overview = useAsk(
    'GET /accounts/:account/otp/overview',
    { path: { account: account.id } },
    { everySeconds: 15 },
  )
  return (
    <>
      <PageHead
        title="PINs"
        about="One-time PINs prove that a phone number belongs to whoever typed it. Your program asks for a PIN, the person gets it as a text message, and your program has it verified."
      >
        {mayAs(account, 'member') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            Create application
          </Button>
        )}
      </PageHead>
      <Stack gap={40}>
        <Apps account={account} overview={overview} onChange={setEdited} />
        <Blocks account={account} />
        <Requests account={account} apps={overview.data?.data ?? []} />
      </Stack>
      {edited && <AppDialog account={account} app={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PinApp } from '../../../../src/contract/account/otp.ts'
import { useAsk } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { AppDialog } from './app-dialog.tsx'
import { Apps } from './apps.tsx'
import { Blocks } from './blocks.tsx'
import { Requests } from './requests.tsx'

/** One-time PINs: applications, blocked numbers and requests. */
export function PinsPage() {
  const account = useThisAccount()
  const { data: about } = useAsk('GET /accounts/:account', { path: { account: account.id } })
  const [edited, setEdited] = useState<PinApp | 'new' | null>(null)
  const overview = useAsk('GET /v2/otp/overview', { path: { account: account.id } }, { everySeconds: 15 })
  return (
    <>
      <PageHead title={t.pins.title} about={t.pins.about}>
        {mayAs(account, 'member') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            {t.pins.create}
          </Button>
        )}
      </PageHead>
      <Stack gap={40}>
        <Apps account={account} overview={overview} onChange={setEdited} />
        <Blocks account={account} />
        <Requests account={account} apps={overview.data?.data ?? []} />
      </Stack>
      {edited && about && (
        <AppDialog
          account={account}
          app={edited === 'new' ? null : edited}
          language={about.language}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

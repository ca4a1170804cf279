import { Button, Stack } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { Apps } from './apps.tsx'
import { Blocks } from './blocks.tsx'
import { Requests } from './requests.tsx'

/** One-time PINs: applications, blocked numbers and requests. */
export function PinsPage() {
  const account = useThisAccount()
  const { data: about } = useAsk('GET /accounts/:account', { path: { account: account.id } })
  const mayChange = mayAs(account, 'member')
  const { open } = useDialogs()
  const overview = useAsk('GET /v2/otp/overview', { path: { account: account.id } }, { everySeconds: 15 })
  return (
    <>
      <PageHead title={t.pins.title} about={t.pins.about}>
        {mayChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => open('add')}>
            {t.pins.create}
          </Button>
        )}
      </PageHead>
      <Stack gap={40}>
        <Apps account={account} overview={overview} language={about?.language} />
        <Blocks account={account} />
        <Requests account={account} apps={overview.data?.data ?? []} />
      </Stack>
    </>
  )
}

import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { countryName } from '../../parts/formats.ts'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Note, Status } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { TransferDialog } from './transfer-dialog.tsx'

/** The sub-accounts of an account, with credit transfers to and from them. */
export function SubAccounts({ account }: { readonly account: Account }) {
  return (
    <Stack gap="md">
      <Note maw={680}>{t.credit.subAccounts.about}</Note>
      <ResourceList
        search={t.credit.subAccounts.search}
        label={t.credit.tabs.subAccounts}
        route="GET /accounts/:account/sub-accounts"
        path={{ account: account.id }}
        empty={t.credit.subAccounts.empty}
        columns={[
          {
            label: t.credit.subAccounts.name,
            show: ({ id, name }) => (
              <Anchor component={Link} to={`/accounts/${id}/home`}>
                {name}
              </Anchor>
            ),
          },
          { label: t.credit.subAccounts.id, show: ({ id }) => id, width: 90 },
          { label: t.shared.country, show: ({ country }) => countryName(country), width: 180 },
          {
            label: t.credit.subAccounts.state,
            show: ({ suspendedAt }) => <Status value={suspendedAt === null ? 'active' : 'suspended'} />,
            width: 120,
          },
        ]}
        actionsWidth={140}
        actions={({ name }) => [
          {
            label: t.credit.subAccounts.transfer,
            name: fill(t.credit.subAccounts.transferNamed, { name }),
            dialog: 'transfer',
          },
        ]}
        dialogs={{ transfer: (child, close) => <TransferDialog account={account} child={child} close={close} /> }}
      />
    </Stack>
  )
}

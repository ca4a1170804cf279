import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubAccount } from '../../../../src/contract/console/accounts.ts'
import { useFilters } from '../../parts/filters.ts'
import { countryName } from '../../parts/formats.ts'
import { Listing } from '../../parts/listing.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { TransferDialog } from './transfer-dialog.tsx'

/** The sub-accounts of an account, with credit transfers to and from them. */
export function SubAccounts({ account }: { readonly account: Account }) {
  const [{ q }, setFilters] = useFilters()
  const [chosen, setChosen] = useState<SubAccount | null>(null)
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={680}>
        {t.credit.subAccounts.about}
      </Text>
      <SearchField label={t.credit.subAccounts.search} value={q ?? ''} onChange={(text) => setFilters({ q: text })} />
      <Listing
        label={t.credit.tabs.subAccounts}
        route="GET /accounts/:account/sub-accounts"
        path={{ account: account.id }}
        query={{ q }}
        keyOf={({ id }) => id}
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
          {
            label: t.credit.title,
            show: (child) => (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setChosen(child)}
                aria-label={fill(t.credit.subAccounts.transferNamed, { name: child.name })}
              >
                {t.credit.subAccounts.transfer}
              </Button>
            ),
            width: 140,
          },
        ]}
      />
      {chosen && <TransferDialog account={account} child={chosen} onClose={() => setChosen(null)} />}
    </Stack>
  )
}

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
import { TransferDialog } from './transfer-dialog.tsx'

/** The accounts that this one is the parent of, and the way of credit to and from them. */
export function SubAccounts({ account }: { readonly account: Account }) {
  const [{ q }, setFilters] = useFilters()
  const [chosen, setChosen] = useState<SubAccount | null>(null)
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={680}>
        You have the rights of an owner in these accounts. Their members see neither this account nor each other.
      </Text>
      <SearchField label="Search by name" value={q ?? ''} onChange={(text) => setFilters({ q: text })} />
      <Listing
        label="Sub-accounts"
        route="GET /accounts/:account/sub-accounts"
        path={{ account: account.id }}
        query={{ q }}
        keyOf={({ id }) => id}
        empty="This account has no sub-accounts. Your administrator creates them."
        columns={[
          {
            label: 'Name',
            show: ({ id, name }) => (
              <Anchor component={Link} to={`/accounts/${id}/home`}>
                {name}
              </Anchor>
            ),
          },
          { label: 'Id', show: ({ id }) => id, width: 90 },
          { label: 'Country', show: ({ country }) => countryName(country), width: 180 },
          {
            label: 'State',
            show: ({ suspendedAt }) => <Status value={suspendedAt === null ? 'active' : 'suspended'} />,
            width: 120,
          },
          {
            label: 'Credit',
            show: (child) => (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setChosen(child)}
                aria-label={`Move credit: ${child.name}`}
              >
                Move credit
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

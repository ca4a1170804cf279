import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Transfer } from '../../../../src/contract/console/airtime.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Section } from '../../parts/section.tsx'
import { Amount, When } from '../../parts/text.tsx'
import { EndTransfer } from './airtime-end.tsx'
import { AirtimeProviders } from './airtime-providers.tsx'

/** For operators: transfers that nobody knows the end of, and through whom airtime goes. */
export function AirtimeOperationsPage() {
  const [ended, setEnded] = useState<Transfer | null>(null)
  return (
    <>
      <PageHead
        title="Airtime providers"
        about="Through whom airtime goes, and the transfers for which a provider has not said how they ended."
      />
      <Stack gap={40}>
        <Section
          isBare
          title="Overdue transfers"
          about="A day has passed and the provider has no last word on them. The amount stays held until somebody knows: ask the provider, then end the transfer here."
        >
          <Listing
            label="Overdue transfers"
            route="GET /airtime/overdue"
            keyOf={({ id }) => id}
            everySeconds={30}
            empty="No transfer is overdue."
            columns={[
              { label: 'Sent', show: ({ createdAt }) => <When at={createdAt} />, width: 170 },
              {
                label: 'Account',
                show: ({ accountId }) => (
                  <Anchor component={Link} inherit to={`/accounts/${accountId}/airtime`} underline="always">
                    Account {accountId}
                  </Anchor>
                ),
                width: 120,
              },
              { label: 'Number', show: ({ phone }) => <span className="number">{phone}</span>, width: 150 },
              {
                label: 'Amount',
                show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
                right: true,
                width: 130,
              },
              {
                label: 'Provider',
                show: ({ provider, providerReference }) => (
                  <>
                    {provider}
                    <Text size="sm" c="dimmed">
                      {providerReference ?? 'no reference'}
                    </Text>
                  </>
                ),
              },
              {
                label: 'Change',
                width: 100,
                show: (transfer) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setEnded(transfer)}
                    aria-label={`End transfer ${transfer.id}`}
                  >
                    End…
                  </Button>
                ),
              },
            ]}
          />
        </Section>
        <AirtimeProviders />
      </Stack>
      {ended && <EndTransfer transfer={ended} onClose={() => setEnded(null)} />}
    </>
  )
}

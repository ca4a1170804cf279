import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Transfer } from '../../../../src/contract/console/airtime.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Section } from '../../parts/section.tsx'
import { Amount, When } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { CloseTransfer } from './airtime-close.tsx'
import { AirtimeProviders } from './airtime-providers.tsx'

/** For operators: overdue transfers, and the providers. */
export function AirtimeOperationsPage() {
  const [closing, setClosing] = useState<Transfer | null>(null)
  return (
    <>
      <PageHead title={t.airtimeProviders.title} about={t.airtimeProviders.about} />
      <Stack gap={40}>
        <Section isBare title={t.airtimeProviders.overdue} about={t.airtimeProviders.overdueAbout}>
          <Listing
            label={t.airtimeProviders.overdue}
            route="GET /airtime/overdue"
            keyOf={({ id }) => id}
            everySeconds={30}
            empty={t.airtimeProviders.noOverdue}
            columns={[
              { label: t.airtimeProviders.sent, show: ({ createdAt }) => <When at={createdAt} />, width: 170 },
              {
                label: t.airtimeProviders.account,
                show: ({ accountId }) => (
                  <Anchor component={Link} inherit to={`/accounts/${accountId}/airtime`} underline="always">
                    {fill(t.airtimeProviders.accountNumbered, { id: accountId })}
                  </Anchor>
                ),
                width: 120,
              },
              {
                label: t.airtimeProviders.number,
                show: ({ phone }) => <span className="number">{phone}</span>,
                width: 150,
              },
              {
                label: t.airtimeProviders.amount,
                show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
                right: true,
                width: 130,
              },
              {
                label: t.airtimeProviders.provider,
                show: ({ provider, providerReference }) => (
                  <>
                    {provider}
                    <Text size="sm" c="dimmed">
                      {providerReference ?? t.airtimeProviders.noReference}
                    </Text>
                  </>
                ),
              },
              {
                label: t.airtimeProviders.actions,
                width: 100,
                show: (transfer) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setClosing(transfer)}
                    aria-label={fill(t.airtimeProviders.closeNumbered, { id: transfer.id })}
                  >
                    {t.airtimeProviders.close}
                  </Button>
                ),
              },
            ]}
          />
        </Section>
        <AirtimeProviders />
      </Stack>
      {closing && <CloseTransfer transfer={closing} onClose={() => setClosing(null)} />}
    </>
  )
}

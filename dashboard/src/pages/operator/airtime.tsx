import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Transfer } from '../../../../src/contract/account/airtime.ts'
import { t } from '../../operator-text.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Amount, When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'
import { CloseTransfer } from './airtime-close.tsx'

/** For operators: overdue transfers of all accounts. */
export function AirtimeOperationsPage() {
  const [closing, setClosing] = useState<Transfer | null>(null)
  return (
    <>
      <PageHead title={t.overdueAirtime.title} about={t.overdueAirtime.about}>
        <Anchor component={Link} to="/operator/providers" search={{ product: 'airtime' } as never} underline="always">
          {t.overdueAirtime.providers}
        </Anchor>
      </PageHead>
      <Listing
        label={t.overdueAirtime.title}
        route="GET /airtime/overdue"
        keyOf={({ id }) => id}
        everySeconds={30}
        empty={t.overdueAirtime.noOverdue}
        columns={[
          { label: t.overdueAirtime.sent, show: ({ createdAt }) => <When at={createdAt} />, width: 170 },
          {
            label: t.overdueAirtime.account,
            show: ({ accountId }) => (
              <Anchor component={Link} inherit to={`/accounts/${accountId}/airtime`} underline="always">
                {fill(t.overdueAirtime.accountNumbered, { id: accountId })}
              </Anchor>
            ),
            width: 120,
          },
          {
            label: t.overdueAirtime.number,
            show: ({ phone, accountId }) => <Phone of={phone} account={accountId} />,
            width: 150,
          },
          {
            label: t.overdueAirtime.amount,
            show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
            right: true,
            width: 130,
          },
          {
            label: t.overdueAirtime.provider,
            show: ({ provider, providerReference }) => (
              <>
                {provider}
                <Text size="sm" c="dimmed">
                  {providerReference ?? t.overdueAirtime.noReference}
                </Text>
              </>
            ),
          },
          {
            label: t.overdueAirtime.actions,
            width: 100,
            show: (transfer) => (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setClosing(transfer)}
                aria-label={fill(t.overdueAirtime.closeNumbered, { id: transfer.id })}
              >
                {t.overdueAirtime.close}
              </Button>
            ),
          },
        ]}
      />
      {closing && <CloseTransfer transfer={closing} onClose={() => setClosing(null)} />}
    </>
  )
}

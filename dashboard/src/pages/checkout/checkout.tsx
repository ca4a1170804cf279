import { Button, Group, Stack } from '@mantine/core'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { pageParameter, useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { NumberField } from '../../parts/number-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Amount, Status, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { SessionDialog } from './session-dialog.tsx'

const statuses = Object.entries(t.checkout.statuses)

export function CheckoutPage() {
  const account = useThisAccount()
  const [filters, setFilters] = useFilters()
  const { status, session, number } = filters
  const page = pageParameter('checkout')
  /** Keeps the page of the list. */
  const open = (id?: number) =>
    setFilters({ session: id === undefined ? undefined : String(id), [page]: filters[page] })
  return (
    <>
      <PageHead title={t.checkout.title} about={t.checkout.about} />
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          <NumberField label={t.checkout.payer} value={number} onChange={(text) => setFilters({ number: text })} />
          <ChoiceFilter label={t.checkout.status} name="status" choices={statuses} all={t.checkout.allSessions} />
        </Group>
        <Listing
          label={t.checkout.sessions}
          route="GET /v2/checkout"
          path={{ account: account.id }}
          query={{ status, number }}
          keyOf={({ id }) => id}
          everySeconds={5}
          empty={t.checkout.empty}
          columns={[
            { label: t.checkout.created, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
            { label: t.checkout.reference, show: ({ referenceNumber }) => referenceNumber },
            {
              label: t.checkout.amount,
              show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
              right: true,
              width: 150,
            },
            {
              label: t.checkout.status,
              show: ({ status: state }) => <Status value={state} text={t.checkout.statuses[state]} />,
              width: 120,
            },
            {
              label: t.checkout.payer,
              show: ({ phone }) => (phone === null ? '–' : <Phone of={phone} />),
              width: 150,
            },
            { label: t.checkout.ended, show: ({ endedAt }) => <When at={endedAt} />, width: 180 },
            {
              label: t.checkout.more,
              width: 100,
              show: ({ id, referenceNumber }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => open(id)}
                  aria-label={fill(t.checkout.detailsOf, { reference: referenceNumber })}
                >
                  {t.checkout.details}
                </Button>
              ),
            },
          ]}
        />
      </Stack>
      {session !== undefined && <SessionDialog account={account} id={session} onClose={() => open()} />}
    </>
  )
}

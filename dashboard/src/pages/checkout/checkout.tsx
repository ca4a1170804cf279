import { Button, Stack } from '@mantine/core'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Amount, Status, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { SessionDialog } from './session-dialog.tsx'

const statuses = [
  ['open', 'Open'],
  ['paid', 'Paid'],
  ['cancelled', 'Cancelled'],
  ['expired', 'Expired'],
] as const

/** Payments that were asked for, and what became of them. */
export function CheckoutPage() {
  const account = useThisAccount()
  const [{ status, session }, setFilters] = useFilters()
  return (
    <>
      <PageHead
        title="Checkout"
        about="Payments on a page that Ngoma hosts. Your shop opens a session over the API and sends the payer to its page; here you see what became of each."
      />
      <Stack gap="md">
        <ChoiceFilter label="Status" name="status" choices={statuses} all="All sessions" />
        <Listing
          label="Checkout sessions"
          route="GET /accounts/:account/checkout"
          path={{ account: account.id }}
          query={{ status }}
          keyOf={({ id }) => id}
          everySeconds={5}
          empty="Nobody was asked to pay yet. A session begins when your shop calls GET /v1/checkout; API setup has the keys for that."
          columns={[
            { label: 'Opened', show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
            { label: 'Reference', show: ({ referenceNumber }) => referenceNumber },
            {
              label: 'Amount',
              show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
              right: true,
              width: 150,
            },
            { label: 'Status', show: ({ status: state }) => <Status value={state} />, width: 120 },
            {
              label: 'Payer',
              show: ({ phone }) => (phone === null ? '–' : <span className="number">{phone}</span>),
              width: 150,
            },
            { label: 'Ended', show: ({ endedAt }) => <When at={endedAt} />, width: 180 },
            {
              label: 'More',
              width: 100,
              show: ({ id, referenceNumber }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setFilters({ session: String(id) })}
                  aria-label={`Details of ${referenceNumber}`}
                >
                  Details
                </Button>
              ),
            },
          ]}
        />
      </Stack>
      {session !== undefined && (
        <SessionDialog account={account} id={session} onClose={() => setFilters({ session: undefined })} />
      )}
    </>
  )
}

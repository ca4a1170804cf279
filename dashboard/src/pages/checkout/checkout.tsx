import { useDialogs } from '../../parts/dialogs.ts'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { NumberField } from '../../parts/number-field.tsx'
import { Phone } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { amountColumn, Status, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { SessionDialog } from './session-dialog.tsx'

const statuses = Object.entries(t.checkout.statuses)

export function CheckoutPage() {
  const account = useThisAccount()
  const [{ status, number }, setFilters] = useFilters()
  const { name, id, close } = useDialogs()
  return (
    <>
      <ResourcePage
        route="GET /v2/checkout"
        path={{ account: account.id }}
        query={{ status, number }}
        title={t.checkout.title}
        label={t.checkout.sessions}
        about={t.checkout.about}
        filters={
          <>
            <NumberField label={t.checkout.payer} value={number} onChange={(text) => setFilters({ number: text })} />
            <ChoiceFilter label={t.checkout.status} name="status" choices={statuses} all={t.checkout.allSessions} />
          </>
        }
        everySeconds={5}
        empty={t.checkout.empty}
        columns={[
          { label: t.checkout.created, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: t.checkout.reference, show: ({ referenceNumber }) => referenceNumber },
          amountColumn(t.checkout.amount, 150),
          {
            label: t.checkout.status,
            show: ({ status: state }) => <Status value={state} text={t.checkout.statuses[state]} />,
            width: 120,
          },
          { label: t.checkout.payer, show: ({ phone }) => (phone === null ? '–' : <Phone of={phone} />), width: 150 },
          { label: t.checkout.ended, show: ({ endedAt }) => <When at={endedAt} />, width: 180 },
        ]}
        actionsWidth={100}
        actions={({ referenceNumber }) => [
          {
            label: t.checkout.details,
            name: fill(t.checkout.detailsOf, { reference: referenceNumber }),
            dialog: 'session',
          },
        ]}
      />
      {/* A link may open a session of another page of the list. */}
      {name === 'session' && <SessionDialog account={account} id={id} onClose={close} />}
    </>
  )
}

import { Group, Text } from '@mantine/core'
import type { Transfer } from '../../../../src/contract/account/airtime.ts'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { capitalised } from '../../parts/hint.ts'
import { NumberField } from '../../parts/number-field.tsx'
import { Phone } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { amountColumn, Note, Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { AirtimeCredit } from './airtime-credit.tsx'
import { SendAirtime } from './send-airtime.tsx'

const states = Object.entries(t.airtime.states)

export function AirtimePage() {
  const account = useThisAccount()
  const [{ state, number }, setFilters] = useFilters()
  const maySend = mayAs(account, 'member')
  return (
    <ResourcePage
      route="GET /v2/airtime"
      path={{ account: account.id }}
      query={{ state, number }}
      title={t.airtime.title}
      label={t.airtime.transfers}
      about={t.airtime.about}
      filters={
        <Group justify="space-between" align="flex-end" gap="md" flex={1}>
          <Group align="flex-end" gap="sm">
            <NumberField label={t.airtime.number} value={number} onChange={(text) => setFilters({ number: text })} />
            <ChoiceFilter label={t.airtime.state} name="state" choices={states} all={t.airtime.allTransfers} />
          </Group>
          <AirtimeCredit account={account} />
        </Group>
      }
      everySeconds={3}
      empty={maySend ? t.airtime.emptyMember : t.airtime.empty}
      columns={[
        { label: t.airtime.sent, show: ({ createdAt }) => <When at={createdAt} />, width: 170 },
        { label: t.airtime.number, show: ({ phone }) => <Phone of={phone} />, width: 150 },
        amountColumn(t.airtime.amount, 130),
        { label: t.airtime.state, show: (transfer) => <TransferState transfer={transfer} /> },
        {
          label: t.airtime.reference,
          show: ({ referenceId }) => (
            <Text size="sm" lineClamp={2} maw={260} title={referenceId}>
              {referenceId}
            </Text>
          ),
        },
        { label: t.airtime.provider, show: (transfer) => <Provider transfer={transfer} />, width: 160 },
      ]}
      mayChange={maySend}
      add={t.airtime.send}
      mayEdit={false}
      form={(_, close) => <SendAirtime account={account} close={close} />}
    />
  )
}

/** The state and its reason. */
function TransferState({ transfer: { state, reason, overdueAt } }: { readonly transfer: Transfer }) {
  const text = overdueAt !== null && state === 'submitted' ? t.airtime.overdue : reason
  return (
    <>
      <Status value={state} text={t.airtime.states[state]} />
      {text && <Note mt={2}>{capitalised(text)}</Note>}
    </>
  )
}

function Provider({ transfer: { provider, providerReference } }: { readonly transfer: Transfer }) {
  return (
    <>
      {provider}
      {providerReference !== null && <Note>{providerReference}</Note>}
    </>
  )
}

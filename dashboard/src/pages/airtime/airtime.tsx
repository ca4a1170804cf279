import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Transfer } from '../../../../src/contract/account/airtime.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { NumberField } from '../../parts/number-field.tsx'
import { useAddInAddress } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Amount, Status, When } from '../../parts/text.tsx'
import { capitalised } from '../../parts/words.ts'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { AirtimeCredit } from './airtime-credit.tsx'
import { SendAirtime } from './send-airtime.tsx'

const states = Object.entries(t.airtime.states)

export function AirtimePage() {
  const account = useThisAccount()
  const [{ state, number }, setFilters] = useFilters()
  const [isSending, setSending] = useState(false)
  const maySend = mayAs(account, 'member')
  useAddInAddress(maySend, () => setSending(true))
  return (
    <>
      <PageHead title={t.airtime.title} about={t.airtime.about}>
        {maySend && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setSending(true)}>
            {t.airtime.send}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="md">
          <Group align="flex-end" gap="sm">
            <NumberField label={t.airtime.number} value={number} onChange={(text) => setFilters({ number: text })} />
            <ChoiceFilter label={t.airtime.state} name="state" choices={states} all={t.airtime.allTransfers} />
          </Group>
          <AirtimeCredit account={account} />
        </Group>
        <Listing
          label={t.airtime.transfers}
          route="GET /v2/airtime"
          path={{ account: account.id }}
          query={{ state, number }}
          keyOf={({ id }) => id}
          everySeconds={3}
          empty={maySend ? t.airtime.emptyMember : t.airtime.empty}
          columns={[
            { label: t.airtime.sent, show: ({ createdAt }) => <When at={createdAt} />, width: 170 },
            { label: t.airtime.number, show: ({ phone }) => <Phone of={phone} />, width: 150 },
            {
              label: t.airtime.amount,
              show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
              right: true,
              width: 130,
            },
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
        />
      </Stack>
      <SendAirtime account={account} isOpen={isSending} onClose={() => setSending(false)} />
    </>
  )
}

/** The state and its reason. */
function TransferState({ transfer: { state, reason, overdueAt } }: { readonly transfer: Transfer }) {
  const text = overdueAt !== null && state === 'submitted' ? t.airtime.overdue : reason
  return (
    <>
      <Status value={state} text={t.airtime.states[state]} />
      {text && (
        <Text size="sm" c="dimmed" mt={2}>
          {capitalised(text)}
        </Text>
      )}
    </>
  )
}

function Provider({ transfer: { provider, providerReference } }: { readonly transfer: Transfer }) {
  return (
    <>
      {provider}
      {providerReference !== null && (
        <Text size="sm" c="dimmed">
          {providerReference}
        </Text>
      )}
    </>
  )
}

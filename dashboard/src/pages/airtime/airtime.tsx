import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Transfer } from '../../../../src/contract/console/airtime.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Amount, Status, When } from '../../parts/text.tsx'
import { capitalised } from '../../parts/words.ts'
import { mayAs, useThisAccount } from '../../session.tsx'
import { AirtimeCredit } from './airtime-credit.tsx'
import { SendAirtime } from './send-airtime.tsx'

const states = [
  ['accepted', 'Accepted'],
  ['submitted', 'With the provider'],
  ['successful', 'Successful'],
  ['failed', 'Failed'],
] as const

/** Phones that were topped up, and a dialog that tops one up. */
export function AirtimePage() {
  const account = useThisAccount()
  const [{ state }] = useFilters()
  const [isSending, setSending] = useState(false)
  const maySend = mayAs(account, 'member')
  return (
    <>
      <PageHead
        title="Airtime"
        about="Top up phones from your airtime credit. What can’t be delivered is given back to your credit."
      >
        {maySend && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setSending(true)}>
            Send airtime
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="md">
          <ChoiceFilter label="State" name="state" choices={states} all="All transfers" />
          <AirtimeCredit account={account} />
        </Group>
        <Listing
          label="Airtime transfers"
          route="GET /accounts/:account/airtime"
          path={{ account: account.id }}
          query={{ state }}
          keyOf={({ id }) => id}
          everySeconds={3}
          empty={`No airtime was sent yet. ${maySend ? 'Press “Send airtime” to top up the first phone.' : 'Members of the account can send some.'}`}
          columns={[
            { label: 'Sent', show: ({ createdAt }) => <When at={createdAt} />, width: 170 },
            { label: 'Number', show: ({ phone }) => <span className="number">{phone}</span>, width: 150 },
            {
              label: 'Amount',
              show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
              right: true,
              width: 130,
            },
            { label: 'State', show: (transfer) => <Standing transfer={transfer} /> },
            {
              label: 'Reference',
              show: ({ referenceId }) => (
                <Text size="sm" lineClamp={2} maw={260} title={referenceId}>
                  {referenceId}
                </Text>
              ),
            },
            { label: 'Provider', show: (transfer) => <Provider transfer={transfer} />, width: 160 },
          ]}
        />
      </Stack>
      <SendAirtime account={account} isOpen={isSending} onClose={() => setSending(false)} />
    </>
  )
}

/** The state, and what there is to say about it. */
function Standing({ transfer: { state, reason, overdueAt } }: { readonly transfer: Transfer }) {
  const words =
    overdueAt !== null && state === 'submitted'
      ? 'The provider has not said what became of it. Your operator is looking into it.'
      : reason
  return (
    <>
      <Status value={state === 'submitted' ? 'in progress' : state} />
      {words && (
        <Text size="sm" c="dimmed" mt={2}>
          {capitalised(words)}
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

import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Payment } from '../../../../src/contract/console/payments.ts'
import { t } from '../../operator-text.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Amount, Status, When } from '../../parts/text.tsx'
import { capitalised } from '../../parts/words.ts'
import { fill } from '../../text.ts'
import { EndPayment, RefundPayment } from './payment-dialogs.tsx'

const lists = Object.entries(t.payments.lists)

/** For operators: payments of all accounts. */
export function PaymentsPage() {
  const [{ list }] = useFilters()
  const [ending, setEnding] = useState<Payment | null>(null)
  const [refunding, setRefunding] = useState<Payment | null>(null)
  return (
    <>
      <PageHead title={t.payments.title} about={t.payments.about}>
        <Anchor component={Link} to="/operator/providers" search={{ product: 'payments' } as never} underline="always">
          {t.payments.providers}
        </Anchor>
      </PageHead>
      <Stack gap="md">
        <ChoiceFilter label={t.payments.list} name="list" choices={lists} all={t.payments.all} />
        <Listing
          label={t.payments.title}
          route="GET /payments"
          query={{ list: list === '' ? undefined : list }}
          keyOf={({ id }) => id}
          everySeconds={10}
          empty={t.payments.empty}
          columns={[
            { label: t.payments.started, show: ({ startedAt }) => <When at={startedAt} />, width: 170 },
            {
              label: t.payments.account,
              show: ({ accountId }) => (
                <Anchor component={Link} inherit to={`/accounts/${accountId}/checkout`} underline="always">
                  {fill(t.payments.accountNumbered, { id: accountId })}
                </Anchor>
              ),
              width: 120,
            },
            {
              label: t.payments.payer,
              show: ({ phone, accountId }) =>
                phone === null ? t.payments.noNumber : <Phone of={phone} account={accountId} />,
              width: 150,
            },
            {
              label: t.payments.amount,
              show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
              right: true,
              width: 130,
            },
            { label: t.payments.provider, show: (payment) => <Provider payment={payment} /> },
            { label: t.payments.state, show: (payment) => <PaymentState payment={payment} /> },
            {
              label: t.payments.actions,
              width: 160,
              show: (payment) => (
                <Action payment={payment} onEnd={() => setEnding(payment)} onRefund={() => setRefunding(payment)} />
              ),
            },
          ]}
        />
      </Stack>
      {ending && <EndPayment payment={ending} onClose={() => setEnding(null)} />}
      {refunding && <RefundPayment payment={refunding} onClose={() => setRefunding(null)} />}
    </>
  )
}

function Provider({ payment: { provider, paymentId, receipt } }: { readonly payment: Payment }) {
  return (
    <>
      {provider}
      <Text size="sm" c="dimmed">
        {receipt === null ? paymentId : `${paymentId} · ${fill(t.payments.receipt, { receipt })}`}
      </Text>
    </>
  )
}

function PaymentState({ payment }: { readonly payment: Payment }) {
  const { state, endedAt, unknownAt, refund, reason, refundedBy, refundNote } = payment
  const shown = endedAt === null && unknownAt !== null ? 'unknown' : state
  const text =
    refund === 'done' ? fill(t.payments.refundedBy, { name: refundedBy ?? '', note: refundNote ?? '' }) : reason
  return (
    <>
      <Status
        value={shown}
        text={t.payments.states[shown]}
        colour={({ paid: 'green', failed: 'red', unknown: 'yellow' } as const)[shown as 'paid'] ?? 'blue'}
      />{' '}
      {refund !== null && (
        <Status value={refund} text={t.payments.refund[refund]} colour={refund === 'due' ? 'red' : 'green'} />
      )}
      {text && (
        <Text size="sm" c="dimmed" mt={2} maw={320}>
          {capitalised(text)}
        </Text>
      )}
    </>
  )
}

interface ActionProps {
  readonly payment: Payment
  readonly onEnd: () => void
  readonly onRefund: () => void
}

function Action({ payment: { id, endedAt, refund }, onEnd, onRefund }: ActionProps) {
  if (endedAt === null)
    return (
      <Button size="compact-sm" variant="default" onClick={onEnd} aria-label={fill(t.payments.endNumbered, { id })}>
        {t.payments.end}
      </Button>
    )
  return refund === 'due' ? (
    <Button
      size="compact-sm"
      variant="default"
      onClick={onRefund}
      aria-label={fill(t.payments.refundedNumbered, { id })}
    >
      {t.payments.markRefunded}
    </Button>
  ) : null
}

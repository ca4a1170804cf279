import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Payment } from '../../../../src/contract/console/payments.ts'
import { t } from '../../operator-text.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { showAmount } from '../../parts/formats.ts'
import { capitalised } from '../../parts/hint.ts'
import { Phone } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { amountColumn, Note, Status, TextLink, When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'

const lists = Object.entries(t.payments.lists)

/** For operators: payments of all accounts. */
export function PaymentsPage() {
  const [{ list }] = useFilters()
  return (
    <ResourcePage
      route="GET /payments"
      query={{ list: list === '' ? undefined : list }}
      title={t.payments.title}
      about={t.payments.about}
      buttons={
        <Anchor component={Link} to="/operator/providers" search={{ product: 'payments' } as never} underline="always">
          {t.payments.providers}
        </Anchor>
      }
      filters={<ChoiceFilter label={t.payments.list} name="list" choices={lists} all={t.payments.all} />}
      everySeconds={10}
      empty={t.payments.empty}
      columns={[
        { label: t.payments.started, show: ({ startedAt }) => <When at={startedAt} />, width: 170 },
        {
          label: t.payments.account,
          show: ({ accountId }) => (
            <TextLink to={`/accounts/${accountId}/checkout`}>
              {fill(t.payments.accountNumbered, { id: accountId })}
            </TextLink>
          ),
          width: 120,
        },
        {
          label: t.payments.payer,
          show: ({ phone, accountId }) =>
            phone === null ? t.payments.noNumber : <Phone of={phone} account={accountId} />,
          width: 150,
        },
        amountColumn(t.payments.amount, 130),
        { label: t.payments.provider, show: (payment) => <Provider payment={payment} /> },
        { label: t.payments.state, show: (payment) => <PaymentState payment={payment} /> },
      ]}
      actionsWidth={160}
      actions={({ id, endedAt, refund }) => [
        endedAt === null && { label: t.payments.end, name: fill(t.payments.endNumbered, { id }), dialog: 'end' },
        endedAt !== null &&
          refund === 'due' && {
            label: t.payments.markRefunded,
            name: fill(t.payments.refundedNumbered, { id }),
            dialog: 'refund',
          },
      ]}
      dialogs={{
        end: (payment, close) => <EndPayment payment={payment} close={close} />,
        refund: (payment, close) => <RefundPayment payment={payment} close={close} />,
      }}
    />
  )
}

interface PaymentDialogProps {
  readonly payment: Payment
  readonly close: () => unknown
}

/** Ends a payment whose result the provider reported outside of its API. */
function EndPayment({ payment: { id, accountId, amount, currency, provider }, close }: PaymentDialogProps) {
  const { outcomes, outcomeAbout } = t.payments
  return (
    <EditDialog
      route="POST /payments/:payment/end"
      path={{ payment: id }}
      title={fill(t.payments.endNumbered, { id })}
      submit={t.payments.endPayment}
      isDangerous
      about={<Text size="sm">{fill(t.payments.endAbout, { amount: showAmount(amount, currency), provider })}</Text>}
      values={{ as: null as string | null, reason: '' }}
      fields={{
        as: {
          label: t.payments.outcome,
          missing: t.payments.outcomeMissing,
          choices: { paid: [outcomes.paid, outcomeAbout.paid], failed: [outcomes.failed, outcomeAbout.failed] },
        },
        reason: { label: t.payments.reason, help: t.payments.reasonAbout, missing: t.payments.reasonMissing },
      }}
      refreshes={[`/accounts/${accountId}`]}
      close={close}
      done={fill(t.payments.ended, { id })}
    />
  )
}

function RefundPayment({ payment: { id, accountId, amount, currency }, close }: PaymentDialogProps) {
  return (
    <EditDialog
      route="POST /payments/:payment/refunded"
      path={{ payment: id }}
      title={fill(t.payments.refundedNumbered, { id })}
      submit={t.payments.markRefunded}
      about={<Text size="sm">{fill(t.payments.refundAbout, { amount: showAmount(amount, currency) })}</Text>}
      values={{ note: '' }}
      fields={{ note: { label: t.payments.note, help: t.payments.noteAbout, missing: t.payments.noteMissing } }}
      refreshes={[`/accounts/${accountId}`]}
      close={close}
      done={fill(t.payments.refundNoted, { id })}
    />
  )
}

function Provider({ payment: { provider, paymentId, receipt } }: { readonly payment: Payment }) {
  return (
    <>
      {provider}
      <Note>{receipt === null ? paymentId : `${paymentId} · ${fill(t.payments.receipt, { receipt })}`}</Note>
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
        <Note mt={2} maw={320}>
          {capitalised(text)}
        </Note>
      )}
    </>
  )
}

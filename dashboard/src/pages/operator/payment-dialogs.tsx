import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { BodyOf } from '../../../../src/contract/console/index.ts'
import type { Payment } from '../../../../src/contract/console/payments.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { showAmount } from '../../parts/formats.ts'
import { fill } from '../../text.ts'

const outcomes = ['paid', 'failed'] as const

interface PaymentDialogProps {
  readonly payment: Payment
  readonly onClose: () => void
}

const refreshedBy = ({ accountId }: Payment) => ['/payments', `/accounts/${accountId}`]

/** Ends a payment whose result the provider reported outside of its API. */
export function EndPayment({ payment, onClose }: PaymentDialogProps) {
  const form = useForm({
    initialValues: { as: null as (typeof outcomes)[number] | null, reason: '' },
    validate: {
      as: (value) => (value === null ? t.payments.outcomeMissing : null),
      reason: (value) => (value.trim() === '' ? t.payments.reasonMissing : null),
    },
  })
  const end = useChange(
    (body: BodyOf<'POST /payments/:payment/end'>) =>
      ask('POST /payments/:payment/end', { path: { payment: payment.id }, body }),
    {
      refreshes: refreshedBy(payment),
      onDone: () => {
        sayDone(fill(t.payments.ended, { id: payment.id }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.payments.endNumbered, { id: payment.id })}
      isOpen
      onClose={onClose}
      change={end}
      submit={t.payments.endPayment}
      isDangerous
      onSubmit={form.onSubmit(({ as, reason }) => {
        if (as !== null) end.mutate({ as, reason: reason.trim() })
      })}
    >
      <Text size="sm">
        {fill(t.payments.endAbout, {
          amount: showAmount(payment.amount, payment.currency),
          provider: payment.provider,
        })}
      </Text>
      <Radio.Group label={t.payments.outcome} required {...form.getInputProps('as')}>
        <Stack gap="xs" mt="xs">
          {outcomes.map((outcome) => (
            <Radio
              key={outcome}
              value={outcome}
              label={t.payments.outcomes[outcome]}
              description={t.payments.outcomeAbout[outcome]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t.payments.reason}
        description={t.payments.reasonAbout}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

export function RefundPayment({ payment, onClose }: PaymentDialogProps) {
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (value) => (value.trim() === '' ? t.payments.noteMissing : null) },
  })
  const refund = useChange(
    (body: BodyOf<'POST /payments/:payment/refunded'>) =>
      ask('POST /payments/:payment/refunded', { path: { payment: payment.id }, body }),
    {
      refreshes: refreshedBy(payment),
      onDone: () => {
        sayDone(fill(t.payments.refundNoted, { id: payment.id }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.payments.refundedNumbered, { id: payment.id })}
      isOpen
      onClose={onClose}
      change={refund}
      submit={t.payments.markRefunded}
      onSubmit={form.onSubmit(({ note }) => refund.mutate({ note: note.trim() }))}
    >
      <Text size="sm">{fill(t.payments.refundAbout, { amount: showAmount(payment.amount, payment.currency) })}</Text>
      <TextInput
        label={t.payments.note}
        description={t.payments.noteAbout}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

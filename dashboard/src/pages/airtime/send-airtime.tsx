import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { showAmount } from '../../parts/formats.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { useAirtimeBalance } from './airtime-credit.tsx'

interface SendAirtimeProps {
  readonly account: Account
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Stays mounted while it is closed, so that its values and its idempotency key survive. */
export function SendAirtime({ account, isOpen, onClose }: SendAirtimeProps) {
  const balance = useAirtimeBalance(account)
  const showPhone = usePhoneText()
  const form = useForm({
    initialValues: { phone: '', amount: '', reference: '' },
    validate: {
      phone: (value) => (value.trim() === '' ? t.airtime.form.numberRequired : null),
      amount: (value) => (/^\s*\d+(\.\d{1,2})?\s*$/.test(value) ? null : t.airtime.form.amountInvalid),
    },
  })
  const { phone, amount, reference } = form.values
  const body = {
    phone: phone.trim(),
    amount: amount.trim(),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
  }
  const path = `${account.path}/airtime`
  const send = () => ask('POST /v2/airtime', { path: { account: account.id }, body }, { headers: onceKey(path, body) })
  const transfer = useChange(send, {
    refreshes: ['airtime', 'balances', 'statement'].map((part) => `${account.path}/${part}`),
    onDone: (accepted) => {
      forgetOnceKey(path)
      sayDone(
        fill(t.airtime.form.done, {
          amount: showAmount(accepted.amount, accepted.currency),
          phone: showPhone(accepted.phone),
        }),
      )
      form.reset()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t.airtime.send}
      isOpen={isOpen}
      onClose={onClose}
      change={transfer}
      submit={t.airtime.send}
      onSubmit={form.onSubmit(() => transfer.mutate(undefined))}
    >
      <TextInput
        label={t.airtime.number}
        description={t.airtime.form.numberHelp}
        inputMode="tel"
        required
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <TextInput
        label={t.airtime.amount}
        description={
          balance === null
            ? t.airtime.form.amountHelp
            : fill(t.airtime.form.amountAvailable, { amount: showAmount(balance.available, balance.currency) })
        }
        rightSection={
          balance && (
            <Text size="sm" c="dimmed">
              {balance.currency}
            </Text>
          )
        }
        rightSectionWidth={56}
        inputMode="decimal"
        required
        {...form.getInputProps('amount')}
      />
      <TextInput
        label={t.airtime.reference}
        description={t.airtime.form.referenceHelp}
        maxLength={64}
        {...form.getInputProps('reference')}
      />
    </FormDialog>
  )
}

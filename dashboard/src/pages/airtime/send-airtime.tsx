import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showAmount } from '../../../../src/values/amount.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import type { Account } from '../../session.tsx'
import { useAirtimeBalance } from './airtime-credit.tsx'

interface SendAirtimeProps {
  readonly account: Account
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * Stays there while it is closed: who closes it by mistake, or to look at the list, finds what they typed, and still
 * pays once.
 */
export function SendAirtime({ account, isOpen, onClose }: SendAirtimeProps) {
  const balance = useAirtimeBalance(account)
  const form = useForm({
    initialValues: { phone: '', amount: '', reference: '' },
    validate: {
      phone: (value) => (value.trim() === '' ? 'Say which number the airtime is for.' : null),
      amount: (value) => (/^\s*\d+(\.\d{1,2})?\s*$/.test(value) ? null : 'An amount is a number such as 500 or 10.50.'),
    },
  })
  const { phone, amount, reference } = form.values
  const body = {
    phone: phone.trim(),
    amount: amount.trim(),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
  }
  const path = `${account.path}/airtime`
  const send = () =>
    ask('POST /accounts/:account/airtime', { path: { account: account.id }, body }, { headers: onceKey(path, body) })
  const transfer = useChange(send, {
    refreshes: ['airtime', 'balances', 'statement'].map((part) => `${account.path}/${part}`),
    onDone: (accepted) => {
      forgetOnceKey(path)
      sayDone(`${showAmount(accepted.amount)} ${accepted.currency} are on their way to ${accepted.phone}.`)
      form.reset()
      onClose()
    },
  })
  return (
    <FormDialog
      title="Send airtime"
      isOpen={isOpen}
      onClose={onClose}
      change={transfer}
      submit="Send airtime"
      onSubmit={form.onSubmit(() => transfer.mutate(undefined))}
    >
      <TextInput
        label="Number"
        description="In international format, such as 255712345678."
        inputMode="tel"
        required
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <TextInput
        label="Amount"
        description={
          balance === null
            ? 'Taken from your airtime credit.'
            : `Taken from your airtime credit: you have ${showAmount(balance.available)} ${balance.currency}.`
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
        label="Reference"
        description="If you like, your own name for this transfer, such as an order. Each can be used once."
        maxLength={64}
        {...form.getInputProps('reference')}
      />
    </FormDialog>
  )
}

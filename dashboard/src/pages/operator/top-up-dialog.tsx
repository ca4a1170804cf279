import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Balance } from '../../../../src/contract/console/balance.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Amount } from '../../parts/text.tsx'

/** Credit is given, or taken back with an amount below zero. */
export function TopUpDialog({
  accountId,
  balance,
  onClose,
}: {
  readonly accountId: string
  readonly balance: Balance
  readonly onClose: () => void
}) {
  const { product, currency, available } = balance
  const form = useForm({
    initialValues: { amount: '', note: '' },
    validate: {
      amount: (text) => (parseMoney(text.trim()) ? null : 'An amount such as 50000 or 50000.50, and not zero'),
    },
  })
  const place = `/accounts/${accountId}/credit/${product}`
  const topUp = useChange(
    ({ amount, note }: typeof form.values) => {
      const body = { product, amount: amount.trim(), note }
      return ask(
        'POST /accounts/:account/credit',
        { path: { account: accountId }, body },
        { headers: onceKey(place, body) },
      )
    },
    {
      refreshes: [`/accounts/${accountId}`],
      onDone: () => {
        forgetOnceKey(place)
        sayDone('The credit is changed.')
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={`Top up ${product}`}
      isOpen
      onClose={onClose}
      change={topUp}
      submit="Top up"
      onSubmit={form.onSubmit((values) => topUp.mutate(values))}
    >
      <Text size="sm">
        It has <Amount value={available} currency={currency} />. An amount below zero takes credit away.
      </Text>
      <TextInput label={`Amount in ${currency}`} inputMode="decimal" required {...form.getInputProps('amount')} />
      <TextInput
        label="Note"
        description="What it is for: an invoice, a payment. It stands in the statement."
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

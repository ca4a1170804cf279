import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { showAmount } from '../../parts/formats.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { productName } from '../../parts/products.ts'
import { fill } from '../../text.ts'

/** Adds credit; a negative amount removes it. */
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
      amount: (text) => (parseMoney(text.trim()) ? null : t.accounts.amountInvalid),
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
        sayDone(t.accounts.creditChanged)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.accounts.topUpNamed, { product: productName(product) })}
      isOpen
      onClose={onClose}
      change={topUp}
      submit={t.accounts.topUp}
      onSubmit={form.onSubmit((values) => topUp.mutate(values))}
    >
      <Text size="sm">{fill(t.accounts.topUpAbout, { amount: showAmount(available, currency) })}</Text>
      <TextInput
        label={fill(t.accounts.amountIn, { currency })}
        inputMode="decimal"
        required
        {...form.getInputProps('amount')}
      />
      <TextInput
        label={t.accounts.note}
        description={t.accounts.noteAbout}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

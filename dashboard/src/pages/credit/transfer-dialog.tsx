import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CreditProduct } from '../../../../src/contract/account/balance.ts'
import type { SubAccount } from '../../../../src/contract/console/accounts.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { productChoices } from '../../parts/products.ts'
import { Amount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

interface TransferDialogProps {
  readonly account: Account
  readonly child: SubAccount
  readonly onClose: () => void
}

interface Values {
  readonly direction: 'to' | 'from'
  readonly product: CreditProduct
  readonly amount: string
  readonly note: string
}

/** Transfers credit to a sub-account, or back. */
export function TransferDialog({ account, child, onClose }: TransferDialogProps) {
  const form = useForm<Values>({
    initialValues: { direction: 'to', product: 'SMS', amount: '', note: '' },
    validate: {
      amount: (text) => ((parseMoney(text.trim()) ?? 0n) > 0n ? null : t.credit.subAccounts.amountInvalid),
    },
  })
  const { direction, product } = form.values
  const place = `${account.path}/sub-accounts/${child.id}/transfer`
  const transfer = useChange(
    (values: Values) => {
      const body = { ...values, amount: values.amount.trim() }
      return ask(
        'POST /accounts/:account/sub-accounts/:child/transfer',
        { path: { account: account.id, child: child.id }, body },
        { headers: onceKey(place, body) },
      )
    },
    {
      refreshes: [account.path, `/accounts/${child.id}`],
      onDone: () => {
        forgetOnceKey(place)
        sayDone(t.credit.subAccounts.done)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.credit.subAccounts.transferNamed, { name: child.name })}
      isOpen
      onClose={onClose}
      change={transfer}
      submit={t.credit.subAccounts.transfer}
      onSubmit={form.onSubmit((values) => transfer.mutate(values))}
    >
      <Radio.Group label={t.credit.subAccounts.direction} {...form.getInputProps('direction')}>
        <Stack gap="xs" mt={4}>
          <Radio value="to" label={fill(t.credit.subAccounts.fromTo, { from: account.name, to: child.name })} />
          <Radio value="from" label={fill(t.credit.subAccounts.fromTo, { from: child.name, to: account.name })} />
        </Stack>
      </Radio.Group>
      <Select
        label={t.credit.product}
        allowDeselect={false}
        data={productChoices.map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('product')}
      />
      <TextInput
        label={fill(t.credit.subAccounts.amountIn, { currency: child.currency })}
        inputMode="decimal"
        required
        {...form.getInputProps('amount')}
      />
      <Available accountId={direction === 'to' ? account.id : child.id} product={product} />
      <TextInput
        label={t.credit.subAccounts.note}
        description={t.credit.subAccounts.noteHelp}
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

/** The available credit of the account that pays. */
function Available({ accountId, product }: { readonly accountId: number; readonly product: CreditProduct }) {
  const { data } = useAsk('GET /v2/balances', { path: { account: accountId } })
  const balance = data?.data.find((one) => one.product === product)
  return (
    <Text size="sm" c="dimmed">
      {rich(t.credit.subAccounts.available, {
        amount: balance ? <Amount value={balance.available} currency={balance.currency} /> : '…',
      })}
    </Text>
  )
}

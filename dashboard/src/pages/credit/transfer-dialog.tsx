import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SubAccount } from '../../../../src/contract/console/accounts.ts'
import type { CreditProduct } from '../../../../src/contract/console/balance.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { productChoices } from '../../parts/products.ts'
import { Amount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

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

/** Moves credit to a sub-account, or back. */
export function TransferDialog({ account, child, onClose }: TransferDialogProps) {
  const form = useForm<Values>({
    initialValues: { direction: 'to', product: 'SMS', amount: '', note: '' },
    validate: {
      amount: (text) => ((parseMoney(text.trim()) ?? 0n) > 0n ? null : 'An amount such as 50000 or 50000.50'),
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
        sayDone('The credit was moved.')
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={`Move credit: ${child.name}`}
      isOpen
      onClose={onClose}
      change={transfer}
      submit="Move credit"
      onSubmit={form.onSubmit((values) => transfer.mutate(values))}
    >
      <Radio.Group label="Direction" {...form.getInputProps('direction')}>
        <Stack gap="xs" mt={4}>
          <Radio value="to" label={`From ${account.name} to ${child.name}`} />
          <Radio value="from" label={`From ${child.name} to ${account.name}`} />
        </Stack>
      </Radio.Group>
      <Select
        label="Product"
        allowDeselect={false}
        data={productChoices.map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('product')}
      />
      <TextInput label={`Amount in ${child.currency}`} inputMode="decimal" required {...form.getInputProps('amount')} />
      <Available accountId={direction === 'to' ? account.id : child.id} product={product} />
      <TextInput
        label="Note"
        description="Shown in the statements of both accounts."
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

/** What the account that gives can give. */
function Available({ accountId, product }: { readonly accountId: number; readonly product: CreditProduct }) {
  const { data } = useAsk('GET /accounts/:account/balances', { path: { account: accountId } })
  const balance = data?.data.find((one) => one.product === product)
  return (
    <Text size="sm" c="dimmed">
      Available: {balance ? <Amount value={balance.available} currency={balance.currency} /> : '…'}
    </Text>
  )
}

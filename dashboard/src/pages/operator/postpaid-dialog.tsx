import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Balance } from '../../../../src/contract/console/balance.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { productName } from '../../parts/products.ts'

/** Whether an account may spend more than it has, and how much. */
export function PostpaidDialog({
  accountId,
  balance,
  onClose,
}: {
  readonly accountId: string
  readonly balance: Balance
  readonly onClose: () => void
}) {
  const form = useForm({
    initialValues: { allowPostpaid: balance.allowPostpaid, postpaidLimit: balance.postpaidLimit },
  })
  const save = useChange(
    (body: typeof form.values) =>
      ask('PUT /accounts/:account/balances/:product/postpaid', {
        path: { account: accountId, product: balance.product },
        body: { ...body, postpaidLimit: body.postpaidLimit.trim() },
      }),
    {
      refreshes: [`/accounts/${accountId}`],
      onDone: () => {
        sayDone('The debt limit is saved.')
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={`Debt limit of ${productName(balance.product)}`}
      isOpen
      onClose={onClose}
      change={save}
      submit="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Switch label="It may go into debt" {...form.getInputProps('allowPostpaid', { type: 'checkbox' })} />
      <TextInput
        label={`By how much, in ${balance.currency}`}
        inputMode="decimal"
        disabled={!form.values.allowPostpaid}
        {...form.getInputProps('postpaidLimit')}
      />
    </FormDialog>
  )
}

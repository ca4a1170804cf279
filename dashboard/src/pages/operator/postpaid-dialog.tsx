import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { productName } from '../../parts/products.ts'
import { fill } from '../../text.ts'

/** The overdraft limit of a balance. */
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
        sayDone(t.accounts.overdraftSaved)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.accounts.overdraftNamed, { product: productName(balance.product) })}
      isOpen
      onClose={onClose}
      change={save}
      submit={t.accounts.saveOverdraft}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Switch label={t.accounts.allowOverdraft} {...form.getInputProps('allowPostpaid', { type: 'checkbox' })} />
      <TextInput
        label={fill(t.accounts.overdraftIn, { currency: balance.currency })}
        inputMode="decimal"
        disabled={!form.values.allowPostpaid}
        {...form.getInputProps('postpaidLimit')}
      />
    </FormDialog>
  )
}

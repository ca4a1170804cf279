import { Text } from '@mantine/core'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { t } from '../../operator-text.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { showAmount } from '../../parts/formats.ts'
import { productName } from '../../parts/labels.ts'
import { fill } from '../../text.ts'

interface CreditDialogProps {
  readonly accountId: string
  readonly balance: Balance
  readonly close: () => unknown
}

/** Adds credit; a negative amount removes it. */
export function TopUpDialog({ accountId, balance: { product, currency, available }, close }: CreditDialogProps) {
  return (
    <EditDialog
      route="POST /accounts/:account/credit"
      path={{ account: accountId }}
      title={fill(t.accounts.topUpNamed, { product: productName(product) })}
      submit={t.accounts.topUp}
      about={<Text size="sm">{fill(t.accounts.topUpAbout, { amount: showAmount(available, currency) })}</Text>}
      values={{ amount: '', note: '' }}
      fields={{
        amount: {
          label: fill(t.accounts.amountIn, { currency }),
          inputMode: 'decimal',
          missing: t.accounts.amountInvalid,
          check: (text) => (parseMoney(text.trim()) ? null : t.accounts.amountInvalid),
        },
        note: { label: t.accounts.note, help: t.accounts.noteAbout },
      }}
      body={({ amount, note }) => ({ product, amount: amount.trim(), note })}
      isOnce
      refreshes={[`/accounts/${accountId}`]}
      close={close}
      done={t.accounts.creditChanged}
    />
  )
}

/** The overdraft limit of a balance. */
export function PostpaidDialog({ accountId, balance, close }: CreditDialogProps) {
  return (
    <EditDialog
      route="PUT /accounts/:account/balances/:product/postpaid"
      path={{ account: accountId, product: balance.product }}
      title={fill(t.accounts.overdraftNamed, { product: productName(balance.product) })}
      submit={t.accounts.saveOverdraft}
      values={{ allowPostpaid: balance.allowPostpaid, postpaidLimit: balance.postpaidLimit }}
      fields={{
        allowPostpaid: t.accounts.allowOverdraft,
        postpaidLimit: {
          label: fill(t.accounts.overdraftIn, { currency: balance.currency }),
          inputMode: 'decimal',
          isDisabled: ({ allowPostpaid }) => !allowPostpaid,
        },
      }}
      body={({ allowPostpaid, postpaidLimit }) => ({ allowPostpaid, postpaidLimit: postpaidLimit.trim() })}
      refreshes={[`/accounts/${accountId}`]}
      close={close}
      done={t.accounts.overdraftSaved}
    />
  )
}

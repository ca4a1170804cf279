import type { CreditProduct } from '../../../../src/contract/account/balance.ts'
import type { SubAccount } from '../../../../src/contract/console/accounts.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { useAsk } from '../../data.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { productChoices } from '../../parts/labels.ts'
import { Amount, Note } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

interface TransferDialogProps {
  readonly account: Account
  readonly child: SubAccount
  readonly close: () => unknown
}

/** Transfers credit to a sub-account, or back. */
export function TransferDialog({ account, child, close }: TransferDialogProps) {
  const { subAccounts: texts } = t.credit
  return (
    <EditDialog
      route="POST /accounts/:account/sub-accounts/:child/transfer"
      path={{ account: account.id, child: child.id }}
      title={fill(texts.transferNamed, { name: child.name })}
      submit={texts.transfer}
      values={{ direction: 'to' as 'to' | 'from', product: 'SMS' as CreditProduct, amount: '', note: '' }}
      fields={{
        direction: {
          label: texts.direction,
          choices: {
            to: [fill(texts.fromTo, { from: account.name, to: child.name })],
            from: [fill(texts.fromTo, { from: child.name, to: account.name })],
          },
        },
        product: { label: t.credit.product, choices: Object.fromEntries(productChoices) },
        amount: {
          label: fill(texts.amountIn, { currency: child.currency }),
          inputMode: 'decimal',
          missing: texts.amountInvalid,
          check: (text) => ((parseMoney(text.trim()) ?? 0n) > 0n ? null : texts.amountInvalid),
        },
        note: { label: texts.note, help: texts.noteHelp },
      }}
      isOnce
      refreshes={[account.path, `/accounts/${child.id}`]}
      close={close}
      done={texts.done}
    >
      {({ direction, product, amount, note }, { values }) => (
        <>
          {direction}
          {product}
          {amount}
          <Available accountId={values.direction === 'to' ? account.id : child.id} product={values.product} />
          {note}
        </>
      )}
    </EditDialog>
  )
}

/** The available credit of the account that pays. */
function Available({ accountId, product }: { readonly accountId: number; readonly product: CreditProduct }) {
  const { data } = useAsk('GET /v2/balances', { path: { account: accountId } })
  const balance = data?.data.find((one) => one.product === product)
  return (
    <Note>
      {rich(t.credit.subAccounts.available, {
        amount: balance ? <Amount value={balance.available} currency={balance.currency} /> : '…',
      })}
    </Note>
  )
}

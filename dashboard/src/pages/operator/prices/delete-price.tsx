import type { PriceOfAccount } from '../../../../../src/contract/console/balance.ts'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.tsx'
import { showAmount } from '../../../parts/formats.ts'
import { showPrefix } from '../../../parts/prefix.ts'
import { productName } from '../../../parts/products.ts'
import { fill } from '../../../text.ts'

export function DeletePrice({ price, onClose }: { readonly price: PriceOfAccount; readonly onClose: () => void }) {
  const { id, product, accountName, prefix, amount, currency } = price
  const remove = useChange(() => ask('DELETE /prices/:price', { path: { price: id } }), {
    refreshes: ['/prices'],
    onDone: () => {
      sayDone(t.prices.deleted)
      onClose()
    },
  })
  return (
    <Confirm
      title={t.prices.deleteTitle}
      isOpen
      onClose={onClose}
      change={remove}
      submit={t.prices.deletePrice}
      onConfirm={() => remove.mutate(undefined)}
    >
      {fill(t.prices.deleteAbout, {
        product: productName(product),
        numbers: showPrefix(prefix),
        account: accountName ?? t.prices.allAccounts,
        amount: showAmount(amount, currency),
      })}
    </Confirm>
  )
}

import type { PriceOfAccount } from '../../../../../src/contract/console/balance.ts'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.ts'
import { showPrefix } from '../../../parts/prefix.ts'
import { productName } from '../../../parts/products.ts'
import { Amount } from '../../../parts/text.tsx'

export function DeletePrice({ price, onClose }: { readonly price: PriceOfAccount; readonly onClose: () => void }) {
  const { id, product, accountName, prefix, amount, currency } = price
  const remove = useChange(() => ask('DELETE /prices/:price', { path: { price: id } }), {
    refreshes: ['/prices'],
    onDone: () => {
      sayDone('The price was deleted.')
      onClose()
    },
  })
  return (
    <Confirm
      title="Delete this price?"
      isOpen
      onClose={onClose}
      change={remove}
      submit="Delete price"
      onConfirm={() => remove.mutate(undefined)}
    >
      {productName(product)}, {showPrefix(prefix)}, {accountName ?? 'everybody'}:{' '}
      <Amount value={amount} currency={currency} />. From now on the price before it holds again, or the one of a
      shorter beginning; where there is none, it costs nothing.
    </Confirm>
  )
}

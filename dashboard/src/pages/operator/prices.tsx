import { Button } from '@mantine/core'
import type { PriceOfAccount } from '../../../../src/contract/console/balance.ts'
import { ask } from '../../api.ts'
import { t } from '../../operator-text.ts'
import { AccountSelect } from '../../parts/account-select.tsx'
import { useDialogs } from '../../parts/dialogs.ts'
import { ChoiceFilter, PrefixFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { showAmount } from '../../parts/formats.ts'
import { productChoices, productName, showPrefix } from '../../parts/labels.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { amountColumn, Note, When } from '../../parts/text.tsx'
import { fill, rich } from '../../text.ts'
import { ImportPrices } from './prices/import-prices.tsx'
import { SetPrice } from './prices/set-price.tsx'

/** Prices for all accounts, and prices of single accounts. */
export function PricesPage() {
  const [{ product, account, prefix }, setFilters] = useFilters()
  const { open } = useDialogs()
  return (
    <ResourcePage
      route="GET /prices"
      query={{ product, account, prefix }}
      title={t.prices.title}
      about={t.prices.about}
      buttons={
        <Button variant="default" onClick={() => open('import')}>
          {t.prices.importCsv}
        </Button>
      }
      above={<PriceRules />}
      filters={
        <>
          <ChoiceFilter
            label={t.prices.product}
            name="product"
            choices={productChoices}
            all={t.prices.allProducts}
            width={190}
          />
          <AccountSelect
            label={t.prices.account}
            value={account ?? null}
            onChange={(value) => setFilters({ account: value ?? undefined })}
            withAll
            placeholder={t.prices.all}
            w={{ base: '100%', xs: 240 }}
          />
          <PrefixFilter />
        </>
      }
      empty={t.prices.empty}
      columns={[
        { label: t.prices.product, show: ({ product: name }) => productName(name), width: 180 },
        { label: t.prices.numbers, show: ({ prefix: digits }) => showPrefix(digits), width: 160 },
        { label: t.prices.account, show: ({ accountName }) => accountName ?? t.prices.allAccounts },
        amountColumn(t.prices.price, 160),
        { label: t.prices.from, show: ({ validFrom }) => <From at={validFrom} />, width: 200 },
      ]}
      actionsWidth={180}
      add={t.prices.setPrice}
      form={(price, close) => <SetPrice changed={price} close={close} />}
      editLabel={t.prices.change}
      editName={(price) => fill(t.prices.changeNamed, namesOf(price))}
      remove={(price) => ({
        label: t.prices.delete,
        name: fill(t.prices.deleteNamed, namesOf(price)),
        title: t.prices.deleteTitle,
        warning: fill(t.prices.deleteAbout, {
          ...namesOf(price),
          account: price.accountName ?? t.prices.allAccounts,
          amount: showAmount(price.amount, price.currency),
        }),
        submit: t.prices.deletePrice,
        run: () => ask('DELETE /prices/:price', { path: { price: price.id } }),
        done: t.prices.deleted,
      })}
      importing={(close) => <ImportPrices close={close} />}
    />
  )
}

const namesOf = ({ product, prefix }: PriceOfAccount) => ({
  product: productName(product),
  numbers: showPrefix(prefix),
})

/** Which of several matching prices applies. */
function PriceRules() {
  return <Note maw={720}>{rich(t.prices.rules, { b: (text) => <b>{text}</b> })}</Note>
}

function From({ at }: { readonly at: string }) {
  return (
    <>
      <When at={at} />
      {Date.parse(at) > Date.now() && <Note>{t.prices.notYet}</Note>}
    </>
  )
}

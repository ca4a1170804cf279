import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PriceOfAccount } from '../../../../src/contract/console/balance.ts'
import { t } from '../../operator-text.ts'
import { AccountSelect } from '../../parts/account-select.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showPrefix } from '../../parts/prefix.ts'
import { PrefixFilter } from '../../parts/prefix-filter.tsx'
import { productChoices, productName } from '../../parts/products.ts'
import { Amount, When } from '../../parts/text.tsx'
import { fill, rich } from '../../text.ts'
import { DeletePrice } from './prices/delete-price.tsx'
import { ImportPrices } from './prices/import-prices.tsx'
import { SetPrice } from './prices/set-price.tsx'

/** Prices for all accounts, and prices of single accounts. */
export function PricesPage() {
  // The checklist of the overview links here with the form.
  const [{ product, account, prefix, add }, setFilters] = useFilters()
  const [setting, setSetting] = useState<{ readonly changed?: PriceOfAccount } | null>(null)
  const closeForm = () => {
    setSetting(null)
    setFilters({ add: undefined })
  }
  const [isImporting, setImporting] = useState(false)
  const [deleting, setDeleting] = useState<PriceOfAccount | null>(null)
  return (
    <>
      <PageHead title={t.prices.title} about={t.prices.about}>
        <Button variant="default" onClick={() => setImporting(true)}>
          {t.prices.importCsv}
        </Button>
        <Button leftSection={<Icon name="plus" />} onClick={() => setSetting({})}>
          {t.prices.setPrice}
        </Button>
      </PageHead>
      <Stack gap="md">
        <PriceRules />
        <Group gap="sm" align="flex-end">
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
        </Group>
        <Listing
          label={t.prices.title}
          route="GET /prices"
          query={{ product, account, prefix }}
          keyOf={({ id }) => id}
          empty={t.prices.empty}
          columns={[
            { label: t.prices.product, show: ({ product: name }) => productName(name), width: 180 },
            { label: t.prices.numbers, show: ({ prefix: digits }) => showPrefix(digits), width: 160 },
            { label: t.prices.account, show: ({ accountName }) => accountName ?? t.prices.allAccounts },
            {
              label: t.prices.price,
              show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
              right: true,
              width: 160,
            },
            { label: t.prices.from, show: ({ validFrom }) => <From at={validFrom} />, width: 200 },
            {
              label: t.prices.actions,
              width: 180,
              show: (price) => (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setSetting({ changed: price })}
                    aria-label={fill(t.prices.changeNamed, namesOf(price))}
                  >
                    {t.prices.change}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setDeleting(price)}
                    aria-label={fill(t.prices.deleteNamed, namesOf(price))}
                  >
                    {t.prices.delete}
                  </Button>
                </Group>
              ),
            },
          ]}
        />
      </Stack>
      {(setting || add) && <SetPrice changed={setting?.changed} onClose={closeForm} />}
      {isImporting && <ImportPrices onClose={() => setImporting(false)} />}
      {deleting && <DeletePrice price={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

const namesOf = ({ product, prefix }: PriceOfAccount) => ({
  product: productName(product),
  numbers: showPrefix(prefix),
})

/** Which of several matching prices applies. */
function PriceRules() {
  return (
    <Text size="sm" c="dimmed" maw={720}>
      {rich(t.prices.rules, { b: (text) => <b>{text}</b> })}
    </Text>
  )
}

function From({ at }: { readonly at: string }) {
  return (
    <>
      <When at={at} />
      {Date.parse(at) > Date.now() && (
        <Text size="sm" c="dimmed">
          {t.prices.notYet}
        </Text>
      )}
    </>
  )
}

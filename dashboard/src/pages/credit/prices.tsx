import { Stack } from '@mantine/core'
import { ChoiceFilter, PrefixFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { productChoices, productName, showPrefix } from '../../parts/labels.ts'
import { ResourceList } from '../../parts/resource-page.tsx'

import { amountColumn, Note, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'

/** The current prices of this account. */
export function Prices({ account }: { readonly account: Account }) {
  const [{ product, prefix }] = useFilters()
  return (
    <Stack gap="md">
      <Note maw={680}>{t.credit.prices.about}</Note>
      <ResourceList
        filters={
          <>
            <ChoiceFilter
              label={t.credit.product}
              name="product"
              choices={productChoices}
              all={t.credit.allProducts}
              width={190}
            />
            <PrefixFilter />
          </>
        }
        label={t.credit.tabs.prices}
        route="GET /v2/prices"
        path={{ account: account.id }}
        query={{ product, prefix }}
        empty={t.credit.prices.empty}
        columns={[
          { label: t.credit.product, show: ({ product: name }) => productName(name), width: 180 },
          { label: t.credit.prices.numbers, show: ({ prefix: digits }) => showPrefix(digits) },
          amountColumn(t.credit.prices.price, 180),
          {
            label: t.credit.prices.appliesTo,
            show: ({ accountId }) => (accountId === null ? t.credit.prices.everyone : t.credit.prices.thisAccount),
            width: 160,
          },
          { label: t.credit.prices.validFrom, show: ({ validFrom }) => <When at={validFrom} />, width: 200 },
        ]}
      />
    </Stack>
  )
}

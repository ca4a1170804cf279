import { Group, Stack, Text } from '@mantine/core'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { showPrefix } from '../../parts/prefix.ts'
import { PrefixFilter } from '../../parts/prefix-filter.tsx'
import { productChoices, productName } from '../../parts/products.ts'
import { Amount, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'

/** The current prices of this account. */
export function Prices({ account }: { readonly account: Account }) {
  const [{ product, prefix }] = useFilters()
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={680}>
        {t.credit.prices.about}
      </Text>
      <Group gap="sm" align="flex-end">
        <ChoiceFilter
          label={t.credit.product}
          name="product"
          choices={productChoices}
          all={t.credit.allProducts}
          width={190}
        />
        <PrefixFilter />
      </Group>
      <Listing
        label={t.credit.tabs.prices}
        route="GET /v2/prices"
        path={{ account: account.id }}
        query={{ product, prefix }}
        keyOf={({ id }) => id}
        empty={t.credit.prices.empty}
        columns={[
          { label: t.credit.product, show: ({ product: name }) => productName(name), width: 180 },
          { label: t.credit.prices.numbers, show: ({ prefix: digits }) => showPrefix(digits) },
          {
            label: t.credit.prices.price,
            show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
            right: true,
            width: 180,
          },
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

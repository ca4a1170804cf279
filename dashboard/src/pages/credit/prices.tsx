import { Group, Stack, Text } from '@mantine/core'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { showPrefix } from '../../parts/prefix.ts'
import { PrefixFilter } from '../../parts/prefix-filter.tsx'
import { productChoices, productName } from '../../parts/products.ts'
import { Amount, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

/** What things cost for this account, now. */
export function Prices({ account }: { readonly account: Account }) {
  const [{ product, prefix }] = useFilters()
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={680}>
        What you pay now, for each segment of a message and for each of anything else. It goes by how a number begins,
        and the longest beginning wins: with a price for +255 and one for +25571, a message to +255712345678 costs the
        second.
      </Text>
      <Group gap="sm" align="flex-end">
        <ChoiceFilter label="Product" name="product" choices={productChoices} all="All products" width={190} />
        <PrefixFilter />
      </Group>
      <Listing
        label="Prices"
        route="GET /accounts/:account/prices"
        path={{ account: account.id }}
        query={{ product, prefix }}
        keyOf={({ id }) => id}
        empty="No prices are set, so nothing that goes by them costs anything. Whoever runs this server sets them."
        columns={[
          { label: 'Product', show: ({ product: name }) => productName(name), width: 180 },
          { label: 'Numbers', show: ({ prefix: digits }) => showPrefix(digits) },
          {
            label: 'Price',
            show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
            right: true,
            width: 180,
          },
          { label: 'For', show: ({ accountId }) => (accountId === null ? 'Everybody' : 'This account'), width: 160 },
          { label: 'Since', show: ({ validFrom }) => <When at={validFrom} />, width: 200 },
        ]}
      />
    </Stack>
  )
}

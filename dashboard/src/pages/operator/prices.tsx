import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PriceOfAccount } from '../../../../src/contract/console/balance.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showPrefix } from '../../parts/prefix.ts'
import { PrefixFilter } from '../../parts/prefix-filter.tsx'
import { productChoices, productName } from '../../parts/products.ts'
import { Amount, When } from '../../parts/text.tsx'
import { AccountSelect } from './account-select.tsx'
import { DeletePrice } from './prices/delete-price.tsx'
import { ImportPrices } from './prices/import-prices.tsx'
import { SetPrice } from './prices/set-price.tsx'

/** What everything costs: for everybody, and for accounts that have prices of their own. */
export function PricesPage() {
  const [{ product, account, prefix }, setFilters] = useFilters()
  const [setting, setSetting] = useState<{ readonly changed?: PriceOfAccount } | null>(null)
  const [isImporting, setImporting] = useState(false)
  const [deleting, setDeleting] = useState<PriceOfAccount | null>(null)
  return (
    <>
      <PageHead
        title="Prices"
        about="What an account pays for one segment of a message, one chat session, one paid checkout, or one of anything else. Without a price, chat sessions and checkouts are free, and anything else costs 1."
      >
        <Button variant="default" onClick={() => setImporting(true)}>
          Import CSV
        </Button>
        <Button leftSection={<Icon name="plus" />} onClick={() => setSetting({})}>
          Set price
        </Button>
      </PageHead>
      <Stack gap="md">
        <WhichHolds />
        <Group gap="sm" align="flex-end">
          <ChoiceFilter label="Product" name="product" choices={productChoices} all="All products" width={190} />
          <AccountSelect
            label="Account"
            value={account ?? null}
            onChange={(value) => setFilters({ account: value ?? undefined })}
            withAll
            placeholder="All"
            w={{ base: '100%', xs: 240 }}
          />
          <PrefixFilter />
        </Group>
        <Listing
          label="Prices"
          route="GET /prices"
          query={{ product, account, prefix }}
          keyOf={({ id }) => id}
          empty="No prices yet. Set one, or import a list of them."
          columns={[
            { label: 'Product', show: ({ product: name }) => productName(name), width: 180 },
            { label: 'Numbers', show: ({ prefix: digits }) => showPrefix(digits), width: 160 },
            { label: 'Account', show: ({ accountName }) => accountName ?? 'Everybody' },
            {
              label: 'Price',
              show: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
              right: true,
              width: 160,
            },
            { label: 'From', show: ({ validFrom }) => <From at={validFrom} />, width: 200 },
            {
              label: 'Change',
              width: 180,
              show: (price) => (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setSetting({ changed: price })}
                    aria-label={`Change the price of ${productName(price.product)} for ${showPrefix(price.prefix)}`}
                  >
                    Change
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setDeleting(price)}
                    aria-label={`Delete the price of ${productName(price.product)} for ${showPrefix(price.prefix)}`}
                  >
                    Delete
                  </Button>
                </Group>
              ),
            },
          ]}
        />
      </Stack>
      {setting && <SetPrice changed={setting.changed} onClose={() => setSetting(null)} />}
      {isImporting && <ImportPrices onClose={() => setImporting(false)} />}
      {deleting && <DeletePrice price={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** The rule in three sentences, because a price that does not hold looks like one that does. */
function WhichHolds() {
  return (
    <Text size="sm" c="dimmed" maw={720}>
      Which one holds? Prices of the account’s own come first, and among them the <b>longest beginning of the number</b>
      : with one for +255 and one for +25571, a message to +255712345678 costs the second. Only where the account has
      none for a number do the prices for everybody count, by the same rule. Of several for the same numbers it is the
      latest that has begun.
    </Text>
  )
}

function From({ at }: { readonly at: string }) {
  return (
    <>
      <When at={at} />
      {Date.parse(at) > Date.now() && (
        <Text size="sm" c="dimmed">
          not yet
        </Text>
      )}
    </>
  )
}

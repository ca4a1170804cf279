import { Button, Select, Stack, Text } from '@mantine/core'
import type { Provider } from '../../../../src/contract/console/providers.ts'
import { useAsk } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { useFilters } from '../../parts/filters.ts'
import { showCount } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { Rows } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useAbout } from '../../session.tsx'
import { AddProvider, addressOf } from './provider/add.tsx'
import { isProduct, productName } from './provider/kinds.ts'
import { accountText, describeState, ProviderState } from './provider/state.tsx'

/** The providers of all products with their state, or the form for a new one. */
export function ProvidersPage() {
  const [{ add, product }, setFilters] = useFilters()
  return add === undefined ? <Providers onAdd={() => setFilters({ add: product ?? 'sms' })} /> : <AddProvider />
}

function Providers({ onAdd }: { readonly onAdd: () => void }) {
  const { staging } = useAbout()
  const [{ product }, setFilters] = useFilters()
  const { data, error, refetch } = useAsk('GET /providers', {}, { everySeconds: 5 })
  return (
    <>
      <PageHead title={t.providers.title} about={t.providers.about}>
        <Button leftSection={<Icon name="plus" />} onClick={onAdd}>
          {t.providers.add}
        </Button>
      </PageHead>
      <Stack gap="lg">
        <Select
          label={t.providers.product}
          placeholder={t.providers.allProducts}
          maw={320}
          clearable
          data={Object.entries(t.providers.products).map(([value, label]) => ({ value, label }))}
          value={isProduct(product) ? product : null}
          onChange={(value) => setFilters({ product: value ?? undefined })}
        />
        <Rows<Provider>
          label={t.providers.title}
          rows={data?.data.filter((one) => !isProduct(product) || one.product === product)}
          error={error}
          retry={() => void refetch()}
          isFiltered={isProduct(product)}
          keyOf={(one) => `${one.product} ${one.name}`}
          opens={(one) => addressOf(one.product, one.name)}
          empty={staging ? t.providers.emptyStaging : t.providers.empty}
          columns={[
            { label: t.providers.name, show: ({ name }) => name, width: '18%' },
            { label: t.providers.product, show: (one) => productName(one.product), width: 110 },
            { label: t.providers.kind, show: ({ kind }) => <span className="code">{kind}</span>, width: 110 },
            { label: t.providers.state, show: (one) => <ProviderState provider={one} />, width: 120 },
            {
              label: t.providers.details,
              show: (one) => (
                <Text size="sm" c="dimmed">
                  {describeState(one)}
                </Text>
              ),
            },
            { label: t.providers.account, show: accountText, width: 140 },
            { label: t.providers.priority, show: ({ priority }) => priority ?? '–', right: true, width: 90 },
            { label: t.providers.open, show: ({ open }) => showCount(open), right: true, width: 120 },
          ]}
        />
        {staging && (
          <Text size="sm" c="dimmed">
            {t.providers.noteStaging}
          </Text>
        )}
      </Stack>
    </>
  )
}

import { Box, Button, Select, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ProviderProduct } from '../../../../src/contract/console/providers.ts'
import { t } from '../../operator-text.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { sayDone } from '../../parts/done.tsx'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { showCount } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { AllSmppBinds } from '../../parts/smpp-binds.tsx'
import { linkTo, Note } from '../../parts/text.tsx'
import { useAbout } from '../../session.tsx'
import { fill, rich } from '../../text.ts'
import { ProviderForm } from './provider/form.tsx'
import { accountText, describeProvider, ProviderState } from './provider/state.tsx'

const isProduct = (text: string | undefined): text is ProviderProduct =>
  text !== undefined && Object.hasOwn(t.providers.products, text)

const productChoices = Object.entries(t.providers.products).map(([value, label]) => ({ value, label }))

/** The providers of all products with their state, or the form for a new one: the dialog `add`, with its product. */
export function ProvidersPage() {
  const { name, id, open } = useDialogs()
  const { staging } = useAbout()
  const [filters] = useFilters()
  const product = isProduct(filters.product) ? filters.product : undefined
  if (name === 'add') return <AddProvider product={isProduct(id) ? id : 'sms'} />
  return (
    <>
      <ResourcePage
        route="GET /providers"
        query={{ product }}
        isWhole
        everySeconds={5}
        title={t.providers.title}
        about={t.providers.about}
        buttons={
          <Button leftSection={<Icon name="plus" />} onClick={() => open('add', product ?? 'sms')}>
            {t.providers.add}
          </Button>
        }
        filters={
          <ChoiceFilter
            label={t.providers.product}
            name="product"
            width={320}
            all={t.providers.allProducts}
            choices={Object.entries(t.providers.products)}
          />
        }
        keyOf={({ name: key }) => key}
        opens={({ name: key }) => `/operator/providers/${key}`}
        empty={staging ? t.providers.emptyStaging : t.providers.empty}
        columns={[
          { label: t.providers.name, show: ({ name }) => name },
          { label: t.providers.product, show: (one) => t.providers.products[one.product], width: 110 },
          { label: t.providers.kind, show: ({ kind }) => <span className="code">{kind}</span>, width: 110 },
          { label: t.providers.state, show: ({ state }) => <ProviderState state={state} />, width: 120 },
          {
            label: t.providers.details,
            prose: true,
            width: '30%',
            show: (one) => <Note>{describeProvider(one)}</Note>,
          },
          { label: t.providers.account, show: accountText, width: 110 },
          { label: t.providers.priority, show: ({ priority }) => priority ?? '–', right: true, width: 80 },
          { label: t.providers.open, show: ({ open }) => showCount(open), right: true, width: 105 },
        ]}
      />
      <Note mt="lg">
        {rich(t.carriers.note, { link: linkTo('/operator/routes') })} {staging && t.providers.noteStaging}
      </Note>
      {(product ?? 'sms') === 'sms' && (
        <Box mt="xl">
          <AllSmppBinds />
        </Box>
      )}
    </>
  )
}

/** The form for a new provider. The product is in the address. */
function AddProvider({ product }: { readonly product: ProviderProduct }) {
  const navigate = useNavigate()
  const { replace } = useDialogs()
  return (
    <>
      <PageHead title={t.providers.add} about={rich(t.providers.addAbout, { link: linkTo('/operator/providers') })} />
      <Stack gap="md">
        <Select
          label={t.providers.product}
          w={{ base: '100%', sm: 320 }}
          allowDeselect={false}
          data={productChoices}
          value={product}
          onChange={(value) => replace('add', value ?? product)}
        />
        <ProviderForm
          key={product}
          product={product}
          provider={null}
          onSaved={({ name }) => {
            sayDone(fill(t.providers.added, { name }))
            void navigate({ to: `/operator/providers/${name}` })
          }}
        />
      </Stack>
    </>
  )
}

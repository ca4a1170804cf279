import { Anchor, Select, Skeleton, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ProviderProduct } from '../../../../../src/contract/console/providers.ts'
import { t } from '../../../operator-text.ts'
import { sayDone } from '../../../parts/done.tsx'
import { useFilters } from '../../../parts/filters.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { fill, rich } from '../../../text.ts'
import { CarrierForm } from '../carrier/form.tsx'
import { ProviderForm } from './form.tsx'
import { isProduct, productName, useProviderKinds } from './kinds.ts'

/** The form for a new provider. The product is in the address. */
export function AddProvider() {
  const { kinds, error, refetch } = useProviderKinds()
  const [{ add }, setFilters] = useFilters()
  const products = [...new Set(kinds?.map((kind) => kind.product))]
  const product = isProduct(add) && products.includes(add) ? add : products[0]
  return (
    <>
      <PageHead
        title={t.providers.add}
        about={rich(t.providers.addAbout, {
          link: (text) => (
            <Anchor component={Link} to="/operator/providers" inherit underline="always">
              {text}
            </Anchor>
          ),
        })}
      />
      <Problem error={error} onRetry={() => void refetch()} />
      {product === undefined && error === null && <Skeleton height={320} />}
      {product !== undefined && (
        <Stack gap="md">
          <Select
            label={t.providers.product}
            maw={320}
            allowDeselect={false}
            data={products.map((value) => ({ value, label: productName(value) }))}
            value={product}
            onChange={(value) => setFilters({ add: value ?? product })}
          />
          <NewForm key={product} product={product} kinds={kinds?.filter((kind) => kind.product === product) ?? []} />
        </Stack>
      )}
    </>
  )
}

interface NewFormProps {
  readonly product: ProviderProduct
  readonly kinds: NonNullable<ReturnType<typeof useProviderKinds>['kinds']>
}

function NewForm({ product, kinds }: NewFormProps) {
  const navigate = useNavigate()
  const onSaved = ({ name }: { readonly name: string }) => {
    sayDone(fill(t.providers.added, { name }))
    void navigate({ to: addressOf(product, name) })
  }
  return product === 'sms' ? (
    <CarrierForm kinds={kinds} carrier={null} onSaved={onSaved} />
  ) : (
    <ProviderForm product={product} kinds={kinds} provider={null} onSaved={onSaved} />
  )
}

/** Carriers have their own page, with binds and throughput. */
export const addressOf = (product: ProviderProduct, name: string): string =>
  product === 'sms' ? `/operator/carriers/${name}` : `/operator/providers/${product}/${name}`

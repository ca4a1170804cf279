import type { OverviewProvider } from '../../../../../src/contract/console/overview.ts'
import { t } from '../../../operator-text.ts'
import { showCount } from '../../../parts/formats.ts'
import { Rows } from '../../../parts/listing.tsx'
import { Section } from '../../../parts/section.tsx'
import { Status } from '../../../parts/text.tsx'
import { describeProvider, providerColours } from './describe.ts'

/** Providers of airtime, payments and chat. */
export function Providers({ providers }: { readonly providers: readonly OverviewProvider[] }) {
  return (
    <Section title={t.pages.providers} isBare>
      <Rows<OverviewProvider>
        label={t.pages.providers}
        rows={providers}
        error={null}
        retry={() => {}}
        isFiltered={false}
        keyOf={({ product, name }) => `${product} ${name}`}
        empty={t.overview.noProviders}
        opens={({ product, name }) => `/operator/providers/${product}/${name}`}
        columns={[
          { label: t.providers.name, show: ({ name }) => name },
          { label: t.overview.product, show: ({ product }) => t.providers.products[product], width: 130 },
          {
            label: t.providers.state,
            show: ({ state }) => (
              <Status value={state} text={t.providers.states[state]} colour={providerColours[state]} />
            ),
            width: 130,
          },
          { label: t.overview.openWork, show: ({ open }) => showCount(open), right: true, width: 120 },
          { label: t.providers.details, show: describeProvider, prose: true },
        ]}
      />
    </Section>
  )
}

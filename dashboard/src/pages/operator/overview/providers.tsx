import type { OverviewProvider } from '../../../../../src/contract/console/overview.ts'
import { t } from '../../../operator-text.ts'
import { showCount } from '../../../parts/formats.ts'
import { Rows } from '../../../parts/listing.tsx'
import { Section } from '../../../parts/section.tsx'
import { describeState, ProviderState } from '../provider/state.tsx'

/** Providers of airtime, payments and chat. */
export function Providers({ providers }: { readonly providers: readonly OverviewProvider[] }) {
  return (
    <Section title={t.pages.providers} isBare>
      <Rows<OverviewProvider>
        label={t.pages.providers}
        rows={providers}
        keyOf={({ name }) => name}
        empty={t.overview.noProviders}
        opens={({ name }) => `/operator/providers/${name}`}
        columns={[
          { label: t.providers.name, show: ({ name }) => name },
          { label: t.overview.product, show: ({ product }) => t.providers.products[product], width: 130 },
          { label: t.providers.state, show: ({ state }) => <ProviderState state={state} />, width: 130 },
          { label: t.overview.openWork, show: ({ open }) => showCount(open), right: true, width: 120 },
          { label: t.providers.details, show: describeState, prose: true },
        ]}
      />
    </Section>
  )
}

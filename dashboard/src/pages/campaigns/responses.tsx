import type { Campaign, ResponseKind } from '../../../../src/contract/account/campaigns.ts'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

interface Row {
  readonly kind: ResponseKind
  readonly messageId: number
  readonly phone: string | null
  readonly happenedAt: string
}

const columns: readonly Column<Row>[] = [
  { label: t.campaign.number, show: ({ phone }) => (phone === null ? t.campaign.removedNumber : <Phone of={phone} />) },
  { label: t.campaign.kind, show: ({ kind }) => t.campaign.kinds[kind] },
  { label: t.campaign.time, show: ({ happenedAt }) => <When at={happenedAt} /> },
]

/** Recipients who replied, opted out or clicked. */
export function Responses({ campaign: { id, endedAt } }: { readonly campaign: Campaign }) {
  const { id: account } = useThisAccount()
  const [{ kind }] = useFilters()
  return (
    <Section title={t.campaign.responses} about={t.campaign.responsesAbout} isBare>
      <ChoiceFilter
        label={t.campaign.kind}
        name="kind"
        all={t.campaign.allKinds}
        choices={Object.entries(t.campaign.kinds)}
        width={200}
      />
      <Listing
        route="GET /v2/campaigns/:campaign/responses"
        path={{ account, campaign: id }}
        query={{ kind }}
        label={t.campaign.responses}
        columns={columns}
        keyOf={({ kind: one, messageId }) => `${one} ${messageId}`}
        empty={t.campaign.responsesEmpty}
        everySeconds={endedAt === null ? 5 : 30}
      />
    </Section>
  )
}

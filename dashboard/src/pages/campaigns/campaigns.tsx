import { Button, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { showPercent } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'

import { ResourcePage } from '../../parts/resource-page.tsx'
import { Amount, showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { useDuplicate, useRemoval } from './actions.tsx'
import { CampaignStatus, countsOf } from './status.tsx'

/** The address of a campaign: a draft opens in the composer. */
const placeOf = (path: string, { id, status }: Campaign, mayChange: boolean) =>
  status === 'draft' && mayChange ? `${path}/campaigns/new?draft=${id}` : `${path}/campaigns/${id}`

/** All campaigns of the account. */
export function CampaignsPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  const [{ status }] = useFilters()
  const removal = useRemoval()
  const duplicate = useDuplicate()
  return (
    <ResourcePage
      route="GET /v2/campaigns"
      path={{ account: account.id }}
      query={{ status }}
      title={t.pages.campaigns}
      about={t.campaigns.about}
      buttons={
        mayChange && (
          <Button component={Link} to={`${path}/campaigns/new`} leftSection={<Icon name="plus" />}>
            {t.campaigns.create}
          </Button>
        )
      }
      search={t.campaigns.search}
      filters={
        <ChoiceFilter
          label={t.campaigns.status}
          name="status"
          all={t.campaigns.allStatuses}
          choices={Object.entries(t.campaigns.statuses)}
          width={200}
        />
      }
      empty={t.campaigns.empty}
      everySeconds={10}
      opens={(campaign) => placeOf(path, campaign, mayChange)}
      columns={[
        { label: t.campaigns.name, show: ({ name }) => name },
        { label: t.campaigns.status, width: 120, show: (campaign) => <CampaignStatus of={campaign} /> },
        { label: t.campaigns.size, right: true, show: (campaign) => countOr(countsOf(campaign).recipients) },
        { label: t.campaigns.progress, width: 150, show: (campaign) => <Done of={campaign} /> },
        { label: t.campaigns.delivered, right: true, show: deliveredShare },
        {
          label: t.campaigns.cost,
          right: true,
          show: ({ results, currency, status: now }) =>
            now === 'draft' ? '–' : <Amount value={results.price} currency={currency} />,
        },
        {
          label: t.campaigns.when,
          width: 180,
          show: ({ startsAt }) => <When at={startsAt} none={t.campaigns.notStarted} />,
        },
      ]}
      mayChange={mayChange}
      nameOf={({ name }) => name}
      actionsWidth={60}
      actions={(campaign) =>
        mayChange
          ? [
              campaign.status === 'draft'
                ? { label: t.campaigns.edit, to: `${path}/campaigns/new`, search: { draft: campaign.id } }
                : { label: t.campaigns.view, to: `${path}/campaigns/${campaign.id}` },
              // A copy of a resend would go to the whole audience.
              campaign.resendOf === null && { label: t.campaigns.duplicate, onClick: () => duplicate.mutate(campaign) },
            ]
          : []
      }
      remove={(campaign) =>
        campaign.status === 'draft' || campaign.endedAt !== null
          ? { ...removal(campaign), label: t.campaigns.delete }
          : null
      }
    />
  )
}

const countOr = (count: number) => (count === 0 ? '–' : showCount(count))

function deliveredShare({ results: { delivered, failed } }: Campaign): string {
  const ended = delivered + failed
  return ended === 0 ? '–' : showPercent(delivered / ended)
}

function Done({ of: { progress, name } }: { readonly of: Campaign }) {
  const { processed, recipients } = progress
  if (recipients === 0) return '–'
  return (
    <div>
      <Text inherit className="number">
        {showPercent(processed / recipients)}
      </Text>
      <Progress
        value={(100 * processed) / recipients}
        size="sm"
        miw={60}
        aria-label={`${t.campaigns.progress}: ${name}`}
      />
    </div>
  )
}

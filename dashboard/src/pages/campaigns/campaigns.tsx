import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { showPercent } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Amount, showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { RemoveCampaign, useDuplicate } from './actions.tsx'
import { countsOf } from './counts.ts'
import { CampaignStatus } from './status.tsx'

/** The address of a campaign: a draft opens in the composer. */
const placeOf = (path: string, { id, status }: Campaign, mayChange: boolean) =>
  status === 'draft' && mayChange ? `${path}/campaigns/new?draft=${id}` : `${path}/campaigns/${id}`

/** All campaigns of the account. */
export function CampaignsPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  const [{ q, status }, setFilters] = useFilters()
  const removing = useOpening<Campaign>()
  const duplicate = useDuplicate()
  const columns: readonly Column<Campaign>[] = [
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
    {
      label: t.campaigns.actions,
      hidden: true,
      right: true,
      width: 60,
      show: (campaign) =>
        mayChange && (
          <RowMenu
            label={fill(t.campaigns.actionsFor, { name: campaign.name })}
            actions={[
              campaign.status === 'draft'
                ? { label: t.campaigns.edit, to: `${path}/campaigns/new`, search: { draft: campaign.id } }
                : { label: t.campaigns.view, to: `${path}/campaigns/${campaign.id}` },
              // A copy of a resend would go to the whole audience.
              ...(campaign.resendOf === null
                ? [{ label: t.campaigns.duplicate, onClick: () => duplicate.mutate(campaign) }]
                : []),
              ...(campaign.status === 'draft' || campaign.endedAt !== null
                ? [{ label: t.campaigns.delete, isDangerous: true, onClick: () => removing.open(campaign) }]
                : []),
            ]}
          />
        ),
    },
  ]
  return (
    <>
      <PageHead title={t.pages.campaigns} about={t.campaigns.about}>
        {mayChange && (
          <Button component={Link} to={`${path}/campaigns/new`} leftSection={<Icon name="plus" />}>
            {t.campaigns.create}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Group align="flex-end">
          <SearchField
            label={t.campaigns.search}
            example=""
            value={q}
            onChange={(text) => setFilters({ q: text })}
            mb={0}
          />
          <ChoiceFilter
            label={t.campaigns.status}
            name="status"
            all={t.campaigns.allStatuses}
            choices={Object.entries(t.campaigns.statuses)}
            width={200}
          />
        </Group>
        <Listing
          route="GET /v2/campaigns"
          path={{ account: account.id }}
          query={{ q, status }}
          label={t.pages.campaigns}
          columns={columns}
          keyOf={({ id }) => id}
          opens={(campaign) => placeOf(path, campaign, mayChange)}
          empty={t.campaigns.empty}
          everySeconds={10}
        />
      </Stack>
      <RemoveCampaign opening={removing} />
    </>
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

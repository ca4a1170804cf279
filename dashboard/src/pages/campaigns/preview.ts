import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Campaign, CampaignPreview } from '../../../../src/contract/account/campaigns.ts'
import { ask, type Refused, type Unreachable } from '../../api.ts'
import type { Account } from '../../session.tsx'
import { type Draft, hasAudience } from './draft.ts'

/** Messages that can be looked at one by one. */
const samplesShown = 20

export type Preview = UseQueryResult<CampaignPreview, Refused | Unreachable>

/** The count, the price and the first messages of the saved draft. */
export function usePreview(account: Account, { campaign, uploads }: Draft): Preview {
  return useQuery<CampaignPreview, Refused | Unreachable>({
    // Not under the path of the account: every message that is sent would refetch it.
    queryKey: ['campaign preview', account.id, campaign?.id, contentOf(campaign), uploads],
    queryFn: ({ signal }) =>
      ask(
        'GET /v2/campaigns/:campaign/preview',
        { path: { account: account.id, campaign: campaign?.id ?? 0 }, query: { limit: samplesShown } },
        { signal },
      ),
    enabled: campaign !== null && hasAudience(campaign),
    placeholderData: (before) => before,
    staleTime: 30_000,
    gcTime: 0,
  })
}

const contentOf = (campaign: Campaign | null) =>
  campaign === null ? null : [campaign.text, campaign.from, campaign.audience, campaign.file, campaign.uniqueLinks]

import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { Status } from '../../parts/text.tsx'
import { t } from '../../text.ts'

export function CampaignStatus({ of: { status } }: { readonly of: Campaign }) {
  const isMoving = status === 'sending' || status === 'preparing'
  return (
    <Status value={status} text={t.campaigns.statuses[status]} {...(isMoving ? { colour: 'blue' as const } : {})} />
  )
}

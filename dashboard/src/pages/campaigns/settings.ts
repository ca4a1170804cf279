import type { Campaign, CampaignChange } from '../../../../src/contract/account/campaigns.ts'

/** The settings that the composer changes. */
export type Settings = Pick<
  Campaign,
  'name' | 'from' | 'text' | 'audience' | 'uniqueLinks' | 'schedule' | 'sendWindow' | 'pace'
>

/** The settings that differ: others may have been changed elsewhere. A name is required, so an emptied one stays. */
export function changeOf(saved: Settings, wanted: Settings): CampaignChange {
  const names = Object.keys(wanted) as (keyof Settings)[]
  const changed = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(saved[name]))
  const kept = changed.filter((name) => name !== 'name' || wanted.name.trim() !== '')
  return Object.fromEntries(kept.map((name) => [name, wanted[name]]))
}

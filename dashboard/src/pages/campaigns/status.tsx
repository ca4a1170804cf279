import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { Status } from '../../parts/text.tsx'
import { t } from '../../text.ts'

export function CampaignStatus({ of: { status } }: { readonly of: Campaign }) {
  const isMoving = status === 'sending' || status === 'preparing'
  return <Status value={status} text={t.campaigns.statuses[status]} colour={isMoving ? ('blue' as const) : undefined} />
}

/** The audience in two parts: those who get a message, and those left out. */
export function countsOf({ progress: { recipients, invalid, duplicates, optedOut } }: Campaign) {
  const leftOut = invalid + duplicates + optedOut
  return { recipients: recipients - leftOut, leftOut }
}

/** The delay of a start, in which the user can take it back. */
export const undoSeconds = 10

/** How much the clock of the server is ahead of that of the browser. */
let aheadMs = 0

/** The campaign that the user has just started. */
let startedId: number | null = null

/** The server has just started a campaign with the delay, which shows the difference of the clocks. */
export function noteStart({ id, schedule, startsAt }: Campaign): void {
  startedId = id
  if (schedule === null && startsAt !== null) aheadMs = Date.parse(startsAt) - Date.now() - undoSeconds * 1_000
}

/** Whether the user has just started the campaign; true once for each start. */
export function takeStart(id: number): boolean {
  const isOwn = startedId === id
  startedId = null
  return isOwn
}

/** Whole seconds until a campaign starts; 0 when it should have started. */
export const secondsUntil = (startsAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(startsAt) - Date.now() - aheadMs) / 1_000))

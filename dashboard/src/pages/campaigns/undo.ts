import type { Campaign } from '../../../../src/contract/account/campaigns.ts'

/** The delay of a start, in which the user can take it back. */
export const undoSeconds = 10

/** How much the clock of the server is ahead of that of the browser. */
let aheadMs = 0

/** The server has just started a campaign with the delay, which shows the difference of the clocks. */
export function noteStart({ schedule, startsAt }: Campaign): void {
  if (schedule === null && startsAt !== null) aheadMs = Date.parse(startsAt) - Date.now() - undoSeconds * 1_000
}

/** Whole seconds until a campaign starts; 0 when it should have started. */
export const secondsUntil = (startsAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(startsAt) - Date.now() - aheadMs) / 1_000))

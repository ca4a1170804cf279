import type { Campaign } from '../../../../src/contract/account/campaigns.ts'

/** The audience in two parts: those who get a message, and those left out. */
export function countsOf({ progress: { recipients, invalid, duplicates, optedOut } }: Campaign) {
  const leftOut = invalid + duplicates + optedOut
  return { recipients: recipients - leftOut, leftOut }
}

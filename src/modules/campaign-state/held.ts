import type { Changes } from '../../engine/changes.ts'
import type { Database } from '../../engine/db/index.ts'
import { listHeld } from './store.ts'

/** Campaigns whose waiting messages are not sent. Changes on any process arrive within a second. */
export interface HeldCampaigns {
  read(): Promise<ReadonlySet<number>>
}

export function createHeldCampaigns(db: Database, changes: Changes): HeldCampaigns {
  let known: Promise<ReadonlySet<number>> | null = null
  changes.watch('campaigns', () => {
    known = null
  })
  return {
    read() {
      if (known !== null) return known
      const reading = listHeld(db)
      known = reading
      // Do not cache a failed read.
      reading.catch(() => {
        if (known === reading) known = null
      })
      return reading
    },
  }
}

import type { Context } from '../../context.ts'
import type { Batcher } from '../../engine/batch/index.ts'
import type { Outage } from '../../engine/outage.ts'

/** A request for a short link. */
export interface Click {
  readonly code: string
  /** False for robots and HEAD. */
  readonly counts: boolean
}

export interface LinksContext extends Context {
  /** Resolves with the URL of the link, or null, after the click was counted. */
  readonly clicks: Batcher<Click, string | null>
  readonly counting: Outage
}

import type { Context } from '../../context.ts'
import type { Batcher } from '../../engine/batch/index.ts'
import { retryConflicts } from '../../engine/db/index.ts'
import type { Outage } from '../../engine/outage.ts'
import { noteResponses } from '../campaigns/counts/index.ts'
import { type Counted, countByRecipient } from './rules.ts'
import { addClicks, findTargets } from './store.ts'

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

const triesMax = 3

/** Finds the URLs of links, and counts the clicks before they are answered. Returns null for unknown codes. */
export async function followLinks(ctx: LinksContext, clicks: readonly Click[]): Promise<(string | null)[]> {
  const targets = await findTargets(ctx.db, [...new Set(clicks.map(({ code }) => code))])
  const counted = clicks.flatMap(({ code, counts }) => {
    const target = targets.get(code)
    return counts && target !== undefined && !target.isTest ? [target] : []
  })
  if (counted.length > 0) await count(ctx, counted)
  return clicks.map(({ code }) => targets.get(code)?.url ?? null)
}

/** A recipient who waits for a page is redirected even if the click cannot be counted. */
async function count({ db, clock, counting }: LinksContext, clicks: readonly Counted[]): Promise<void> {
  const responses = countByRecipient(clicks).map(({ campaignId, accountId, messageId, count }) => ({
    campaignId,
    accountId,
    kind: 'click' as const,
    messageId,
    count,
  }))
  try {
    await retryConflicts(triesMax, () =>
      db.transaction(async (tx) => {
        await addClicks(tx, clicks)
        await noteResponses(tx, responses, clock.now())
      }),
    )
    counting.works()
  } catch (error) {
    counting.failed(error)
  }
}

import { retryConflicts } from '../../engine/db/index.ts'
import { noteResponses } from '../campaigns/counts/index.ts'
import type { Click, LinksContext } from './context.ts'
import { type Counted, countByRecipient } from './rules.ts'
import { addClicks, findTargets } from './store.ts'

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

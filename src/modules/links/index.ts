import type { Context } from '../../context.ts'
import { createBatcher, measureFlush } from '../../engine/batch/index.ts'
import { isConflict } from '../../engine/db/index.ts'
import { createOutage } from '../../engine/outage.ts'
import { followLinks, type LinksContext } from './follow.ts'

export type { LinksContext } from './follow.ts'
export { linksRoutes } from './routes.ts'
export { checkLinkUrl, codeLength, createCodes, linkBase, shortUrl } from './rules.ts'
export { deleteLinksOf, insertCodes, insertLinks, listLinks, type NewCode } from './store.ts'

/** Clicks in one transaction. */
const clicksMax = 1_000
const clicksWaitingMax = 5_000

export function openLinks(base: Context, waitingMax = clicksWaitingMax): LinksContext {
  const ctx: LinksContext = {
    ...base,
    counting: createOutage(base.log, {
      away: 'cannot count clicks on links',
      back: 'clicks on links are counted again',
    }),
    clicks: createBatcher({
      flush: measureFlush(base.metrics, 'clicks', (clicks) => followLinks(ctx, clicks)),
      // Only the lookup fails, and no code can be the reason.
      isolate: () => false,
      repeat: isConflict,
      weightMax: clicksMax,
      waitingMax,
    }),
  }
  return ctx
}

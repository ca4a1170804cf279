import type { FastifyInstance } from 'fastify'
import { serve } from '../../../api-route.ts'
import { archive as archiveRoutes } from '../../../contract/console/archive.ts'
import { type LimitsBody, retention } from '../../../contract/console/retention.ts'
import { showList } from '../../../values/page.ts'
import { readPlace } from '../../../values/place.ts'
import { refuse } from '../../../values/refusal.ts'
import type { Archive } from './archive/open.ts'
import { parseDayName } from './archive/root.ts'
import type { RetentionContext } from './context.ts'
import { changeInstallation, changeOwn, readLimits, setLimits } from './set-limits.ts'
import { showAccount, showInstallation, showLimits } from './show.ts'
import { byClass } from './store.ts'

/** Limits of the installation, for operators, and of accounts, for their owners. */
export function retentionConsole(app: FastifyInstance, ctx: RetentionContext, archive: Archive | null): void {
  archiveConsole(app, archive)

  serve(app, retention.getDefaults, async () => showInstallation(ctx, await readLimits(ctx.db, ctx, null)))

  serve(app, retention.setDefaults, async ({ body, request }) => {
    const { default: usual, max } = body
    request.auditDetail = { default: usual && limitsIn(usual), max: max && limitsIn(max) }
    const limits = await setLimits(ctx, null, ({ policy }, now) => changeInstallation(policy, body, now))
    return showInstallation(ctx, limits)
  })

  serve(app, retention.previewDefaults, async ({ body }) => {
    const { policy } = await readLimits(ctx.db, ctx, null)
    return showLimits(ctx, null, changeInstallation(policy, body, ctx.clock.now()))
  })

  serve(app, retention.get, async ({ accountId }) =>
    showAccount(ctx, accountId, await readLimits(ctx.db, ctx, accountId)),
  )

  serve(app, retention.set, async ({ accountId, body, request }) => {
    request.auditDetail = limitsIn(body)
    const limits = await setLimits(ctx, accountId, (current, now) => changeOwn(current, body, now))
    return showAccount(ctx, accountId, limits)
  })

  serve(app, retention.preview, async ({ accountId, body }) =>
    showLimits(ctx, accountId, changeOwn(await readLimits(ctx.db, ctx, accountId), body, ctx.clock.now())),
  )
}

/** The limits of a body, by name. */
const limitsIn = (body: LimitsBody) => byClass((dataClass) => body[dataClass])

/** `archive` is null without a directory. */
function archiveConsole(app: FastifyInstance, archive: Archive | null): void {
  serve(app, archiveRoutes.get, async ({ query }) => {
    if (archive === null) throw refuse('archive_not_configured')
    return showList(await archive.list(readPlace(query)))
  })

  serve(app, archiveRoutes.check, ({ params }) => {
    if (archive === null) throw refuse('archive_not_configured')
    const day = parseDayName(params.day)
    if (day === null) throw refuse('archived_day_not_found')
    return archive.verify(day.name)
  })
}

import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { conversations } from '../../contract/account/conversations.ts'
import { chatTemplates } from '../../contract/console/providers.ts'
import { showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import type { ChatContext } from './context.ts'
import { openMedia } from './open-media.ts'
import { sendFile } from './send.ts'
import { listTemplates } from './store-templates.ts'
import { syncTemplates } from './sync-templates.ts'

/** Files, businesses and templates of conversations on chat channels. `inbox` has the conversations. */
export function chatApi(app: FastifyInstance, ctx: ChatContext): void {
  serve(app, conversations.media, async ({ accountId, id, reply }) =>
    sendFile(reply, await openMedia(ctx, accountId, id('message'), id('conversation'))),
  )

  serve(app, conversations.addresses, ({ accountId }) => ({
    data: ctx.channels.wouldChoose(accountId).flatMap((channel) =>
      (channel.addresses?.() ?? []).map(({ service, business }) => ({
        channel: service,
        from: business,
        hasSessions: channel.hasSessions ?? false,
      })),
    ),
  }))

  serve(app, conversations.templates, async ({ accountId, query }) =>
    showList(await listTemplates(ctx.db, accountId, readPlace(query))),
  )

  serve(app, chatTemplates.sync, async ({ params, request }) => {
    const templates = await syncTemplates(ctx, params.provider)
    request.auditDetail = { templates }
    return { templates }
  })
}

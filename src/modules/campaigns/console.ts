import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { campaignStatuses, responseKinds } from '../../contract/account/campaigns.ts'
import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import { createUploadLimit, takeCsv, withCsvBody } from '../../engine/csv/index.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readOneOf } from '../../values/filters.ts'
import { readCount, readListPage, readSearch, showList } from '../../values/page.ts'
import type { Scope } from '../../values/scopes.ts'
import { getAccount, scopeMissing } from '../accounts/index.ts'
import { listLinks } from '../links/index.ts'
import { explainReason, logAccepted, showSent } from '../sms/index.ts'
import type { CampaignsContext } from './context.ts'
import {
  cancelCampaign,
  changeCampaign,
  createCampaign,
  getCampaign,
  pauseCampaign,
  removeCampaign,
  removeFile,
  resendCampaign,
  resumeCampaign,
  startCampaign,
  withdrawCampaign,
} from './manage.ts'
import { previewCampaign, testCampaign } from './preview.ts'
import { showCampaign } from './show.ts'
import { type Campaign, listCampaigns } from './store.ts'
import { listHours, listReasons, listResponses } from './store-results.ts'
import { fileBytesMax, uploadFile } from './upload.ts'

/** Campaigns show excluded numbers, and previews the numbers and fields of contacts. */
const read = { scope: 'campaigns:read', may: 'viewer', reads: 'contacts.read' } as const
const change = (does: string) => ({ scope: 'campaigns:write', may: 'member', does }) as const

/** Previews of one account at the same time. Others wait. */
const previewsAtOnce = 2
const previewsWaitingMax = 50
const samplesByDefault = 5
const samplesMax = 100
const startDelayMax = 60

export function campaignsConsole(app: FastifyInstance, ctx: CampaignsContext): void {
  app.register(async (scope) => uploads(scope, ctx))
  const { db } = ctx
  const previewing = createConcurrencyLimit({ atOnce: previewsAtOnce, waitingMax: previewsWaitingMax })

  const show = (accountId: number, campaign: Campaign) => showWithCurrency(ctx, accountId, campaign)

  serve(app, 'GET /v2/campaigns', read, async ({ accountId, query }) => {
    const page = readListPage(query)
    const filter = { status: readOneOf(query, 'status', campaignStatuses), search: readSearch(query) }
    const { items, ...rest } = await listCampaigns(db, accountId, filter, page)
    const { currency } = await getAccount(ctx, accountId)
    return showList({ ...rest, items: items.map((campaign) => showCampaign(campaign, currency)) }, page)
  })

  serve(app, 'GET /v2/campaigns/:campaign', read, async ({ accountId, id }) =>
    show(accountId, await getCampaign(ctx, accountId, id('campaign'))),
  )

  serve(app, 'POST /v2/campaigns', change('campaign.create'), async ({ accountId, body, request }) => {
    const campaign = await createCampaign(ctx, accountId, body)
    request.auditDetail = { id: campaign.id, name: campaign.name }
    return show(accountId, campaign)
  })

  serve(app, 'PUT /v2/campaigns/:campaign', change('campaign.change'), async ({ accountId, id, body }) =>
    show(accountId, await changeCampaign(ctx, accountId, id('campaign'), body)),
  )

  serve(app, 'DELETE /v2/campaigns/:campaign', change('campaign.remove'), ({ accountId, id }) =>
    removeCampaign(ctx, accountId, id('campaign')),
  )

  serve(app, 'DELETE /v2/campaigns/:campaign/file', change('campaign.file-remove'), ({ accountId, id }) =>
    removeFile(ctx, accountId, id('campaign')),
  )

  serve(app, 'GET /v2/campaigns/:campaign/preview', read, async ({ accountId, id, query, allows, request }) => {
    checkContacts(await getCampaign(ctx, accountId, id('campaign')), request, allows)
    const shown = readCount(query, 'limit', samplesByDefault, samplesMax)
    const number = typeof query.number === 'string' ? query.number : null
    return previewing(accountId, () => previewCampaign(ctx, accountId, id('campaign'), { shown, number }))
  })

  serve(
    app,
    'POST /v2/campaigns/:campaign/test',
    { ...change('campaign.test'), storesKey: true, isTraffic: true },
    async ({ accountId, id, body, allows, request, reply }) => {
      checkContacts(await getCampaign(ctx, accountId, id('campaign')), request, allows)
      const key = readIdempotencyKey(request, accountId)
      const sent = await testCampaign(ctx, accountId, id('campaign'), body, key)
      for (const accepted of sent.requests) logAccepted(request, accountId, accepted)
      if (sent.requests.every(({ replayed }) => replayed)) reply.header('Idempotent-Replayed', 'true')
      return showSent(ctx, accountId, sent)
    },
  )

  serve(app, 'POST /v2/campaigns/:campaign/start', change('campaign.start'), async ({ accountId, id, query }) => {
    const seconds = readCount(query, 'inSeconds', 0, startDelayMax)
    return show(accountId, await startCampaign(ctx, accountId, id('campaign'), seconds))
  })
  serve(app, 'POST /v2/campaigns/:campaign/withdraw', change('campaign.withdraw'), async ({ accountId, id }) =>
    show(accountId, await withdrawCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, 'POST /v2/campaigns/:campaign/pause', change('campaign.pause'), async ({ accountId, id }) =>
    show(accountId, await pauseCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, 'POST /v2/campaigns/:campaign/resume', change('campaign.resume'), async ({ accountId, id }) =>
    show(accountId, await resumeCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, 'POST /v2/campaigns/:campaign/cancel', change('campaign.cancel'), async ({ accountId, id }) =>
    show(accountId, await cancelCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, 'POST /v2/campaigns/:campaign/resend', change('campaign.resend'), async ({ accountId, id, request }) => {
    const campaign = await resendCampaign(ctx, accountId, id('campaign'))
    request.auditDetail = { id: campaign.id }
    return show(accountId, campaign)
  })

  serve(app, 'GET /v2/campaigns/:campaign/results', read, async ({ accountId, id }) => {
    const campaign = await getCampaign(ctx, accountId, id('campaign'))
    const reasons = await listReasons(db, accountId, campaign.id)
    const links = await listLinks(db, accountId, campaign.id)
    return {
      campaign: await show(accountId, campaign),
      reasons: reasons.map(({ reason, messages }) => ({ reason, explanation: explainReason(reason), messages })),
      hours: await listHours(db, accountId, campaign.id),
      links: links.map(({ url, clicks }) => ({ url, clicks })),
    }
  })

  serve(
    app,
    'GET /v2/campaigns/:campaign/responses',
    { ...read, reads: 'messages.read' },
    async ({ accountId, id, query, allows }) => {
      const page = readListPage(query)
      const kind = readOneOf(query, 'kind', responseKinds)
      const campaign = await getCampaign(ctx, accountId, id('campaign'))
      const { items, ...rest } = await listResponses(db, accountId, campaign.id, kind, page)
      const shown = allows('messages:read') ? items : items.map((one) => ({ ...one, phone: null }))
      return showList({ ...rest, items: shown }, page)
    },
  )
}

/** Previews and test messages show the numbers and fields of contacts. */
function checkContacts(
  { audience: { bookIds, segmentIds, contactIds } }: Campaign,
  { caller }: FastifyRequest,
  allows: (scope: Scope) => boolean,
): void {
  if (bookIds.length + segmentIds.length + contactIds.length === 0 || allows('contacts:read')) return
  throw scopeMissing('contacts:read', caller.credentialId ?? 0)
}

async function showWithCurrency(ctx: CampaignsContext, accountId: number, campaign: Campaign) {
  const { currency } = await getAccount(ctx, accountId)
  return showCampaign(campaign, currency)
}

function uploads(scope: FastifyInstance, ctx: CampaignsContext): void {
  const limited = createUploadLimit()
  takeCsv(scope)
  serve(
    scope,
    'PUT /v2/campaigns/:campaign/file',
    { ...change('campaign.file'), streamsBody: true, bodyLimit: fileBytesMax },
    async ({ accountId, id, query, request }) => {
      const { name = 'recipients.csv' } = query
      await getCampaign(ctx, accountId, id('campaign'))
      const fileName = String(name).slice(0, 255).toWellFormed().replaceAll('\0', '')
      await limited(accountId, () =>
        withCsvBody(request, (source) => uploadFile(ctx, accountId, id('campaign'), fileName, source)),
      )
      const campaign = await getCampaign(ctx, accountId, id('campaign'))
      request.auditDetail = { file: fileName, rows: campaign.fileRows }
      return showWithCurrency(ctx, accountId, campaign)
    },
  )
}

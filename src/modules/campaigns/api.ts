import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import { campaigns } from '../../contract/account/campaign-routes.ts'
import { campaignStatuses, responseKinds } from '../../contract/account/campaigns.ts'
import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import { createUploadLimit, takeCsv, withCsvBody } from '../../engine/csv/index.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readOneOf } from '../../values/filters.ts'
import { mapItems, readCount, readSearch, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
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
import { uploadFile } from './upload.ts'

/** Previews of one account at the same time. Others wait. */
const previewsAtOnce = 2
const previewsWaitingMax = 50
const samplesByDefault = 5
const samplesMax = 100
const startDelayMax = 60

export function campaignsApi(app: FastifyInstance, ctx: CampaignsContext): void {
  app.register(async (scope) => uploads(scope, ctx))
  const { db } = ctx
  const previewing = createConcurrencyLimit({ atOnce: previewsAtOnce, waitingMax: previewsWaitingMax })

  const show = (accountId: number, campaign: Campaign) => showWithCurrency(ctx, accountId, campaign)

  serve(app, campaigns.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    const filter = { status: readOneOf(query, 'status', campaignStatuses), search: readSearch(query) }
    const found = await listCampaigns(db, accountId, filter, place)
    const { currency } = await getAccount(ctx, accountId)
    return showList(mapItems(found, (campaign) => showCampaign(campaign, currency)))
  })

  serve(app, campaigns.get, async ({ accountId, id }) =>
    show(accountId, await getCampaign(ctx, accountId, id('campaign'))),
  )

  serve(app, campaigns.create, async ({ accountId, body, request }) => {
    const campaign = await createCampaign(ctx, accountId, body)
    request.auditDetail = { id: campaign.id, name: campaign.name }
    return show(accountId, campaign)
  })

  serve(app, campaigns.update, async ({ accountId, id, body }) =>
    show(accountId, await changeCampaign(ctx, accountId, id('campaign'), body)),
  )

  serve(app, campaigns.delete, ({ accountId, id }) => removeCampaign(ctx, accountId, id('campaign')))

  serve(app, campaigns.removeFile, ({ accountId, id }) => removeFile(ctx, accountId, id('campaign')))

  serve(app, campaigns.preview, async ({ accountId, id, query, allows, request }) => {
    checkContacts(await getCampaign(ctx, accountId, id('campaign')), request, allows)
    const shown = readCount(query, 'limit', samplesByDefault, samplesMax)
    const number = typeof query.number === 'string' ? query.number : null
    return previewing(accountId, () => previewCampaign(ctx, accountId, id('campaign'), { shown, number }))
  })

  serve(app, campaigns.test, async ({ accountId, id, body, allows, request, reply }) => {
    checkContacts(await getCampaign(ctx, accountId, id('campaign')), request, allows)
    const key = readIdempotencyKey(request, accountId)
    const sent = await testCampaign(ctx, accountId, id('campaign'), body, key)
    for (const accepted of sent.requests) logAccepted(request, accountId, accepted)
    if (sent.requests.every(({ replayed }) => replayed)) reply.header('Idempotent-Replayed', 'true')
    return showSent(ctx, accountId, sent)
  })

  serve(app, campaigns.start, async ({ accountId, id, query }) => {
    const seconds = readCount(query, 'inSeconds', 0, startDelayMax)
    return show(accountId, await startCampaign(ctx, accountId, id('campaign'), seconds))
  })
  serve(app, campaigns.withdraw, async ({ accountId, id }) =>
    show(accountId, await withdrawCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, campaigns.pause, async ({ accountId, id }) =>
    show(accountId, await pauseCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, campaigns.resume, async ({ accountId, id }) =>
    show(accountId, await resumeCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, campaigns.cancel, async ({ accountId, id }) =>
    show(accountId, await cancelCampaign(ctx, accountId, id('campaign'))),
  )
  serve(app, campaigns.resend, async ({ accountId, id, request }) => {
    const campaign = await resendCampaign(ctx, accountId, id('campaign'))
    request.auditDetail = { id: campaign.id }
    return show(accountId, campaign)
  })

  serve(app, campaigns.results, async ({ accountId, id }) => {
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

  serve(app, campaigns.responses, async ({ accountId, id, query, allows }) => {
    const place = readPlace(query)
    const kind = readOneOf(query, 'kind', responseKinds)
    const campaign = await getCampaign(ctx, accountId, id('campaign'))
    const { items, ...rest } = await listResponses(db, accountId, campaign.id, kind, place)
    const shown = allows('messages:read') ? items : items.map((one) => ({ ...one, phone: null }))
    return showList({ ...rest, items: shown })
  })
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
  serve(scope, campaigns.upload, async ({ accountId, id, query, request }) => {
    const { name = 'recipients.csv' } = query
    await getCampaign(ctx, accountId, id('campaign'))
    const fileName = String(name).slice(0, 255).toWellFormed().replaceAll('\0', '')
    await limited(accountId, () =>
      withCsvBody(request, (source) => uploadFile(ctx, accountId, id('campaign'), fileName, source)),
    )
    const campaign = await getCampaign(ctx, accountId, id('campaign'))
    request.auditDetail = { file: fileName, rows: campaign.fileRows }
    return showWithCurrency(ctx, accountId, campaign)
  })
}

import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { campaigns } from '../../contract/account/campaign-routes.ts'
import { campaignStatuses, responseKinds, type Campaign as Shown } from '../../contract/account/campaigns.ts'
import type { Sendable } from '../../contract/shapes.ts'
import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import { createUploadLimit, takeCsv, withCsvBody } from '../../engine/csv/index.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readOneOf } from '../../values/filters.ts'
import { mapItems, readCount, readSearch, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { getAccount } from '../accounts/index.ts'
import { listLinks } from '../links/index.ts'
import { checkContacts, explainReason, logAccepted, type SmsContext, showSent } from '../sms/index.ts'
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
import { type Campaign, listCampaigns, listHours, listReasons, listResponses } from './store.ts'
import { uploadFile } from './upload.ts'

/** Previews of one account at the same time. Others wait. */
const previewsAtOnce = 2
const previewsWaitingMax = 50
const samplesByDefault = 5
const samplesMax = 100
const startDelayMax = 60

export function campaignsApi(app: FastifyInstance, ctx: SmsContext): void {
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
    const { audience } = await getCampaign(ctx, accountId, id('campaign'))
    checkContacts(audience, request, allows)
    const shown = readCount(query, 'limit', samplesByDefault, samplesMax)
    const number = typeof query.number === 'string' ? query.number : null
    return previewing(accountId, () => previewCampaign(ctx, accountId, id('campaign'), { shown, number }))
  })

  serve(app, campaigns.test, async ({ accountId, id, body, allows, request, reply }) => {
    const { audience } = await getCampaign(ctx, accountId, id('campaign'))
    checkContacts(audience, request, allows)
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
  const changes = [
    [campaigns.withdraw, withdrawCampaign],
    [campaigns.pause, pauseCampaign],
    [campaigns.resume, resumeCampaign],
    [campaigns.cancel, cancelCampaign],
  ] as const
  for (const [route, change] of changes)
    serve(app, route, async ({ accountId, id }) => show(accountId, await change(ctx, accountId, id('campaign'))))
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

async function showWithCurrency(ctx: SmsContext, accountId: number, campaign: Campaign) {
  const { currency } = await getAccount(ctx, accountId)
  return showCampaign(campaign, currency)
}

function uploads(scope: FastifyInstance, ctx: SmsContext): void {
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

const hints: Readonly<Record<NonNullable<Shown['pauseReason']>, string>> = {
  insufficient_balance: 'The credit ran out. Add credit, then resume the campaign.',
  daily_limit: 'The account reached its limit of messages per day. Resume the campaign tomorrow.',
  sender: 'The sender ID is no longer active. Activate it, then resume the campaign.',
  no_route: 'No carrier serves the recipients. Ask your operator, then resume the campaign.',
  audience:
    'The audience is empty or cannot be read. Check its address books and segments, then resume or cancel the campaign.',
  settings: 'The text or the settings no longer work. Cancel the campaign, and create another one.',
  error: 'The server failed repeatedly. The operator finds the cause in the log; then resume the campaign.',
}

function showCampaign(campaign: Campaign, currency: string): Sendable<Shown> {
  const { id, name, status, pauseReason, sender, text, audience, options, pace, replyHours } = campaign
  const { recipients, position, queued, invalid, duplicates, optedOut, doNotDisturb, noConsent } = campaign
  const { sent, delivered, failed, cancelled, replies, replied, optOuts, clicks, clicked, cost } = campaign
  return {
    ...{ id, name, status, pauseReason, from: sender, text },
    audience: {
      ...audience,
      exclude: { ...audience.exclude, numbers: audience.exclude.numbers.map((one) => `+${one}`) },
    },
    pauseHint: pauseReason === null ? null : hints[pauseReason],
    file: campaign.fileUpload === null ? null : fileOf(campaign),
    ...options,
    ...{ pace, replyHours, resendOf: campaign.resends },
    createdAt: campaign.createdAt,
    startsAt: campaign.startsAt,
    endedAt: campaign.endedAt,
    progress: {
      ...{ recipients, processed: position, queued, invalid, duplicates, optedOut, doNotDisturb, noConsent },
      pending: Math.max(0, queued - delivered - failed - cancelled),
    },
    results: { sent, delivered, failed, cancelled, replies, replied, optOuts, clicks, clicked, price: cost },
    currency,
  }
}

const fileOf = ({ fileName, fileRows, fileInvalid, fileColumns }: Campaign) => ({
  name: fileName,
  rows: fileRows,
  invalid: fileInvalid,
  columns: fileColumns ?? [],
})

import type { CampaignChange, NewCampaign } from '../../contract/account/campaigns.ts'
import { trackingTextLengthMax } from '../../contract/public/sms.ts'
import { refuse } from '../../values/refusal.ts'
import { startOfMinute } from '../../values/time.ts'
import { deleteLinksOf } from '../links/index.ts'
import { checkSender, checkWindow, invalidMessage, type SmsContext } from '../sms/index.ts'
import { campaignBegun, campaignResent, resendNotWithdrawn, wrongStatus } from './errors.ts'
import { startsBetween } from './rules.ts'
import { findZones, readChange, readNew } from './settings.ts'
import {
  type Campaign,
  countOpen,
  deleteCampaign,
  findCampaign,
  insertCampaign,
  setPace,
  updateDraft,
} from './store.ts'
import { setFile } from './store-files.ts'
import { changeStatus, resume, runningStatuses, type StatusChange } from './store-status.ts'
import { openTexts } from './texts.ts'
import { campaignsTopic } from './work.ts'

const campaignsMax = 1_000

export async function getCampaign({ db }: SmsContext, accountId: number, id: number): Promise<Campaign> {
  const campaign = await findCampaign(db, accountId, id)
  if (campaign === null) throw refuse('campaign_not_found')
  return campaign
}

export async function createCampaign(ctx: SmsContext, accountId: number, body: NewCampaign): Promise<Campaign> {
  const settings = await readNew(ctx, accountId, body)
  await checkCampaignLimit(ctx, accountId)
  const id = await insertCampaign(ctx.db, accountId, settings, ctx.clock.now())
  return getCampaign(ctx, accountId, id ?? 0)
}

async function checkCampaignLimit({ db }: SmsContext, accountId: number): Promise<void> {
  if ((await countOpen(db, accountId)) >= campaignsMax) throw refuse('too_many_campaigns')
}

/** After the start, only the pace can change. */
export async function changeCampaign(ctx: SmsContext, accountId: number, id: number, body: CampaignChange) {
  const { db } = ctx
  const campaign = await getCampaign(ctx, accountId, id)
  const { pace, ...others } = body
  if (campaign.status === 'draft') {
    const settings = await readChange(ctx, accountId, body, campaign)
    await db.transaction(async (tx) => {
      if (!(await updateDraft(tx, accountId, id, settings))) throw refuse('campaign_started')
      // Links of test messages.
      if (settings.text !== campaign.text) await deleteLinksOf(tx, accountId, id)
    })
  } else {
    if (Object.keys(others).length > 0 || pace === undefined) throw refuse('campaign_started')
    await setPace(db, accountId, id, pace)
  }
  return getCampaign(ctx, accountId, id)
}

/** The links of a campaign are in the messages of its resend, so it stays until that has ended. */
export async function removeCampaign(ctx: SmsContext, accountId: number, id: number): Promise<void> {
  const { status } = await getCampaign(ctx, accountId, id)
  if (!(await ctx.db.transaction((tx) => deleteCampaign(tx, accountId, id))))
    throw wrongStatus(status, 'deleted', 'a draft, or an ended campaign that is not being sent again,')
  // A campaign may have millions of links. They no longer work, and retention removes those that stay.
  void deleteLinksOf(ctx.db, accountId, id).catch((err) =>
    ctx.log.warn({ err }, 'failed to delete links of a campaign'),
  )
}

export async function removeFile(ctx: SmsContext, accountId: number, campaignId: number): Promise<void> {
  await getCampaign(ctx, accountId, campaignId)
  const isRemoved = await ctx.db.transaction((tx) => setFile(tx, { accountId, campaignId, upload: null }, null))
  if (!isRemoved) throw refuse('campaign_started')
}

const start = ['started', 'a draft'] as const

/** Starts a campaign after a delay, or at its time if that is later. Mistakes that would pause it at once are refused. */
export async function startCampaign(ctx: SmsContext, accountId: number, id: number, delaySeconds = 0) {
  const campaign = await getCampaign(ctx, accountId, id)
  const { schedule } = campaign.options
  if (campaign.status !== 'draft') throw wrongStatus(campaign.status, ...start)
  checkAudience(campaign)
  checkText(campaign)
  const { content } = await openTexts(ctx, campaign, { kind: 'sample' })
  await checkSender(ctx, accountId, campaign.sender)
  await checkWindow(ctx, accountId, content)
  const now = ctx.clock.now()
  const { first, last } =
    schedule === null ? { first: now, last: now } : startsBetween(schedule, await findZones(ctx, accountId))
  if (last < startOfMinute(now)) throw refuse('time_in_past')
  const earliest = new Date(now.getTime() + delaySeconds * 1_000)
  const startsAt = first < earliest ? earliest : first
  return move(ctx, campaign, start, {
    from: ['draft'],
    to: 'scheduled',
    dueAt: startsAt,
    startsAt,
    text: campaign.text,
  })
}

export function checkAudience({ audience: { bookIds, segmentIds, contactIds }, fileUpload }: Campaign): void {
  if (bookIds.length + segmentIds.length + contactIds.length === 0 && fileUpload === null)
    throw refuse('campaign_without_audience')
}

/** Drafts may have no text. */
export function checkText({ text }: Campaign): void {
  if (text.trim() === '') throw invalidMessage('the text is empty')
}

/** Takes a start back. Nothing was sent: a worker that begins changes the status first. */
export async function withdrawCampaign(ctx: SmsContext, accountId: number, id: number): Promise<Campaign> {
  const { status, resends } = await getCampaign(ctx, accountId, id)
  if (resends !== null) throw resendNotWithdrawn()
  if (!(await changeStatus(ctx.db, accountId, id, { from: ['scheduled'], to: 'draft', dueAt: null, startsAt: null })))
    throw status === 'draft' ? wrongStatus(status, 'withdrawn', 'a scheduled campaign') : campaignBegun()
  return getCampaign(ctx, accountId, id)
}

const unended = 'a campaign that was started and has not ended'

export async function pauseCampaign(ctx: SmsContext, accountId: number, id: number): Promise<Campaign> {
  const campaign = await getCampaign(ctx, accountId, id)
  return move(ctx, campaign, ['paused', unended], { from: runningStatuses, to: 'paused', dueAt: null })
}

/** Continues where the campaign was paused. */
export async function resumeCampaign(ctx: SmsContext, accountId: number, id: number): Promise<Campaign> {
  const { status } = await getCampaign(ctx, accountId, id)
  if (!(await resume(ctx.db, accountId, id, ctx.clock.now()))) throw wrongStatus(status, 'resumed', 'a paused campaign')
  ctx.work.announce(campaignsTopic)
  return getCampaign(ctx, accountId, id)
}

/** Its waiting messages are cancelled in the background. The campaign ends when all messages are final. */
export async function cancelCampaign(ctx: SmsContext, accountId: number, id: number): Promise<Campaign> {
  const campaign = await getCampaign(ctx, accountId, id)
  const from = [...runningStatuses, 'paused'] as const
  return move(ctx, campaign, ['cancelled', unended], { from, to: 'cancelled', dueAt: ctx.clock.now() })
}

async function move(
  ctx: SmsContext,
  { id, accountId, status }: Campaign,
  action: readonly [done: string, allowed: string],
  change: StatusChange,
): Promise<Campaign> {
  if (!(await changeStatus(ctx.db, accountId, id, change))) throw wrongStatus(status, ...action)
  if (change.dueAt !== null) ctx.work.announce(campaignsTopic)
  return getCampaign(ctx, accountId, id)
}

const resendMark = ' (resend)'

/** Creates and starts a campaign that sends the undelivered messages of an ended one again. */
export async function resendCampaign(ctx: SmsContext, accountId: number, id: number): Promise<Campaign> {
  const campaign = await getCampaign(ctx, accountId, id)
  const { name, status, failed, endedAt, options } = campaign
  if (endedAt === null) throw wrongStatus(status, 'sent again', 'an ended campaign')
  if (failed === 0) throw refuse('nothing_to_resend')
  await checkCampaignLimit(ctx, accountId)
  const settings = {
    ...campaign,
    name: `${name.slice(0, trackingTextLengthMax - resendMark.length).toWellFormed()}${resendMark}`,
    options: { ...options, schedule: null },
  }
  const created = await insertCampaign(ctx.db, accountId, settings, ctx.clock.now(), id)
  if (created === null) throw campaignResent()
  ctx.work.announce(campaignsTopic)
  return getCampaign(ctx, accountId, created)
}

import type { PauseReason } from '../../contract/account/campaigns.ts'
import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import { again, done, type Lease, type Outcome, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { ProblemCode } from '../../values/problems.ts'
import { Refusal } from '../../values/refusal.ts'
import { suspendedAccounts } from '../accounts/index.ts'
import { cancelRequest, isNotTaken } from '../sms/index.ts'
import type { CampaignsContext } from './context.ts'
import { pieceSize, prepare } from './prepare.ts'
import { restAfter } from './rest.ts'
import { pauseMsOf, stepSizeOf } from './rules.ts'
import { openSender, type Sender, type Step } from './send.ts'
import { type Campaign, changeStatus, findCampaign, markCancelled, markDone } from './store.ts'
import { deletePieces, isBehind, listWaitingRequests } from './store-audience.ts'
import { deleteFiles } from './store-files.ts'

export const campaignsTopic = 'campaigns'

const columns = columnsOf({ w: 'campaigns' }, { accountId: 'w.account_id' })
type CampaignRow = WorkRow & RowOf<typeof columns>

/** A campaign yields to others after this long, and a stopping process waits no longer than this. */
const turnMs = 2_000
/** How long a campaign waits while its messages wait for a carrier, or for their delivery. */
const behindMs = 500
const refusedMs = 10_000
const pendingMs = 2_000
const cancelMs = 1_000

/** Runs campaigns: fixes their audience, adds their messages to the queue, and cancels them. */
export function campaignWork(ctx: CampaignsContext): Work<CampaignRow> {
  const { db, clock } = ctx
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms)
  const run: Partial<Record<Campaign['status'], (campaign: Campaign, lease: Lease) => Promise<Outcome>>> = {
    scheduled: (campaign, lease) => prepare(ctx, campaign, lease),
    preparing: (campaign, lease) => prepare(ctx, campaign, lease),
    sending: sendTurn,
    cancelled: cancelMessages,
  }

  async function sendTurn(campaign: Campaign, lease: Lease): Promise<Outcome> {
    const turnEnd = performance.now() + turnMs
    const sender = await openSender(ctx, campaign)
    const size = stepSizeOf(campaign.pace, pieceSize[db.engine])
    let next = sender.read(campaign.position, size)
    for (;;) {
      const startedAt = performance.now()
      const step = await next
      if (step === null) return awaitEnd(campaign)
      if (step instanceof Date) return again(step)
      if (await mustWait(campaign)) return again(inMs(behindMs))
      // Read and composed while the database stores this step.
      next = sender.read(step.position + step.size, size)
      next.catch(() => {})
      const sent = await sendAsMany(sender, step)
      if (campaign.pace !== null) return again(inMs(pauseMsOf(campaign.pace, sent)))
      if (sent < step.size) next = sender.read(step.position + sent, size)
      await restAfter(startedAt)
      if (lease.isOver() || performance.now() > turnEnd) return again(clock.now())
    }
  }

  /**
   * Messages join the queue shortly before they are sent: they would make the queue old for others, and opt-outs and
   * consents count at the moment of sending.
   */
  const mustWait = async ({ accountId }: Campaign) =>
    ctx.config.campaignQueueSeconds > 0 &&
    isBehind(db, accountId, ctx.routing.names(), inMs(-ctx.config.campaignQueueSeconds * 1_000))

  async function awaitEnd(campaign: Campaign): Promise<Outcome> {
    // The last step was taken after the campaign was read.
    const { queued, delivered, failed, cancelled } =
      (await findCampaign(db, campaign.accountId, campaign.id)) ?? campaign
    if (delivered + failed + cancelled < queued) return again(inMs(pendingMs))
    return done(async (tx) => {
      await markDone(tx, campaign, clock.now())
      await deletePieces(tx, campaign.accountId, campaign.id)
      await deleteFiles(tx, campaign.accountId, campaign.id)
    })
  }

  async function cancelMessages(campaign: Campaign, lease: Lease): Promise<Outcome> {
    const { accountId, id } = campaign
    const turnEnd = performance.now() + turnMs
    const waiting = await listWaitingRequests(db, accountId, id, ctx.routing.names())
    for (const { requestId } of waiting) {
      await cancelRequest(ctx, accountId, requestId)
      if (lease.isOver() || performance.now() > turnEnd) return again(clock.now())
    }
    // A worker may still have some of them.
    if (waiting.length > 0) return again(inMs(cancelMs))
    return awaitEnd(campaign)
  }

  return {
    name: 'campaigns',
    table: 'campaigns',
    topic: campaignsTopic,
    columns,
    key: 'account_id',
    exceptKeys: suspendedAccounts,
    concurrency: 2,
    concurrencyPerKey: 1,
    retryAfterSeconds: [1, 5, 30, 60, 300, 600],
    finished: 'keep',
    async run({ id, accountId }, lease) {
      const campaign = await findCampaign(db, accountId, id)
      if (campaign === null) return done()
      try {
        return (await run[campaign.status]?.(campaign, lease)) ?? done()
      } catch (error) {
        if (isNotTaken(error)) return again(clock.now())
        const reason = reasonOf(error)
        if (reason === null) throw error
        if (reason === 'wait') return again(inMs(refusedMs))
        await pause(ctx, campaign, reason)
        return done()
      }
    },
    async giveUp(tx, { id, accountId }) {
      await changeStatus(tx, accountId, id, { from: runningStatuses, to: 'paused', dueAt: null, reason: 'error' })
      await markCancelled(tx, { id, accountId }, clock.now())
    },
  }
}

const runningStatuses = ['scheduled', 'preparing', 'sending'] as const

async function pause(ctx: CampaignsContext, { id, accountId, name }: Campaign, reason: PauseReason): Promise<void> {
  await changeStatus(ctx.db, accountId, id, { from: runningStatuses, to: 'paused', dueAt: null, reason })
  ctx.events.note(accountId, 'campaign.paused', name, reason)
  ctx.log.warn({ campaign: id, accountId, reason }, 'paused a campaign')
}

const pauseReasons: Partial<Record<ProblemCode, PauseReason | 'wait'>> = {
  insufficient_balance: 'insufficient_balance',
  daily_limit_reached: 'daily_limit',
  queue_too_old: 'wait',
  unavailable: 'wait',
  unknown_sender: 'sender',
  sender_inactive: 'sender',
  invalid_sender: 'sender',
  no_route: 'no_route',
}

/** Null for an error that is not about the campaign. */
function reasonOf(error: unknown): PauseReason | 'wait' | null {
  if (!(error instanceof Refusal)) return null
  const known = error.problem && pauseReasons[error.problem]
  return known ?? (error.status >= 500 ? 'wait' : 'audience')
}

const limited: readonly (ProblemCode | null)[] = ['insufficient_balance', 'daily_limit_reached']

/** If credit or daily limit do not suffice for all recipients, sends to the first half of them, and so on. */
async function sendAsMany(sender: Sender, step: Step): Promise<number> {
  for (let tried = step; ; ) {
    try {
      await sender.send(tried)
      return tried.size
    } catch (error) {
      const { position, size, request } = tried
      if (
        !(error instanceof Refusal && limited.includes(error.problem)) ||
        size !== request.recipients.length ||
        size === 1
      )
        throw error
      const half = Math.floor(size / 2)
      tried = { ...tried, position, size: half, request: { ...request, recipients: request.recipients.slice(0, half) } }
    }
  }
}

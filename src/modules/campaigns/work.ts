import type { PauseReason } from '../../contract/account/campaigns.ts'
import { Overloaded } from '../../engine/batch/index.ts'
import { columnsOf, type RowOf, type Tx } from '../../engine/db/index.ts'
import { again, done, type Lease, type Outcome, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { ProblemCode } from '../../values/problems.ts'
import { Refusal } from '../../values/refusal.ts'
import { suspendedAccounts } from '../accounts/index.ts'
import { cancelRequest, isNoLongerWanted, type SmsContext } from '../sms/index.ts'
import { pauseWith, pieceSize, prepare, restAfter } from './prepare.ts'
import { pauseMsOf, stepSizeOf } from './rules.ts'
import { findOpening, openSender, sendAsMany } from './send.ts'
import { type Campaign, findCampaign } from './store.ts'
import { deletePieces, isBehind, listWaitingRequests } from './store-audience.ts'
import { deleteFiles } from './store-files.ts'
import { changeStatus, markCancelled, markDone, runningStatuses } from './store-status.ts'

export const campaignsTopic = 'campaigns'

const columns = columnsOf({ w: 'campaigns' }, 'w.account_id, w.status, w.created_at')
type CampaignRow = WorkRow & RowOf<typeof columns>

/** A campaign yields to others after this long, and a stopping process waits no longer than this. */
const turnMs = 2_000
/** How long a campaign waits while its messages wait for a carrier. */
const behindMs = 500
/** Messages of a campaign that wait for a carrier or a sending window. */
const waitingMax = 10_000
const refusedMs = 10_000
const cancelMs = 1_000
/** How often a campaign checks whether all messages are final: seldom, when it has taken long. */
const [pendingMsMin, pendingMsMax, pendingShare] = [2_000, 30_000, 1 / 60]
/** All messages are final some time after the last one expired. */
const hourMs = 3_600_000
/** A cancellation is tried for longer than any message is valid. */
const cancelMsMax = 365 * 24 * hourMs

/** Runs campaigns: fixes their audience, adds their messages to the queue, and cancels them. */
export function campaignWork(ctx: SmsContext): Work<CampaignRow> {
  const { db, clock } = ctx
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms)
  const run: Partial<Record<Campaign['status'], (campaign: Campaign, lease: Lease) => Promise<Outcome>>> = {
    scheduled: (campaign, lease) => prepare(ctx, campaign, lease),
    preparing: (campaign, lease) => prepare(ctx, campaign, lease),
    sending: sendTurn,
    cancelled: cancelMessages,
  }

  async function sendTurn(campaign: Campaign, lease: Lease): Promise<Outcome> {
    if (campaign.position >= campaign.recipients) return awaitEnd(campaign)
    const turnEnd = performance.now() + turnMs
    const sender = await openSender(ctx, campaign)
    const size = stepSizeOf(campaign.pace, pieceSize[db.engine])
    let next = sender.read(campaign.position, size)
    for (;;) {
      const startedAt = performance.now()
      const step = await next
      if (step === null) return again(inMs(pendingMsMin))
      if (step instanceof Date) return again(step)
      const opening = await findOpening(ctx, campaign, step)
      if (opening !== null) return again(opening)
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
  async function mustWait({ accountId, queued, sent, failed, cancelled }: Campaign): Promise<boolean> {
    const { campaignQueueSeconds: seconds } = ctx.config
    if (seconds === 0) return false
    if (queued - sent - failed - cancelled > waitingMax) return true
    return isBehind(db, accountId, ctx.routing.names(), inMs(-seconds * 1_000))
  }

  async function awaitEnd(campaign: Campaign): Promise<Outcome> {
    const { id, accountId, queued, delivered, failed, cancelled, startedAt } = campaign
    const now = clock.now()
    if (delivered + failed + cancelled < queued) {
      const age = now.getTime() - (startedAt?.getTime() ?? 0)
      return again(inMs(Math.min(pendingMsMax, Math.max(pendingMsMin, age * pendingShare))))
    }
    return done(async (tx) => {
      await markDone(tx, campaign, now)
      await deleteAudience(tx, accountId, id)
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
    // Its messages would be sent if a cancellation were given up.
    retryUntil: ({ status, createdAt }) => new Date(status === 'cancelled' ? createdAt.getTime() + cancelMsMax : 0),
    finished: 'keep',
    async run({ id, accountId }, lease) {
      const campaign = await findCampaign(db, accountId, id)
      if (campaign === null) return done()
      try {
        return (await run[campaign.status]?.(campaign, lease)) ?? done()
      } catch (error) {
        if (isNoLongerWanted(error)) return again(clock.now())
        const reason = campaign.status === 'cancelled' ? null : reasonOf(error)
        if (reason === null) throw error
        if (reason === 'wait') return again(inMs(refusedMs))
        await pauseWith(ctx, campaign, reason, error)
        return done()
      }
    },
    async giveUp(tx, { id, accountId }) {
      await changeStatus(tx, accountId, id, { from: runningStatuses, to: 'paused', dueAt: null, reason: 'error' })
      if (await markCancelled(tx, { id, accountId }, clock.now())) await deleteAudience(tx, accountId, id)
    },
  }
}

async function deleteAudience(tx: Tx, accountId: number, id: number): Promise<void> {
  await deletePieces(tx, accountId, id)
  await deleteFiles(tx, accountId, id)
}

const pauseReasons: Partial<Record<ProblemCode, PauseReason | 'wait'>> = {
  insufficient_balance: 'insufficient_balance',
  daily_limit_reached: 'daily_limit',
  queue_too_old: 'wait',
  unknown_sender: 'sender',
  sender_inactive: 'sender',
  invalid_sender: 'sender',
  no_route: 'no_route',
  book_not_found: 'audience',
  segment_not_found: 'audience',
  segment_incomplete: 'audience',
  segment_too_slow: 'audience',
  invalid_condition: 'audience',
}

/** Null for an error that is not about the campaign. */
function reasonOf(error: unknown): PauseReason | 'wait' | null {
  if (error instanceof Overloaded) return 'wait'
  if (!(error instanceof Refusal)) return null
  const known = error.problem && pauseReasons[error.problem]
  return known ?? (error.status >= 500 ? 'wait' : 'settings')
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { PauseReason } from '../../contract/account/campaigns.ts'
import { again, done, type Lease, type Outcome } from '../../engine/work/index.ts'
import { createCodes, insertCodes, insertLinks } from '../links/index.ts'
import { countUndelivered, type SmsContext } from '../sms/index.ts'
import { type ReachableMember, readAudience } from './audience.ts'
import { createDueTimes, listUrls } from './rules.ts'
import type { Campaign } from './store.ts'
import {
  deletePieces,
  type FileRow,
  finishRound,
  insertPieces,
  listRequestsAfter,
  type NewPiece,
  startRound,
} from './store-audience.ts'
import { changeStatus, runningStatuses } from './store-status.ts'

/** Recipients of a piece. */
export const pieceSize = { postgres: 500, embedded: 250 } as const
/** Pieces of one statement. */
const piecesAtOnce = 20

/**
 * Fixes the audience at the start of a campaign. After a crash it begins again: pieces of an earlier attempt do not
 * count.
 */
export async function prepare(ctx: SmsContext, campaign: Campaign, lease: Lease): Promise<Outcome> {
  const { db, clock } = ctx
  const { id, accountId } = campaign
  const round = await startRound(db, campaign)
  if (round === null) return done()
  const of = { id, accountId, round }
  await deletePieces(db, accountId, id, round)
  let waiting: NewPiece[] = []
  const pieces = campaign.resends === null ? audiencePieces(ctx, campaign) : resendPieces(ctx, campaign)
  let startedAt = performance.now()
  for await (const piece of pieces) {
    waiting.push(piece)
    if (waiting.length >= piecesAtOnce) {
      if (lease.isOver() || !(await insertPieces(db, of, waiting))) return again(clock.now())
      waiting = []
    }
    await restAfter(startedAt)
    startedAt = performance.now()
  }
  if (lease.isOver() || !(await insertPieces(db, of, waiting))) return again(clock.now())
  const recipients = await db.transaction(async (tx) => {
    const now = clock.now()
    const urls = campaign.resends === null ? listUrls(campaign.text) : []
    const linkIds = await insertLinks(tx, { accountId, campaignId: id, urls, now })
    const linkCodes = campaign.options.uniqueLinks ? [] : createCodes(linkIds.length)
    await insertCodes(
      tx,
      linkCodes.map((code, index) => ({ code, linkId: linkIds[index] ?? 0, messageId: null })),
    )
    return finishRound(tx, of, { linkCodes, now })
  })
  if (recipients === 0) await pauseWith(ctx, campaign, 'audience')
  return again(clock.now())
}

interface OpenPiece {
  readonly dueAt: Date
  readonly members: ReachableMember[]
}

/** Members with the same due time share pieces. Contacts and rows of a file do not. */
async function* audiencePieces(ctx: SmsContext, campaign: Campaign): AsyncGenerator<NewPiece> {
  const { db, clock } = ctx
  const size = pieceSize[db.engine]
  const dueAtOf = createDueTimes(campaign.options.schedule, clock.now())
  const open = new Map<string, OpenPiece>()
  let place = 0
  const close = ({ dueAt, members }: OpenPiece): NewPiece => {
    const contactIds = members.flatMap(({ contactId }) => contactId ?? [])
    const rows = members.flatMap(({ row }): FileRow[] => (row === undefined ? [] : [row]))
    place += 1
    const phones = members.map(({ phone }) => Number(phone))
    return { place, dueAt, size: members.length, ...(rows.length > 0 ? { rows } : { contactIds, phones }) }
  }
  for await (const members of readAudience(ctx, campaign)) {
    for (const member of members) {
      const dueAt = dueAtOf(member.phone)
      const key = `${dueAt.getTime()} ${member.contactId === undefined}`
      const piece = open.get(key) ?? { dueAt, members: [] }
      open.set(key, piece)
      piece.members.push(member)
      if (piece.members.length < size) continue
      open.delete(key)
      yield close(piece)
    }
  }
  for (const piece of open.values()) yield close(piece)
}

const requestsAtOnce = 100

/** A piece for each request of the earlier campaign with undelivered messages. */
async function* resendPieces({ db, clock }: SmsContext, campaign: Campaign): AsyncGenerator<NewPiece> {
  const { accountId, resends } = campaign
  const dueAt = clock.now()
  let place = 0
  for (let after = 0; resends !== null; ) {
    const requests = await listRequestsAfter(db, accountId, resends, after, requestsAtOnce)
    for (const { requestId, firstMessageId, lastMessageId } of requests) {
      const size = await countUndelivered(db, accountId, { firstId: firstMessageId, lastId: lastMessageId })
      place += 1
      if (size > 0) yield { place, dueAt, size, requestId }
    }
    const last = requests.at(-1)
    if (last === undefined) break
    after = last.requestId
  }
}

/** Pauses a campaign that cannot continue, and tells its account why. */
export async function pauseWith(ctx: SmsContext, campaign: Campaign, reason: PauseReason, error?: unknown) {
  const { id, accountId, name } = campaign
  await changeStatus(ctx.db, accountId, id, { from: runningStatuses, to: 'paused', dueAt: null, reason })
  ctx.events.note(accountId, 'campaign.paused', name, reason)
  ctx.log.warn({ campaign: id, accountId, reason, err: error }, 'paused a campaign')
}

const restMsMax = 200

/** Rests as long as the work since `startedAt` took: people wait for single messages and PINs, but not for campaigns. */
export const restAfter = (startedAt: number): Promise<void> => sleep(Math.min(performance.now() - startedAt, restMsMax))

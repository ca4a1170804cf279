import type { Tx } from '../../engine/db/index.ts'
import type { ProblemCode } from '../../values/problems.ts'
import { Refusal } from '../../values/refusal.ts'
import { findSendSettings } from '../accounts/index.ts'
import { listPlainContactsByIds } from '../contacts/index.ts'
import { insertCodes, listLinks, type NewCode } from '../links/index.ts'
import {
  createGates,
  type Plan,
  readUndelivered,
  type SendRequest,
  type SmsContext,
  sendSms,
  type Take,
} from '../sms/index.ts'
import { goneContact, memberOfContact, memberOfRow } from './audience.ts'
import { campaignOrigin } from './counts/index.ts'
import type { Campaign } from './store.ts'
import { findPieceAt, insertRequest, type Piece, takeStep } from './store-audience.ts'
import { type LinkUse, openTexts } from './texts.ts'

/** The recipients from a position on that become one request. */
export interface Step {
  readonly position: number
  /** The number of recipients; the position moves by it. */
  readonly size: number
  readonly request: SendRequest
  /** Codes of the recipients, by their ids. */
  readonly codes: ReadonlyMap<string, readonly string[]>
}

/** Sends the recipients of a campaign in steps. */
export interface Sender {
  /** The next step, with at most `max` recipients; the time when it is due if that is later; null at the end. */
  read(position: number, max: number): Promise<Step | Date | null>
  /** Stores the messages of a step. Throws a refusal of the send. */
  send(step: Step): Promise<void>
}

export async function openSender(ctx: SmsContext, campaign: Campaign): Promise<Sender> {
  return campaign.resends === null ? openAudienceSender(ctx, campaign) : openResendSender(ctx, campaign)
}

/**
 * When the sending window of the first recipient of a step opens; null while it is open for one of them. Validity
 * counts from the moment at which messages join the queue.
 */
export async function findOpening(
  { windows, clock }: SmsContext,
  { accountId }: Campaign,
  { request: { recipients, wire } }: Step,
): Promise<Date | null> {
  const opensAt = createGates(await windows.of(accountId))
  const now = clock.now()
  let first: Date | null = null
  for (const { phone } of recipients) {
    const opening = phone ? opensAt({ phone, requestId: 0, wire: wire ?? null }, now) : null
    if (opening === null) return null
    if (first === null || opening < first) first = opening
  }
  return first
}

const limited: readonly (ProblemCode | null)[] = ['insufficient_balance', 'daily_limit_reached']

/** If credit or daily limit do not suffice for all recipients, sends to the first half of them, and so on. */
export async function sendAsMany(sender: Sender, step: Step): Promise<number> {
  for (let tried = step; ; ) {
    try {
      await sender.send(tried)
      return tried.size
    } catch (error) {
      if (!(error instanceof Refusal && limited.includes(error.problem)) || tried.size === 1) throw error
      const smaller = await sender.read(tried.position, Math.floor(tried.size / 2))
      if (smaller === null || smaller instanceof Date) throw error
      tried = smaller
    }
  }
}

async function openAudienceSender(ctx: SmsContext, campaign: Campaign): Promise<Sender> {
  const { db } = ctx
  const { accountId, id, options, linkCodes } = campaign
  const links: LinkUse = options.uniqueLinks ? { kind: 'unique' } : { kind: 'shared', codes: linkCodes ?? [] }
  const texts = await openTexts(ctx, campaign, links)
  const linkIds = texts.urls.length > 0 ? (await listLinks(db, accountId, id)).map((link) => link.id) : []
  let piece: Piece | null = null

  async function compose(of: Piece, from: number, size: number) {
    if (of.rows !== null) {
      const rows = of.rows.slice(from, from + size)
      return texts.compose(
        rows.map((row) => memberOfRow(row, campaign.fileColumns ?? [])),
        of.first + from + 1,
      )
    }
    const ids = (of.contactIds ?? []).slice(from, from + size)
    const found = new Map((await listPlainContactsByIds(db, accountId, ids)).map((contact) => [contact.id, contact]))
    // A contact with another number may be someone else, who has a message or is excluded.
    const members = ids.flatMap((one, index) => {
      const contact = found.get(one)
      return contact?.phone === String(of.phones?.[from + index]) ? [memberOfContact(contact)] : []
    })
    const { recipients, codes } = texts.compose(members, 0)
    const byId = new Map(recipients.map((recipient) => [recipient.recipientId, recipient]))
    return { recipients: ids.map((one) => byId.get(String(one)) ?? goneContact(one)), codes }
  }

  return {
    async read(position, max) {
      if (position >= campaign.recipients) return null
      if (piece === null || position < piece.first || position >= piece.first + piece.size)
        piece = await findPieceAt(db, campaign, position)
      if (piece === null) throw new Error(`campaign ${id} has no recipient ${position}`)
      if (piece.dueAt > ctx.clock.now()) return piece.dueAt
      const from = position - piece.first
      const size = Math.min(max, piece.size - from)
      const { recipients, codes } = await compose(piece, from, size)
      return { position, size, codes, request: { ...texts.content, recipients } }
    },
    send: (step) => store(ctx, campaign, step, linkIds, texts.settings.messagesPerDay),
  }
}

/** Sends undelivered messages of an earlier campaign again, one of its requests at a time. */
async function openResendSender(ctx: SmsContext, campaign: Campaign): Promise<Sender> {
  const { accountId, recipients } = campaign
  const { messagesPerDay } = await findSendSettings(ctx, accountId)
  return {
    async read(position, max) {
      if (position >= recipients) return null
      const piece = await findPieceAt(ctx.db, campaign, position)
      if (piece?.requestId == null) throw new Error(`campaign ${campaign.id} has no recipient ${position}`)
      const skip = position - piece.first
      const size = Math.min(max, piece.size - skip)
      const earlier = await readUndelivered(ctx, accountId, piece.requestId, { skip, limit: size })
      const request = earlier ?? emptyRequest(campaign)
      return { position, size, codes: new Map(), request: { ...request, campaignTitle: campaign.name } }
    },
    send: (step) => store(ctx, campaign, step, [], messagesPerDay),
  }
}

/** The request was removed since. */
const emptyRequest = ({ sender, text }: Campaign): SendRequest => ({
  ...{ sender, text, encoding: 'gsm', segments: 1, recipients: [] },
})

async function store(
  ctx: SmsContext,
  campaign: Campaign,
  step: Step,
  linkIds: readonly number[],
  messagesPerDay: number | null,
): Promise<void> {
  const { id, accountId, options } = campaign
  const request: SendRequest = {
    ...step.request,
    wire: { ...step.request.wire, campaign: id },
    origin: { kind: campaignOrigin, id, reports: 0, detail: null },
    validSeconds: options.validity ?? undefined,
    lane: 'bulk',
    take: takeOf(campaign, step, linkIds),
  }
  await sendSms(ctx, accountId, request, null, messagesPerDay)
}

/** Moves the position of the campaign in the transaction that stores the messages. */
const takeOf =
  (campaign: Campaign, { position, size, request, codes }: Step, linkIds: readonly number[]): Take =>
  async (tx, { requestId, firstMessageId, plan }) => {
    const { invalid, duplicates, optedOut, doNotDisturb, noConsent, accepted } = plan
    const missing = size - request.recipients.length
    const counts = { size, queued: accepted.length, invalid, duplicates: duplicates + missing }
    if (!(await takeStep(tx, campaign, position, { ...counts, optedOut, doNotDisturb, noConsent }))) return false
    if (firstMessageId === null) return true
    const lastMessageId = firstMessageId + accepted.length - 1
    await insertRequest(tx, campaign, { requestId, firstMessageId, lastMessageId })
    await storeCodes(tx, { accepted, firstMessageId, codes, linkIds })
    return true
  }

interface Linked extends Pick<Plan, 'accepted'>, Pick<Step, 'codes'> {
  readonly firstMessageId: number
  readonly linkIds: readonly number[]
}

/** Codes of recipients who get no message are dropped. */
async function storeCodes(tx: Tx, { accepted, firstMessageId, codes, linkIds }: Linked) {
  if (codes.size === 0) return
  const rows: NewCode[] = []
  for (const [index, { recipientId }] of accepted.entries())
    for (const [place, code] of (codes.get(recipientId) ?? []).entries())
      rows.push({ code, linkId: linkIds[place] ?? 0, messageId: firstMessageId + index })
  await insertCodes(tx, rows)
}

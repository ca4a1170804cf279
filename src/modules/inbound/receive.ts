import type { Incoming } from '../../carriers/carrier.ts'
import { afterCommit, isTransient, type Tx } from '../../engine/db/index.ts'
import { isStoredPhone, parsePhone } from '../../values/phone.ts'
import { deleteOptOut, insertOptOut, type SmsContext } from '../sms/index.ts'
import { inboundSmsBody, publishEvents } from '../webhooks/index.ts'
import { findOwner, type Owner } from './owner.ts'
import { cleanText, joinParts, type Kind, kindOf } from './rules.ts'
import { insertMessage } from './store.ts'
import { endGathering, findGathering, insertGathering, insertPart, lockParts } from './store-parts.ts'

/** What wakes the work that follows from what people wrote. */
export const inboundTopic = 'inbound_messages'
/** How long the parts of a message may be apart; what is not whole by then is passed on as it is. */
const partsMs = 600_000

/**
 * Keeps what somebody wrote, in one transaction with all that follows from it. The carrier is answered when it
 * resolves.
 */
export async function receiveMessage(ctx: SmsContext, carrier: string, incoming: Incoming): Promise<void> {
  try {
    await ctx.db.transaction(async (tx) => {
      const text = incoming.part === null ? incoming.text : await gather(ctx, tx, carrier, incoming)
      if (text !== null) await takeMessage(ctx, tx, carrier, { ...incoming, text })
    })
  } catch (error) {
    // The carrier only hears that it should offer it again, and does so for days: somebody has to know why.
    if (!isTransient(error))
      ctx.log.error(
        { carrier, err: error },
        'what somebody wrote could not be kept: the carrier is asked to offer it again',
      )
    throw error
  }
}

/** The whole text, when this part was the last; null while others are to come, and for one that came before. */
async function gather(ctx: SmsContext, tx: Tx, carrier: string, incoming: Incoming): Promise<string | null> {
  const { part, text } = incoming
  if (part === null) return text
  const now = ctx.clock.now()
  await lockParts(tx, carrier, incoming, part)
  const found = await findGathering(tx, carrier, incoming, part, new Date(now.getTime() - partsMs))
  if (found?.parts.get(part.number) === text) return null
  // Another text in the same place, or a part of one that is over: the reference has come round again.
  const isNew = found === null || found.isOver || found.parts.has(part.number)
  const id = isNew
    ? await insertGathering(tx, carrier, incoming, part, now, new Date(now.getTime() + partsMs))
    : found.id
  await insertPart(tx, id, part.number, text)
  const parts = new Map(isNew ? [] : found.parts).set(part.number, text)
  if (parts.size < part.total) return null
  await endGathering(tx, id)
  return joinParts(parts, part.total)
}

type Whole = Pick<Incoming, 'from' | 'to' | 'text'>

/** A message that is whole: finds whose it is, and gives it to them. */
export async function takeMessage(
  ctx: SmsContext,
  tx: Tx,
  carrier: string,
  { from, to, text: written }: Whole,
): Promise<void> {
  const text = cleanText(written)
  const owner = await findOwner(tx, to, from, text)
  if (owner !== null) return void (await giveMessage(ctx, tx, carrier, { from, to, text }, owner))
  await insertMessage(tx, {
    accountId: null,
    carrier,
    phone: from,
    number: to,
    text,
    kind: 'message',
    receivedAt: ctx.clock.now(),
    dueAt: null,
  })
  ctx.log.warn(
    { carrier, number: to },
    'a message came to a number that belongs to nobody: it is kept, ngoma inbound list --unowned shows it',
  )
}

export interface Given {
  readonly id: number
  readonly kind: Kind
  readonly receivedAt: Date
}

/**
 * Does what a message asks for, and tells the account that it is for. Whoever wants nothing any more gets nothing from
 * the commit on; that what waits is cancelled, and that help is sent, is work that follows.
 */
export async function giveMessage(
  ctx: SmsContext,
  tx: Tx,
  carrier: string,
  { from: phone, to: number, text }: Whole,
  owner: Owner,
): Promise<Given> {
  const now = ctx.clock.now()
  const { accountId, keyword, words } = owner
  const kind = kindOf(text, words, keyword)
  // A reply needs a number that can be sent to; an opt-out is honoured for any that may have been.
  const isObeyed = kind === 'help' ? parsePhone(phone) !== null : isStoredPhone(phone)
  if (kind !== 'message' && !isObeyed)
    ctx.log.warn({ carrier, number, kind }, 'a command came from a number that is not in international format')
  const isFollowed = isObeyed && (kind === 'stop' || (kind === 'help' && words.helpReply !== ''))
  const id = await insertMessage(tx, {
    accountId,
    carrier,
    phone,
    number,
    text,
    kind,
    receivedAt: now,
    dueAt: isFollowed ? now : null,
  })
  if (kind === 'stop' && isObeyed) await insertOptOut(tx, accountId, phone, now)
  if (kind === 'start') await deleteOptOut(tx, accountId, phone)
  const body = inboundSmsBody({ from: phone, to: number, at: now, transactionId: String(id), text })
  await publishEvents(ctx, tx, 'inbound-sms', [{ accountId, body }])
  if (isFollowed) afterCommit(tx, () => ctx.work.announce(inboundTopic))
  return { id, kind, receivedAt: now }
}
